import type { TimeSeriesPlot } from '@solvane/charts/options/time-series';
import { FilteredAway } from '../../shared/filters/filtered-away.tsx';
import { ChartSkeleton } from './chart-skeleton.tsx';
import classes from './data-studio.module.css';
import { StudioChart, type StudioChartProps } from './studio-chart.tsx';
import type { StudioSearch } from './studio-search.ts';
import { NoData, StudioError } from './studio-states.tsx';
import type { StudioData } from './use-studio-data.ts';

interface StudioContentProps {
  data: StudioData;
  /** What is drawn of the data, with what belongs to it. */
  plots: readonly TimeSeriesPlot[] | undefined;
  isEmpty: boolean;
  newestMs: number | null | undefined;
  search: StudioSearch;
  onSearch: (patch: Partial<StudioSearch>) => void;
  onShowDay: (instantMs: number) => void;
  chart: Omit<StudioChartProps, 'plots' | 'asTable' | 'isOld'>;
}

/** The chart, or why there is none. A failed refresh leaves the picture that is there. */
export function StudioContent({ data, plots, isEmpty, newestMs, search, onSearch, onShowDay, chart }: StudioContentProps) {
  if (data.plots === undefined) {
    if (!data.error) return <ChartSkeleton />;
    return (
      <div className={classes.state}>
        <StudioError error={data.error} search={search} onSearch={onSearch} onRetry={data.retry} />
      </div>
    );
  }
  if (isEmpty && data.filtering !== undefined && data.filtering.points > 0 && data.filtering.used === 0) {
    return (
      <div className={classes.state}>
        <FilteredAway points={data.filtering.points} onRemove={() => onSearch({ filters: undefined })} />
      </div>
    );
  }
  if (isEmpty) {
    return (
      <div className={classes.state}>
        <NoData newestMs={newestMs} timeText={chart.text.time} dayText={chart.text.day} onShow={onShowDay} />
      </div>
    );
  }
  return <StudioChart {...chart} plots={plots ?? data.plots} asTable={search.view === 'table'} isOld={data.isOld} />;
}
