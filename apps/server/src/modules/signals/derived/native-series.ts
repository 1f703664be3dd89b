import type { ColumnSeries } from '@solvane/contract/signal-columns';
import type { SignalDefinition } from '@solvane/energy/signals/catalogue';
import type { Period } from '@solvane/energy/time/local-day';
import type { BucketAggregation } from '@solvane/series/bucket-values';
import type { Aggregation, SignalReader, TreeAggregation } from '../../../signals/signal-reader.ts';
import type { RequestedSeries } from '../queries/requested-series.ts';
import type { RequestedSegment } from '../queries/signal-directory.ts';

/** What of a definition counts for a series in memory; a formula has one of its own. */
export interface NativeDefinition extends Pick<SignalDefinition, 'calcType' | 'name' | 'unit'> {
  /** Of the catalogue; that of a formula is its own. */
  apCode: string;
  signalId: string;
  treeAggregation: TreeAggregation | 'none';
}

/** Points of one signal of a device as they are stored or computed, in memory. */
export interface NativeSeries {
  segment: RequestedSegment;
  definition: NativeDefinition;
  aggregation: BucketAggregation;
  timesMs: Float64Array;
  values: Float64Array;
  /** Of ratios: what each value weighs. */
  weights?: Float64Array | undefined;
}

/** Values of one series per bucket, or native points. */
export interface DerivedSeries extends ColumnSeries {
  native: NativeSeries;
  /** What each value weighs in ratios; absent with native points. */
  weight?: Float64Array;
}

/** Stored points of the period, in the order of the requested series. */
export async function readNativeSeries(
  signals: Pick<SignalReader, 'read'>,
  requested: readonly RequestedSeries[],
  period: Period,
): Promise<NativeSeries[]> {
  if (requested.length === 0) return [];
  const weighted = requested.flatMap((one, index) => (isWeighted(one) ? [{ one, index }] : []));
  const queries = [
    ...requested.map(({ query }) => query),
    ...weighted.map(({ one }) => ({ ...one.query, aggregation: 'avg' as const, facet: 'weight' as const })),
  ];
  const { series } = await signals.read({ ...period, series: queries, resolution: 'raw' });
  const weightAt = new Map(weighted.map(({ index }, position) => [index, requested.length + position]));
  return requested.map(({ segment, definition, query }, index) => {
    const columns = series[index];
    const weights = series[weightAt.get(index) ?? -1];
    const [timesMs, values] = [columns?.timesMs ?? new Float64Array(), columns?.values ?? new Float64Array()];
    return {
      segment,
      definition,
      aggregation: query.aggregation satisfies Aggregation,
      timesMs,
      values,
      ...(weights?.timesMs.length === timesMs.length && { weights: weights.values }),
    };
  });
}

/** Ratios are joined by their denominators. */
function isWeighted({ definition, query }: RequestedSeries): boolean {
  return definition.timeAggregation === 'ratio' && query.kind === 'derived' && query.aggregation === 'avg';
}
