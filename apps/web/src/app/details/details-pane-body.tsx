import { ActionIcon, Tooltip } from '@mantine/core';
import { PANES } from '@solvane/contract/limits';
import { ResizablePane } from '@solvane/ui/resizable-pane';
import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2, IconTools, IconX } from '@tabler/icons-react';
import { useSelector } from '@tanstack/react-store';
import { Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import classes from '../../shared/panes/content-pane.module.css';
import { useViewport } from '../../shared/screen/use-viewport.ts';
import { ErrorBoundary } from '../../shared/states/error-boundary.tsx';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { closeDetails, detailsPanel, setDetailsMaximized } from '../../workspace/details.ts';
import { paneSizes, setPaneSize } from '../../workspace/panels.ts';
import type { DetailsContentProps } from './details-content.ts';
import { DETAILS } from './details-registry.ts';

/** Beside the screen on wide windows, over it on others; maximised it replaces the screen. */
export function DetailsPaneBody() {
  const { formatMessage } = useIntl();
  const viewport = useViewport();
  const { isMaximized, content } = useSelector(detailsPanel);
  const { details } = useSelector(paneSizes);
  const [headSlot, setHeadSlot] = useState<HTMLElement | null>(null);
  if (!content) return null;
  const title = formatMessage({ id: DETAILS[content.kind].title });
  const pane = (
    <div className={classes.pane}>
      <DetailsHead title={title} isMaximized={isMaximized} canMaximize={viewport === 'wide'} onSlot={setHeadSlot} />
      <div className={classes.body}>
        <DetailsBody headSlot={headSlot} />
      </div>
    </div>
  );
  if (viewport !== 'wide')
    return (
      <section className={classes.overlay} aria-label={title}>
        {pane}
      </section>
    );
  if (isMaximized)
    return (
      <section className={classes.maximized} aria-label={title}>
        {pane}
      </section>
    );
  const { min, max, default: defaultSize } = PANES.details;
  return (
    <ResizablePane
      title={title}
      label={formatMessage({ id: 'Details_Resize' })}
      side="right"
      size={details}
      min={min}
      max={max}
      defaultSize={defaultSize}
      onResize={(size) => setPaneSize('details', size)}
    >
      {pane}
    </ResizablePane>
  );
}

interface DetailsHeadProps {
  title: string;
  isMaximized: boolean;
  canMaximize: boolean;
  onSlot: (slot: HTMLElement | null) => void;
}

function DetailsHead({ title, isMaximized, canMaximize, onSlot }: DetailsHeadProps) {
  const { formatMessage } = useIntl();
  const sizeLabel = formatMessage({ id: isMaximized ? 'Details_Minimize' : 'Details_Maximize' });
  return (
    <header className={classes.head}>
      <h2 className={classes.title}>{title}</h2>
      <div ref={onSlot} className={classes.slot} />
      {canMaximize && (
        <Tooltip label={sizeLabel}>
          <ActionIcon aria-label={sizeLabel} onClick={() => setDetailsMaximized(!isMaximized)}>
            {isMaximized ? <IconArrowsDiagonalMinimize2 /> : <IconArrowsDiagonal />}
          </ActionIcon>
        </Tooltip>
      )}
      <ActionIcon aria-label={formatMessage({ id: 'Details_Close' })} onClick={closeDetails}>
        <IconX />
      </ActionIcon>
    </header>
  );
}

function DetailsBody({ headSlot }: Pick<DetailsContentProps, 'headSlot'>) {
  const { formatMessage } = useIntl();
  const content = useSelector(detailsPanel, (state) => state.content);
  if (!content) return null;
  const { Content } = DETAILS[content.kind];
  if (!Content) {
    return (
      <StateMessage icon={<IconTools />} title={formatMessage({ id: 'Page_ComingSoon_Title' })}>
        {formatMessage({ id: 'Details_NotBuilt' })}
      </StateMessage>
    );
  }
  return (
    <ErrorBoundary resetKey={JSON.stringify(content)}>
      <Suspense>
        <Content content={content} headSlot={headSlot} />
      </Suspense>
    </ErrorBoundary>
  );
}
