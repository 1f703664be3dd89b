import type { SegmentId } from '@solvane/contract/ids';
import { Section } from '@solvane/ui/section';
import { useIntl } from 'react-intl';
import { usePeriod } from '../../../workspace/period.ts';
import { FormulaList } from '../formulas/formula-list.tsx';
import type { StudioSearch } from '../studio-search.ts';
import { ViewList } from './view-list.tsx';
import classes from './views.module.css';

export interface StudioSidePanelProps {
  search: StudioSearch;
  segmentIds: readonly SegmentId[];
  zone: string;
}

/** Views and options of Data Studio. */
export function StudioSidePanel({ search, segmentIds, zone }: StudioSidePanelProps) {
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
    </div>
  );
}
