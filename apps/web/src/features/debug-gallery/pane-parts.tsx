import { useFixedRows } from '@solvane/ui/fixed-rows';
import { ResizablePane } from '@solvane/ui/resizable-pane';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { PaneFooter } from '../../shared/panes/pane-footer.tsx';
import { PaneHead } from '../../shared/panes/pane-head.tsx';
import classes from './gallery.module.css';
import { Part } from './part.tsx';

const ROWS = 100_000;

export function PaneParts() {
  const { formatMessage, formatNumber } = useIntl();
  const [size, setSize] = useState(220);
  const { scrollRef, first, end, totalHeight, offset } = useFixedRows({ count: ROWS, rowHeight: 28 });
  const title = formatMessage({ id: 'DevicePanel_Title' });
  return (
    <>
      <Part name="ResizablePane · PaneHead · PaneFooter" isWide>
        <div className={classes.frame}>
          <ResizablePane
            title={title}
            label={formatMessage({ id: 'DevicePanel_Resize' })}
            side="left"
            size={size}
            min={180}
            max={400}
            defaultSize={220}
            onResize={setSize}
          >
            <PaneHead title={title} note={formatNumber(size)} />
            <PaneFooter count="3" limit="/ 1,000" clearLabel={formatMessage({ id: 'Common_Clear' })} onClear={() => undefined} />
          </ResizablePane>
        </div>
      </Part>
      <Part name="useFixedRows">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
        <div ref={scrollRef} className={classes.rows} tabIndex={0}>
          <div style={{ blockSize: totalHeight }}>
            <div style={{ transform: `translateY(${offset}px)` }}>
              {Array.from({ length: end - first }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows of this list are numbers
                <div key={first + index}>{formatNumber(first + index + 1)}</div>
              ))}
            </div>
          </div>
        </div>
      </Part>
    </>
  );
}
