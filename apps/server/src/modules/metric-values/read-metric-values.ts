import type { ResponseOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import type { SiteId } from '@solvane/contract/ids';
import type { PeriodMetricId } from '@solvane/contract/metric-ids';
import { type MetricRow, MOST_METRIC_VALUES, type metricValueEndpoints } from '@solvane/contract/metric-values';
import { metricDefinition } from '@solvane/contract/metrics';
import { type FleetRule, fleetValue, fleetValuesPerCurrency, metricChange } from '@solvane/energy/metrics/fleet-value';
import { isClockUnit } from '@solvane/energy/time/bucket';
import type { Db } from '../../db/db.ts';
import type { SiteCache } from '../../db/site-cache.ts';
import type { Caller } from '../../http/caller.ts';
import { dataHorizon } from '../../signals/data-horizon.ts';
import type { SeriesRegistry } from '../../signals/series-registry.ts';
import type { SignalReader } from '../../signals/signal-reader.ts';
import type { CountDeps } from '../device-states/count-states.ts';
import type { SignalDirectory } from '../signals/queries/signal-directory.ts';
import { readAccountFigures } from './account-figures.ts';
import { type DayRow, readDayFigures } from './day-figures.ts';
import { readEmissionFigures } from './emission-figures.ts';
import { readEventFigures } from './event-figures.ts';
import { groupItems, type MetricItem, type MetricValuesBody, readItems } from './metric-items.ts';
import { isFor, type MetricFigures, partOf, type TimedPart } from './metric-parts.ts';
import { type BucketKey, countBuckets, earlierPeriods, type MetricPeriods, metricPeriods } from './metric-periods.ts';
import { AVAILABLE_TIME, type DayFigure, type MetricSource, metricSource, referenceSource, signalsOf } from './metric-sources.ts';
import { readPromiseFigures } from './promise-figures.ts';
import { readRatingFigures } from './rating-figures.ts';
import { readSignalFigures } from './signal-figures.ts';
import { readStateCounts } from './state-counts.ts';

export interface MetricValueDeps {
  db: Db;
  signals: SignalReader;
  registry: Pick<SeriesRegistry, 'list'>;
  directory: SignalDirectory;
  states: CountDeps;
  daySums: SiteCache<DayRow[]>;
  now: () => number;
}

/** Shares of valid time from which a bucket is whole. */
const FULL = { hour: 0.8, day: 0.9 };

/** What values are compared with: figures of another period, or other sources in the same one. */
interface Reference {
  sourceOf: (metricId: PeriodMetricId) => MetricSource | undefined;
  /** Bucket of the reference that lies over the bucket of a value. */
  bucketOf: (bucket: BucketKey) => BucketKey | undefined;
  figures: MetricFigures;
}

/** Sites of the caller, and those of them whose events and contracts may be read. */
export interface MetricReader extends Pick<Caller, 'siteIds' | 'inventoryVersion'> {
  eventSiteIds: ReadonlySet<SiteId>;
  contractSiteIds: ReadonlySet<SiteId>;
}

/** Metrics of the sites or devices of a request, in groups and together. */
export async function readMetricValues(
  deps: MetricValueDeps,
  caller: MetricReader,
  body: MetricValuesBody,
): Promise<ResponseOf<typeof metricValueEndpoints.values>> {
  const { metricIds, period, by, groupBy, comparison } = body;
  const sensorSignals = metricIds.flatMap((id) => sensorSignalsOf(metricSource(id)));
  const withRatedEnergy = metricIds.some((id) => metricSource(id).from === 'cycles');
  const withRatings = metricIds.some((id) => metricSource(id).from === 'reliability');
  const items = await readItems(deps, caller, { ...body, sensorSignals, withRatedEnergy, withRatings });
  const nowMs = dataHorizon(deps.now());
  const options = { by, zones: new Set(items.map(({ segment }) => segment.zone)), nowMs };
  const byDay = { ...options, by: 'day' as const };
  const hasEmissions = metricIds.some((id) => metricSource(id).from === 'emissions');
  const buckets = Math.max(countBuckets(period, options), hasEmissions ? countBuckets(period, byDay) : 0);
  const requested = items.length * metricIds.length * buckets;
  if (requested > MOST_METRIC_VALUES)
    throw new AppError('signals.tooManyDatapoints', { values: { requested, allowed: MOST_METRIC_VALUES } });
  const periods = metricPeriods(period, options);
  refuseDaysByTheHour(metricIds, periods);
  const sources = metricIds.map((id) => metricSource(id));
  const isOther = comparison === 'budget' || comparison === 'expected' || comparison === 'guarantee';
  const others = isOther ? metricIds.flatMap((id) => referenceSource(comparison, id) ?? []) : [];
  const days = hasEmissions ? metricPeriods(period, byDay) : periods;
  const figures = await readFigures(deps, items, { sources: [...sources, ...others], periods, days, caller });
  const reference = isOther
    ? { sourceOf: (id: PeriodMetricId) => referenceSource(comparison, id), bucketOf: (bucket: BucketKey) => bucket, figures }
    : comparison &&
      (await readEarlier(deps, items, {
        ...{ sources, periods, caller, earlier: earlierPeriods(period, comparison, options) },
        days: earlierPeriods(period, comparison, hasEmissions ? byDay : options),
      }));
  const groups = groupItems(items, groupBy);
  const rowsOf = (key: string, members: readonly MetricItem[]) =>
    metricIds.flatMap((metricId) =>
      periods.keys.flatMap((bucket) =>
        groupRows(metricId, members, { bucket, figures, reference }).map((row) => ({ key, bucketMs: periods.startOf(bucket), ...row })),
      ),
    );
  return {
    groups: groups.map(({ group }) => group),
    rows: groups.flatMap(({ group, items: members }) => rowsOf(group.key, members)),
    totals: rowsOf('', items),
    timezone: periods.zone,
  };
}

interface WantedFigures {
  sources: readonly MetricSource[];
  periods: MetricPeriods;
  /** The same by its days. */
  days: MetricPeriods;
  caller: MetricReader;
}

async function readFigures(
  { db, signals, registry, states, daySums, now }: MetricValueDeps,
  items: readonly MetricItem[],
  { sources, periods, days: byDay, caller }: WantedFigures,
): Promise<MetricFigures> {
  const nowMs = dataHorizon(now());
  const wanted = items.flatMap(({ segment, isSite, sensors }) => [
    ...[...new Set(sources.flatMap((source) => signalsOf(source, isSite)))].map((signalId) => ({ segment, signalId })),
    ...[...sensors].flatMap(([signalId, devices]) => devices.map((device) => ({ segment: device, signalId }))),
  ]);
  const sites = [...new Map(items.map(({ segment: { siteId, zone } }) => [siteId, { siteId, zone }])).values()];
  const dayFigures = sources.flatMap(dayFiguresOf);
  const ofEvents = sources.flatMap((source) => (source.from === 'events' ? [source] : []));
  const hasAccounts = sources.some(({ from }) => from === 'reliability' || from === 'curtailed');
  const hasRatings = sources.some(({ from }) => from === 'rating');
  const hasStates = sources.some(({ from }) => from === 'states');
  const emitting = sources.flatMap((source) => (source.from === 'emissions' ? [source.signalId] : []));
  const [ofSignals, days, events, accounts, emissions, ratings, ofStates, promises] = await Promise.all([
    readSignalFigures(signals, wanted, { periods, nowMs }),
    readDayFigures({ db, daySums }, sites, { figures: dayFigures, periods }),
    readEventFigures(db, ofEvents.length > 0 ? items : [], {
      ...{ periods, siteIds: caller.eventSiteIds },
      hasCauses: ofEvents.some(({ cause }) => cause !== undefined),
    }),
    readAccountFigures(db, hasAccounts ? items : [], periods),
    readEmissionFigures({ db, signals }, emitting.length > 0 ? items : [], { signalIds: emitting, periods, days: byDay, nowMs }),
    readRatingFigures({ db, store: signals, registry, now }, hasRatings ? items : [], periods),
    readStateCounts(states, caller, hasStates ? items : []),
    readPromiseFigures({ db, now }, sites, {
      periods,
      siteIds: caller.contractSiteIds,
      guarantees: sources.some((source) => source.from === 'contractAmount' || (source.from === 'promised' && source.by === 'guarantee')),
      budgets: sources.some((source) => source.from === 'promised' && source.by === 'budget'),
    }),
  ]);
  return {
    signals: ofSignals,
    days,
    events,
    promises,
    accounts,
    emissions,
    ratings,
    states: ofStates,
    full: periods.unit !== undefined && isClockUnit(periods.unit) ? FULL.hour : FULL.day,
  };
}

/** What a promise is weighed with is counted by the day, too. */
function dayFiguresOf(source: MetricSource): DayFigure[] {
  if (source.from === 'days') return [source];
  return source.from === 'promised' ? [{ figure: 'availability', view: source.view, basis: source.basis }] : [];
}

async function readEarlier(
  deps: MetricValueDeps,
  items: readonly MetricItem[],
  { sources, periods, days, caller, earlier }: WantedFigures & { earlier: MetricPeriods },
): Promise<Reference> {
  const positions = new Map(periods.keys.map((key, index) => [key, index]));
  return {
    sourceOf: (metricId) => metricSource(metricId),
    bucketOf: (bucket) => earlier.keys[positions.get(bucket) ?? -1],
    figures: await readFigures(deps, items, { sources, periods: earlier, days, caller }),
  };
}

type GroupRow = Omit<MetricRow, 'key' | 'bucketMs'>;

/** One row, or one for each currency. Sites that the metric is not for do not count. */
function groupRows(
  metricId: PeriodMetricId,
  items: readonly MetricItem[],
  { bucket, figures, reference }: { bucket: BucketKey; figures: MetricFigures; reference: Reference | undefined },
): GroupRow[] {
  const counted = items.filter(({ energyType }) => isFor(metricId, energyType));
  if (counted.length === 0)
    return [{ ...NOTHING, metricId, unit: unitOf(metricId, null), reason: items.length === 0 ? 'noData' : 'notForType' }];
  const parts = counted.map((item) => partOf(metricId, metricSource(metricId), { item, bucket, figures }));
  const { fleet, scale, perCurrency } = metricDefinition(metricId);
  const rule: FleetRule = { aggregation: fleet, ...(scale && { scale }) };
  const source = reference?.sourceOf(metricId);
  const compared = source && counted.map((item) => referencePart(metricId, source, { item, bucket, reference }));
  const values = perCurrency ? fleetValuesPerCurrency(rule, parts) : [fleetValue(rule, parts)];
  return values.map((value) => {
    const own = perCurrency ? parts.filter(({ currency }) => currency === value.currency) : parts;
    return {
      metricId,
      currency: value.currency,
      unit: unitOf(metricId, value.currency),
      value: nullable(value.value),
      numerator: nullable(value.numerator),
      denominator: nullable(value.denominator),
      coverage: value.coverage,
      have: value.have,
      of: value.of,
      isPartial: value.isPartial || own.some(({ isPartial }) => isPartial),
      reason: value.reason ?? (Number.isNaN(value.value) ? 'nothingCounted' : null),
      ...(compared && { compared: comparedWith(metricId, rule, pairs(parts, compared, perCurrency ? value.currency : undefined)) }),
    };
  });
}

const NOTHING = {
  ...{ currency: null, value: null, numerator: null, denominator: null },
  ...{ coverage: 0, have: 0, of: 0, isPartial: false },
};

function referencePart(
  metricId: PeriodMetricId,
  source: MetricSource,
  { item, bucket, reference }: { item: MetricItem; bucket: BucketKey; reference: Reference | undefined },
): TimedPart | undefined {
  const over = reference?.bucketOf(bucket);
  return reference && over !== undefined ? partOf(metricId, source, { item, bucket: over, figures: reference.figures }) : undefined;
}

interface Pairs {
  values: TimedPart[];
  references: TimedPart[];
  of: number;
}

/** Parts that have both a value and a reference. @param currency - undefined: any */
function pairs(parts: readonly TimedPart[], compared: readonly (TimedPart | undefined)[], currency: string | null | undefined): Pairs {
  const own = parts.flatMap((part, index) =>
    currency === undefined || part.currency === currency ? [{ part, other: compared[index] }] : [],
  );
  const both = own.flatMap(({ part, other }) => (other && isThere(part) && isThere(other) ? [{ part, other }] : []));
  return { values: both.map(({ part }) => part), references: both.map(({ other }) => other), of: own.length };
}

function comparedWith(metricId: PeriodMetricId, rule: FleetRule, { values, references, of }: Pairs): NonNullable<MetricRow['compared']> {
  // What is compared is whole by choice: both sides have the same parts.
  const whole = { ...rule, isMoney: true };
  const [value, reference] = [fleetValue(whole, values).value, fleetValue(whole, references).value];
  const { amount, kind } = metricChange(value, reference, metricDefinition(metricId).unit === '%');
  return { value: nullable(reference), amount: nullable(amount), kind, have: values.length, of };
}

function sensorSignalsOf(source: MetricSource): readonly string[] {
  if (source.from === 'reliability') return [AVAILABLE_TIME];
  return source.from === 'sensors' ? source.signalIds : [];
}

function unitOf(metricId: PeriodMetricId, currency: string | null): string {
  return metricDefinition(metricId).unit.replace('cur', currency ?? '');
}

function isThere({ numerator }: TimedPart): boolean {
  return !Number.isNaN(numerator);
}

const DAILY: readonly MetricSource['from'][] = ['days', 'contractAmount', 'reliability', 'curtailed', 'emissions', 'rating'];

function isByDay(source: MetricSource): boolean {
  if (source.from === 'events') return source.figure === 'avoided' || source.figure === 'lost';
  return DAILY.includes(source.from);
}

/** @throws AppError request.invalid naming the metrics that are counted by the day */
function refuseDaysByTheHour(metricIds: readonly PeriodMetricId[], { unit }: MetricPeriods): void {
  if (unit === undefined || !isClockUnit(unit)) return;
  const issues = metricIds.flatMap((metricId, index) =>
    isByDay(metricSource(metricId))
      ? [{ level: 'error' as const, path: ['metricIds', index], message: 'Metrics_NotByHour', values: { metric: metricId } }]
      : [],
  );
  if (issues.length > 0) throw new AppError('request.invalid', { issues });
}

function nullable(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
