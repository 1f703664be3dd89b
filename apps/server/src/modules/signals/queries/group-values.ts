import { AppError } from '@solvane/contract/errors';
import { type SegmentId, signalIdSchema } from '@solvane/contract/ids';
import type { ColumnSeries } from '@solvane/contract/signal-columns';
import type { SignalDefinition } from '@solvane/energy/signals/catalogue';
import { type BucketUnit, CLOCK_UNITS, type ClockUnit, isClockUnit } from '@solvane/energy/time/bucket';
import { dayStart, localDayOf, type Period, toIsoDate } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import { isMoney, unitInCurrency } from '@solvane/energy/units/currency';
import { dataHorizon } from '../../../signals/data-horizon.ts';
import { pointKindOf } from '../../../signals/series-registry.ts';
import type { PreparedRequest, QueryDeps, SignalValuesBody } from './prepare-request.ts';
import type { RequestedSeries } from './requested-series.ts';
import { toBucketUnit } from './resolution.ts';
import type { RequestedSegment } from './signal-directory.ts';

/** Below this share of valid time a device's bucket counts as missing. */
const MIN_COMPLETENESS = 0.5;

interface Group {
  key: string;
  label: string;
  /** The site's own segment; null: several sites. */
  segmentId: SegmentId | null;
}

interface OpenGroup extends Group {
  position: number;
  /** Zone of its sites; UTC where they differ. */
  zone: string;
  /** Of its sites: one, see `assertOneCurrency`. */
  currency: string | null;
}

/** Values of devices put together along the tree: one series per signal and group. */
export async function readGroupSeries(
  deps: QueryDeps,
  request: SignalValuesBody,
  prepared: PreparedRequest,
  period: Period,
): Promise<{ reduced: boolean; series: ColumnSeries[] }> {
  const { groupOf, capacityOf } = await readGrouping(deps, request, prepared);
  const bySignal = Map.groupBy(prepared.series, ({ definition }) => definition);
  const parts = [...bySignal].map(async ([definition, series]) =>
    readSignal(deps, { definition, series, prepared, period, groupOf, capacityOf }),
  );
  return { reduced: false, series: (await Promise.all(parts)).flat() };
}

export interface Grouping {
  groupOf(segment: RequestedSegment): Group;
  /** Weight of a device; 1 where its capacity is not known. */
  capacityOf(segmentId: SegmentId): number;
}

/** Which group each device belongs to, and what it weighs. */
export async function readGrouping(
  { directory, now }: Pick<QueryDeps, 'directory' | 'now'>,
  request: SignalValuesBody,
  prepared: Pick<PreparedRequest, 'segments' | 'inventoryVersion'>,
): Promise<Grouping> {
  const segmentIds = prepared.segments.map(({ segmentId }) => segmentId);
  const date = toIsoDate(localDayOf(now(), 'UTC'));
  const findAttribute = (attribute: string) => directory.findAttribute(prepared.inventoryVersion, { segmentIds, attribute, date });
  const capacities = await findAttribute('capacityAc');
  const attribute = request.treeAggregation === 'attribute' ? await findAttribute(requireAttribute(request)) : new Map();
  return {
    groupOf: (segment) => toGroup(request.treeAggregation, segment, attribute.get(segment.segmentId)),
    capacityOf: (segmentId) => {
      const capacity = capacities.get(segmentId);
      return typeof capacity === 'number' && capacity > 0 ? capacity : 1;
    },
  };
}

interface SignalGroups extends Grouping {
  definition: SignalDefinition;
  series: readonly RequestedSeries[];
  prepared: PreparedRequest;
  period: Period;
}

async function readSignal(
  { signals, now }: QueryDeps,
  { definition, series, prepared, period, groupOf, capacityOf }: SignalGroups,
): Promise<ColumnSeries[]> {
  const { treeAggregation } = definition;
  if (treeAggregation === 'none')
    throw new AppError('request.invalid', {
      issues: [{ level: 'error', path: ['treeAggregation'], message: 'Signals_NotAggregable', values: { signal: definition.name } }],
    });
  const groups = new Map<string, OpenGroup>();
  const members = series.map((one) => {
    const group = groupOf(one.segment);
    const { zone, currency } = one.segment;
    const known = groups.get(group.key) ?? { ...group, position: groups.size, zone, currency };
    if (isMoney(definition.unit)) assertOneCurrency(definition, known.currency, currency);
    groups.set(group.key, known.zone === zone ? known : { ...known, zone: 'UTC' });
    return { ...one.query, group: known.position, capacity: capacityOf(one.segment.segmentId) };
  });
  const unit = groupUnit(prepared, series);
  const response = await signals.readGroups({
    ...period,
    members,
    resolution: unit,
    treeAggregation: treeAggregation,
    // What a computed value counts is its weight: a ratio of the daylight hours, or one value a day, is whole although it covers little time.
    minCompleteness: pointKindOf(definition.calcType) === 'derived' ? 0 : MIN_COMPLETENESS,
    horizonMs: Math.min(dataHorizon(now()), period.endMs),
  });
  return [...groups.values()].flatMap(({ key, label, segmentId, position, zone, currency }) => {
    const columns = response.groups[position];
    if (!columns) return [];
    return {
      key,
      label,
      segmentId,
      signalId: signalIdSchema.parse(definition.signalId),
      unit: unitInCurrency(definition.unit, currency),
      aggregation: treeAggregation,
      timezone: zone,
      periodsBack: 0,
      // The store names dates by their midnights in UTC, as those of several zones have no instant of their own.
      timesMs: isClockUnit(unit) ? columns.timesMs : columns.timesMs.map((timeMs) => dayStart(timeMs / DAY_MS, zone)),
      values: columns.values,
      completeness: columns.completeness,
    };
  });
}

/** Amounts in several currencies have no sum. */
function assertOneCurrency({ name }: SignalDefinition, one: string | null, other: string | null): void {
  if (one === other) return;
  throw new AppError('request.invalid', {
    issues: [{ level: 'error', path: ['treeAggregation'], message: 'Signals_MixedCurrencies', values: { signal: name } }],
  });
}

function toGroup(
  kind: SignalValuesBody['treeAggregation'],
  segment: RequestedSegment,
  value: number | string | boolean | undefined,
): Group {
  if (kind === 'site') return { key: segment.siteId, label: segment.siteName, segmentId: segment.siteSegmentId };
  if (kind === 'segmentType') return { key: segment.segmentType, label: segment.segmentType, segmentId: null };
  if (kind === 'attribute') return { key: String(value ?? ''), label: String(value ?? ''), segmentId: null };
  return { key: 'total', label: '', segmentId: null };
}

/** Devices are combined bucket by bucket; native values in buckets of the longest native interval. */
function groupUnit({ chosen }: PreparedRequest, series: readonly RequestedSeries[]): BucketUnit {
  if (chosen.resolution !== 'raw') return toBucketUnit(chosen.resolution);
  const intervalMs = Math.max(...series.map(({ segment }) => segment.intervalMs));
  const units = Object.keys(CLOCK_UNITS) as ClockUnit[];
  return units.find((unit) => CLOCK_UNITS[unit] >= intervalMs) ?? 'hour';
}

function requireAttribute({ attribute }: SignalValuesBody): string {
  if (attribute === undefined)
    throw new AppError('request.invalid', { issues: [{ level: 'error', path: ['attribute'], message: 'Form_Required' }] });
  return attribute;
}
