import type { TimeSeriesPlot } from '@solvane/charts/options/time-series';
import type { Filtering } from '@solvane/contract/point-filters';
import type { Resolution } from '@solvane/contract/signal-resolutions';
import type { SignalValuesRequest } from '@solvane/contract/signals';
import { useCallback, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { BUCKET_MS } from '../../shared/series/resolutions.ts';
import type { SeriesColumns } from '../../shared/series/series-columns.ts';
import { seriesPlots } from '../../shared/series/series-plots.ts';
import { useSeriesColours } from '../../shared/series/use-series-colours.ts';
import { type SeriesNames, useSeriesNames } from '../../shared/series/use-series-names.ts';
import type { StudioSearch } from './studio-search.ts';
import { type StudioSeriesQuery, useStudioSeries } from './use-studio-series.ts';

export interface StudioDataQuery extends StudioSeriesQuery {
  /** Name of the site of a segment, where several sites are shown; null: one site only, or not known. */
  siteName: (segmentId: string | null) => string | null;
}

export interface StudioData {
  /** undefined: no result yet. */
  plots: readonly TimeSeriesPlot[] | undefined;
  series: readonly SeriesColumns[] | undefined;
  request: SignalValuesRequest;
  resolution: Resolution | null;
  isReduced: boolean;
  /** What filters removed from the whole period; undefined: no filters, or no result yet. */
  filtering: Filtering | undefined;
  error: Error | null;
  /** What is on screen belongs to an earlier query. */
  isOld: boolean;
  retry: () => void;
}

/** The chosen signals as plots. */
export function useStudioData({ siteName, ...query }: StudioDataQuery): StudioData {
  const { result, series, ...rest } = useStudioSeries(query);
  const colours = useSeriesColours(series, query.search.color);
  const { formatMessage } = useIntl();
  const names = useSeriesNames();
  const groupName = useGroupName(query.search, names);
  const comparison = query.search.compare ?? 'previousPeriod';
  const plots = useMemo(
    () =>
      series &&
      seriesPlots({
        series: series.map((one) => ({ ...one, label: groupName(one.label) })),
        signals: new Map(
          series.flatMap(({ signalId, signalName }) => {
            const signal = names.signal(signalId) ?? calculatedSignal(signalId, signalName);
            return signal ? [[signalId, signal] as const] : [];
          }),
        ),
        bucketMs: result ? BUCKET_MS[result.resolution] : null,
        siteName: (one) => siteName(one.segmentId),
        calcTypeName: names.calcType,
        periodsBackName: () => formatMessage({ id: `DataStudio_Compare_${comparison}` }),
        colours,
        colourBy: query.search.color,
      }),
    [series, result, siteName, colours, names, groupName, comparison, query.search.color, formatMessage],
  );
  return { ...rest, plots, series, resolution: result?.resolution ?? null, isReduced: result?.isReduced ?? false };
}

/** What is known of a calculated signal: its name. */
function calculatedSignal(signalId: string, name: string | undefined) {
  const [apCode = signalId, calcType = ''] = signalId.split('||');
  return name === undefined
    ? undefined
    : { apCode, calcType, name, measurementTypeName: 'Formula', timeAggregation: 'avg', treeAggregation: 'none' };
}

/** A group of devices, as the tree aggregation names it. */
function useGroupName({ tree }: StudioSearch, { segmentType }: SeriesNames): (label: string) => string {
  const { formatMessage } = useIntl();
  return useCallback(
    (label) => {
      if (tree === 'total') return formatMessage({ id: 'DataStudio_Tree_total' });
      return tree === 'segmentType' ? segmentType(label) : label;
    },
    [tree, segmentType, formatMessage],
  );
}
