import { AppError } from '@solvane/contract/errors';
import type { SegmentId } from '@solvane/contract/ids';
import type { ColumnSeries } from '@solvane/contract/signal-columns';
import { isClockUnit } from '@solvane/energy/time/bucket';
import { dayStart, localDayOf } from '@solvane/energy/time/local-day';
import { aggregateBuckets } from '@solvane/series/bucket-values';
import type { TreeAggregation } from '../../../signals/signal-reader.ts';
import { readGrouping } from '../queries/group-values.ts';
import type { PreparedRequest, QueryDeps, SignalValuesBody } from '../queries/prepare-request.ts';
import { toBucketUnit } from '../queries/resolution.ts';
import type { DerivedSeries } from './native-series.ts';

interface Group {
  key: string;
  label: string;
  segmentId: SegmentId | null;
  zone: string;
  members: { series: DerivedSeries; capacity: number }[];
}

/** Series of devices put together along the tree, bucket by bucket; days and longer by their date, each site in its own zone. */
export async function combineGroups(
  deps: QueryDeps,
  request: SignalValuesBody,
  { prepared, series }: { prepared: PreparedRequest; series: readonly DerivedSeries[] },
): Promise<ColumnSeries[]> {
  const { groupOf, capacityOf } = await readGrouping(deps, request, prepared);
  const bySignal = Map.groupBy(series, ({ signalId }) => signalId);
  return [...bySignal.values()].flatMap((ofSignal) => {
    const groups = new Map<string, Group>();
    for (const one of ofSignal) {
      const { segment } = one.native;
      const { key, label, segmentId } = groupOf(segment);
      const known = groups.get(key) ?? { key, label, segmentId, zone: segment.zone, members: [] };
      known.members.push({ series: one, capacity: capacityOf(segment.segmentId) });
      groups.set(key, known.zone === segment.zone ? known : { ...known, zone: 'UTC' });
    }
    return [...groups.values()].map((group) => combine(group, prepared));
  });
}

function combine({ key, label, segmentId, zone, members }: Group, { chosen }: PreparedRequest): ColumnSeries {
  const [first] = members;
  if (!first) throw new RangeError('A group has members');
  const { definition } = first.series.native;
  if (definition.treeAggregation === 'none')
    throw new AppError('request.invalid', {
      issues: [{ level: 'error', path: ['treeAggregation'], message: 'Signals_NotAggregable', values: { signal: definition.name } }],
    });
  const isCalendar = chosen.resolution !== 'raw' && !isClockUnit(toBucketUnit(chosen.resolution));
  const slots = new Map<number, { value: number; weight: number; capacity: number }[]>();
  for (const { series, capacity } of members)
    for (const [i, timeMs] of series.timesMs.entries()) {
      const slot = isCalendar ? localDayOf(timeMs, series.timezone) : timeMs;
      const values = slots.get(slot) ?? [];
      values.push({ value: series.values[i] ?? Number.NaN, weight: series.weight?.[i] ?? 1, capacity });
      slots.set(slot, values);
    }
  const ordered = [...slots].sort(([one], [other]) => one - other);
  const whole = members.reduce((sum, { capacity }) => sum + capacity, 0);
  return {
    key,
    label,
    segmentId,
    signalId: first.series.signalId,
    ...(first.series.signalName !== undefined && { signalName: first.series.signalName }),
    unit: first.series.unit,
    aggregation: definition.treeAggregation,
    timezone: zone,
    periodsBack: 0,
    timesMs: Float64Array.from(ordered, ([slot]) => (isCalendar ? dayStart(slot, zone) : slot)),
    values: Float64Array.from(ordered, ([, values]) => join(values, definition.treeAggregation)),
    completeness: Float64Array.from(ordered, ([, values]) => values.reduce((sum, { capacity }) => sum + capacity, 0) / whole),
  };
}

function join(members: readonly { value: number; weight: number; capacity: number }[], tree: TreeAggregation | 'none'): number {
  const values = Float64Array.from(members, ({ value }) => value);
  const weights =
    tree === 'cap'
      ? Float64Array.from(members, ({ capacity }) => capacity)
      : tree === 'ratio'
        ? Float64Array.from(members, ({ weight }) => weight)
        : undefined;
  const aggregation = tree === 'cap' || tree === 'ratio' || tree === 'none' ? 'avg' : tree;
  const column = { timesMs: new Float64Array(values.length), values, weights };
  return aggregateBuckets(column, Float64Array.of(0, 1), aggregation).values[0] ?? Number.NaN;
}
