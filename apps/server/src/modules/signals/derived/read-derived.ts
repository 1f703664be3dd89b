import { setImmediate } from 'node:timers/promises';
import { AppError } from '@solvane/contract/errors';
import { formulaIdOf } from '@solvane/contract/formulas';
import { signalIdSchema } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import type { Filtering, PointFilter } from '@solvane/contract/point-filters';
import type { ColumnSeries } from '@solvane/contract/signal-columns';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import { type BucketUnit, bucketsIn } from '@solvane/energy/time/bucket';
import type { Period } from '@solvane/energy/time/local-day';
import { unitInCurrency } from '@solvane/energy/units/currency';
import { aggregateBuckets } from '@solvane/series/bucket-values';
import { reduceToBuckets } from '@solvane/series/decimate';
import { readFormulaSeries } from '../formulas/formula-values.ts';
import type { PreparedRequest, QueryDeps, SignalValuesBody } from '../queries/prepare-request.ts';
import { countPoints, toBucketUnit } from '../queries/resolution.ts';
import { combineGroups } from './combine-groups.ts';
import { filterSignals, readFilterInputs } from './filter-inputs.ts';
import { type FilteredSeries, filterPoints } from './filter-points.ts';
import { type DerivedSeries, type NativeSeries, readNativeSeries } from './native-series.ts';

export interface DerivedResponse {
  reduced: boolean;
  series: ColumnSeries[];
  filtering: Filtering | undefined;
}

/**
 * Values that the store does not hold: filtered ones. Native points are read, judged, and only then aggregated over time and along the tree.
 *
 * @throws AppError signals.tooManyDatapoints before anything is read
 */
export async function readDerived(
  deps: QueryDeps,
  request: SignalValuesBody,
  prepared: PreparedRequest,
  period: Period,
): Promise<DerivedResponse> {
  const { filters = [] } = request;
  assertReadable(filters, prepared, period);
  const stored = await readNativeSeries(deps.signals, prepared.series, period);
  const filterInputs = async (series: readonly NativeSeries[]) => (await filterAll(deps, filters, { prepared, period, series })).series;
  const calculated = await readFormulaSeries(deps, { ...prepared, period, unit: bucketUnitOf(prepared), filterInputs });
  // Series in buckets were filtered at their inputs.
  const [inBuckets, natively] = [calculated.filter(({ isInBuckets }) => isInBuckets), calculated.filter(({ isInBuckets }) => !isInBuckets)];
  const { series, filtering } = await filterAll(deps, filters, { prepared, period, series: [...stored, ...natively] });
  const derived = [
    ...series.map((one) => toColumns(one, prepared, period)),
    ...inBuckets.map((one) => ({ columns: { ...ownOf(one), ...withoutMissing(one) }, isReduced: false })),
  ];
  return {
    reduced: derived.some(({ isReduced }) => isReduced),
    series:
      request.treeAggregation === 'device'
        ? derived.map(({ columns: { native: _, weight: __, ...columns } }) => columns)
        : await combineGroups(deps, request, { prepared, series: derived.map(({ columns }) => columns) }),
    filtering,
  };
}

interface Unfiltered {
  prepared: PreparedRequest;
  period: Period;
  series: readonly NativeSeries[];
}

async function filterAll(
  deps: QueryDeps,
  filters: readonly PointFilter[],
  { prepared, period, series }: Unfiltered,
): Promise<{ series: NativeSeries[]; filtering: Filtering | undefined }> {
  if (filters.length === 0) return { series: [...series], filtering: undefined };
  const inputs = await readFilterInputs(deps, filters, {
    series,
    segments: prepared.segments,
    period,
    inventoryVersion: prepared.inventoryVersion,
  });
  const filtered: FilteredSeries[] = [];
  for (const one of series) {
    filtered.push(filterPoints(one, filters, inputs));
    // Other requests have their turn between two devices.
    await setImmediate();
  }
  const sumOf = (pick: (one: (typeof filtered)[number]) => number): number => filtered.reduce((sum, one) => sum + pick(one), 0);
  return {
    series: filtered.map((one) => one.series),
    filtering: {
      points: sumOf(({ removal }) => removal.points),
      used: sumOf(({ removal }) => removal.used),
      removed: filters.map((_, position) => sumOf(({ removal }) => removal.removed[position] ?? 0)),
      notApplied: filters.map((_, position) => sumOf(({ notApplied }) => Number(notApplied.includes(position)))),
    },
  };
}

/** Whether a response needs more than the store computes. */
export function isDerived({ filters = [], signalIds }: Pick<SignalValuesBody, 'filters' | 'signalIds'>): boolean {
  return filters.length > 0 || signalIds.some((id) => formulaIdOf(id) !== undefined);
}

/** Native points of everything that is requested, filtered. @throws AppError as `readDerived` */
export async function readNativePoints(
  deps: QueryDeps,
  filters: readonly PointFilter[],
  prepared: PreparedRequest,
  period: Period,
): Promise<{ series: NativeSeries[]; filtering: Filtering | undefined }> {
  assertReadable(filters, prepared, period);
  const stored = await readNativeSeries(deps.signals, prepared.series, period);
  const calculated = await readFormulaSeries(deps, { ...prepared, period, unit: undefined, filterInputs: async (inputs) => inputs });
  return filterAll(deps, filters, { prepared, period, series: [...stored, ...calculated] });
}

function assertReadable(filters: readonly PointFilter[], prepared: PreparedRequest, period: Period): void {
  assertNativeCount(prepared, period);
  assertKnownFilters(filters);
}

/** @throws AppError request.invalid naming the filters whose signal the catalogue does not know */
function assertKnownFilters(filters: readonly PointFilter[]): void {
  const issues = filters.flatMap((filter, index) =>
    filterSignals([filter])
      .filter((signal) => findSignalDefinition(signal) === undefined)
      .map((signal) => ({ level: 'error' as const, path: ['filters', index, 'signalId'], message: 'Signals_Unknown', values: { signal } })),
  );
  if (issues.length > 0) throw new AppError('request.invalid', { issues });
}

/** Every native point is looked at, however coarse the response is. @throws AppError signals.tooManyDatapoints */
function assertNativeCount({ series, formulaSeries, segments, zone }: PreparedRequest, period: Period): void {
  const intervalMs = Math.min(...segments.map((segment) => segment.intervalMs));
  const requested = (series.length + formulaSeries) * countPoints('raw', period, { intervalMs, zone });
  if (requested > LIMITS.nativePointsPerRequest)
    throw new AppError('signals.tooManyDatapoints', { values: { requested, allowed: LIMITS.nativePointsPerRequest } });
}

function bucketUnitOf({ chosen }: PreparedRequest): BucketUnit | undefined {
  return chosen.resolution === 'raw' ? undefined : toBucketUnit(chosen.resolution);
}

function ownOf(native: NativeSeries): Omit<DerivedSeries, 'timesMs' | 'values'> {
  const { segment, definition, aggregation } = native;
  return {
    native,
    ...(formulaIdOf(definition.signalId) !== undefined && { signalName: definition.name }),
    key: segment.segmentId,
    label: segment.name,
    segmentId: segment.segmentId,
    signalId: signalIdSchema.parse(definition.signalId),
    unit: unitInCurrency(definition.unit, segment.currency),
    aggregation: typeof aggregation === 'string' ? aggregation : `p${aggregation.percentile}`,
    timezone: segment.zone,
    periodsBack: 0,
  };
}

function toColumns(native: NativeSeries, prepared: PreparedRequest, period: Period): { columns: DerivedSeries; isReduced: boolean } {
  const own = ownOf(native);
  const { maxPoints, isAutomatic } = prepared;
  const unit = bucketUnitOf(prepared);
  if (unit !== undefined) {
    return { columns: { ...own, ...bucketColumns(native, { unit, period, isAutomatic }) }, isReduced: false };
  }
  const present = withoutMissing(native);
  if (maxPoints === undefined || present.timesMs.length <= maxPoints) return { columns: { ...own, ...present }, isReduced: false };
  const { timesMs, mean, min, max } = reduceToBuckets(present, { ...period, buckets: maxPoints });
  return { columns: { ...own, timesMs, values: mean, min, max }, isReduced: true };
}

function bucketColumns(native: NativeSeries, { unit, period, isAutomatic }: { unit: BucketUnit; period: Period; isAutomatic: boolean }) {
  const { segment, timesMs, values, weights, aggregation } = native;
  const { keysMs, edgesMs } = bucketsIn(period, unit, segment.zone);
  const buckets = aggregateBuckets({ timesMs, values, weights }, edgesMs, aggregation);
  const filled = [...buckets.count.keys()].filter((bucket) => (buckets.count[bucket] ?? 0) > 0 && !Number.isNaN(buckets.values[bucket]));
  const pick = (column: ArrayLike<number>): Float64Array => Float64Array.from(filled, (bucket) => column[bucket] ?? Number.NaN);
  const lengths = Float64Array.from(filled, (bucket) => (edgesMs[bucket + 1] ?? 0) - (edgesMs[bucket] ?? 0));
  const completeness = pick(buckets.count).map((count, i) => Math.min(1, (count * segment.intervalMs) / (lengths[i] || Number.NaN)));
  return {
    timesMs: pick(keysMs),
    values: pick(buckets.values),
    ...(isAutomatic && { min: pick(buckets.min), max: pick(buckets.max) }),
    completeness,
    weight: pick(buckets.weight),
  };
}

/** Absent where there is no value, as the store answers. */
function withoutMissing({ timesMs, values }: NativeSeries): { timesMs: Float64Array; values: Float64Array } {
  if (!values.some(Number.isNaN)) return { timesMs, values };
  const isThere = (_: number, i: number): boolean => !Number.isNaN(values[i]);
  return { timesMs: timesMs.filter(isThere), values: values.filter(isThere) };
}
