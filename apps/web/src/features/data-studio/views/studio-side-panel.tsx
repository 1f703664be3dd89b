import type { SegmentId, SignalId } from '@solvane/contract/ids';
import { Section } from '@solvane/ui/section';
import { useIntl } from 'react-intl';
import { usePeriod } from '../../../workspace/period.ts';
import { AnnotationList } from '../annotations/annotation-list.tsx';
import { FormulaList } from '../formulas/formula-list.tsx';
import { OptionFields } from '../options/option-fields.tsx';
import { zoomOf } from '../studio-request.ts';
import type { StudioSearch } from '../studio-search.ts';
import { ViewList } from './view-list.tsx';
import classes from './views.module.css';

export interface StudioSidePanelProps {
  search: StudioSearch;
  onSearch: (patch: Partial<StudioSearch>) => void;
  segmentIds: readonly SegmentId[];
  signalIds: readonly SignalId[];
  zone: string;
}

/** Views and options of Data Studio. */
export function StudioSidePanel({ search, onSearch, segmentIds, signalIds, zone }: StudioSidePanelProps) {
  const { formatMessage } = useIntl();
  const period = usePeriod(zone);
  return (
    <div className={classes.panel}>
      <Section title={formatMessage({ id: 'DataStudio_Views' })} level={3} isCollapsible>
        <ViewList search={search} />
      </Section>
      <Section title={formatMessage({ id: 'DataStudio_Formulas' })} level={3} isCollapsible>
        <FormulaList segmentIds={segmentIds} period={period} zone={zone} />
      </Section>
      <Section title={formatMessage({ id: 'DataStudio_Annotations' })} level={3} isCollapsible>
        <AnnotationList
          segmentIds={segmentIds}
          signalIds={signalIds}
          period={period}
          view={zoomOf(search, period) ?? period}
          zone={zone}
          onShow={({ startMs, endMs }) => onSearch({ from: startMs, to: endMs })}
        />
      </Section>
      <Section title={formatMessage({ id: 'DataStudio_Options' })} level={3} isCollapsible>
        <OptionFields />
      </Section>
    </div>
  );
}
