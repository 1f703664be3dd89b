import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { signalIdSchema } from '@solvane/contract/ids';
import type { signalAnalysisEndpoints } from '@solvane/contract/signal-analysis';
import { unitInCurrency } from '@solvane/energy/units/currency';
import { aggregateBuckets } from '@solvane/series/bucket-values';
import { quantileOfSorted, sortedValues } from '@solvane/series/quantile';
import type { Caller } from '../../../http/caller.ts';
import { readNativePoints } from '../derived/read-derived.ts';
import { prepareExport, type QueryDeps } from '../queries/prepare-request.ts';
import { countPoints } from '../queries/resolution.ts';

type Statistics = ResponseOf<typeof signalAnalysisEndpoints.statistics>;

/** Statistics of native points, filtered or not. @throws AppError signals.tooManyDatapoints before anything is read */
export async function readSpanStatistics(
  deps: QueryDeps,
  caller: Caller,
  { percentiles, filters, ...span }: BodyOf<typeof signalAnalysisEndpoints.statistics>,
): Promise<Statistics> {
  const request = { ...span, filters, resolution: 'raw' as const, aggregation: 'default' as const, treeAggregation: 'device' as const };
  const prepared = await prepareExport(deps, caller, request);
  const { period } = prepared;
  const { series, filtering } = await readNativePoints(deps, filters ?? [], prepared, period);
  const edgesMs = Float64Array.of(period.startMs, period.endMs);
  const items = series.map((one) => {
    const { segment, definition } = one;
    const of = (aggregation: 'avg' | 'std' | 'sum') => aggregateBuckets(one, edgesMs, aggregation).values[0] ?? Number.NaN;
    const { min, max, count } = aggregateBuckets(one, edgesMs, 'count');
    const sorted = sortedValues(one.values);
    const expected = countPoints('raw', period, segment);
    return {
      segmentId: segment.segmentId,
      signalId: signalIdSchema.parse(definition.signalId),
      unit: unitInCurrency(definition.unit, segment.currency),
      count: count[0] ?? 0,
      min: toNullable(min[0]),
      max: toNullable(max[0]),
      mean: toNullable(of('avg')),
      std: toNullable(of('std')),
      sum: toNullable(of('sum')),
      percentiles: percentiles.map((percent) => toNullable(quantileOfSorted(sorted, percent / 100))),
      dataShare: expected === 0 ? 0 : Math.min(1, (count[0] ?? 0) / expected),
    };
  });
  return { items, ...(filtering && { filtering }) };
}

function toNullable(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
