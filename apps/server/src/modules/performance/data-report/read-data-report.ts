import type { DataReport, dataReportEndpoints, ReportedDevice, ReportedSignal } from '@solvane/contract/data-report';
import type { QueryOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import { signalIdSchema } from '@solvane/contract/ids';
import { QUALITY_FLAGS } from '@solvane/energy/quality/flags';
import { QUALITY_METHODS } from '@solvane/energy/quality/methods';
import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import { dayStart, localDayOf, type Period, toIsoDate } from '@solvane/energy/time/local-day';
import { and, asc, count, eq, gte, lte } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { segments, sites } from '../../../db/schema/fleet.ts';
import { dirtySiteDays } from '../../../db/schema/site-days.ts';
import type { Caller } from '../../../http/caller.ts';
import type { RegisteredSeries, SeriesRegistry } from '../../../signals/series-registry.ts';
import type { QualityCounts, RawCounts, SignalReader } from '../../../signals/signal-reader.ts';
import { type FleetResultDeps, readFleetResults } from '../results/fleet-results.ts';
import { readExpectationGaps } from '../results/site-results.ts';

export interface DataReportDeps extends FleetResultDeps {
  store: Pick<SignalReader, 'read' | 'countRaw' | 'countQuality'>;
  registry: Pick<SeriesRegistry, 'list'>;
}

/** Validation that changes the energy of a signal by more than this share of it is taken for an error. */
const ENERGY_TOLERANCE = 0.05;

/** What became of the data of a site. @throws AppError resource.notFound out of scope */
export async function readDataReport(
  deps: DataReportDeps,
  caller: Pick<Caller, 'siteIds'>,
  { siteId, ...period }: QueryOf<typeof dataReportEndpoints.read>,
): Promise<DataReport> {
  if (!caller.siteIds.has(siteId)) throw new AppError('resource.notFound');
  const [site] = await deps.db.select().from(sites).where(eq(sites.id, siteId));
  if (!site) throw new AppError('resource.notFound');
  const zone = site.timezone ?? 'UTC';
  const rows = await deps.db
    .select({ segmentId: segments.id, name: segments.name, segmentType: segments.segmentType })
    .from(segments)
    .where(eq(segments.siteId, siteId))
    .orderBy(asc(segments.path));
  const series = await deps.registry.list(rows.map(({ segmentId }) => segmentId));
  const clock = { ...period, zone, intervalMs: SIGNAL_CALC_PERIODS[site.signalCalcPeriod] };
  const days = { from: localDayOf(period.startMs, zone), to: localDayOf(period.endMs - 1, zone) };
  const waitingDays = await countWaiting(deps.db, siteId, days);
  const signals = await reportSignals(deps, series, { ...clock, isComplete: waitingDays === 0 });
  const gaps = await readGaps(deps, caller, { siteId, ...period });
  const devices = rows.flatMap((row): ReportedDevice[] => {
    const own = signals.get(row.segmentId) ?? [];
    const missingExpectation = gaps.get(row.segmentId) ?? null;
    return own.length === 0 && !missingExpectation ? [] : [{ ...row, signals: own, missingExpectation }];
  });
  return {
    siteId,
    name: site.name,
    timezone: zone,
    ...period,
    waitingDays,
    devices,
    ...(await resultsOf(deps, caller, { siteId, segmentId: site.segmentId, days, clock, series })),
  };
}

async function readGaps(
  deps: DataReportDeps,
  caller: Pick<Caller, 'siteIds'>,
  query: { siteId: DataReport['siteId'] } & Period,
): Promise<Map<string, NonNullable<ReportedDevice['missingExpectation']>>> {
  const { items } = await readExpectationGaps(deps, caller, { ...query, by: 'period' });
  return new Map(items.flatMap(({ devices }) => devices.map(({ segmentId, ...gap }) => [segmentId as string, gap])));
}

interface Clock extends Period {
  zone: string;
  intervalMs: number;
}

async function reportSignals(
  { store }: DataReportDeps,
  series: readonly RegisteredSeries[],
  { isComplete, ...clock }: Clock & { isComplete: boolean },
): Promise<Map<string, ReportedSignal[]>> {
  const ofCalcType = (wanted: string) => series.filter(({ calcType }) => calcType === wanted);
  const [raw, validated] = [ofCalcType('Raw'), ofCalcType('Validated')];
  const numbers = (list: readonly RegisteredSeries[]) => list.map((each) => each.series);
  const lane = { lane: 'background' } as const;
  const received = new Map((await store.countRaw({ ...clock, series: numbers(raw) }, lane)).map((each) => [each.series, each]));
  const judged = new Map((await store.countQuality({ ...clock, series: numbers(validated) }, lane)).map((each) => [each.series, each]));
  const byName = new Map(validated.map((each) => [nameOf(each), each]));
  const energies = await readEnergies({ store }, [...raw, ...validated].filter(isPower), clock);
  const report = new Map<string, ReportedSignal[]>();
  for (const each of raw) {
    const counts = received.get(each.series);
    if (!counts) continue;
    const after = byName.get(nameOf(each));
    const energy = isPower(each)
      ? comparedEnergy(energies.get(each.series) ?? 0, (after && energies.get(after.series)) ?? Number.NaN, { isComplete })
      : null;
    const signal = reportedSignal(each, { counts, quality: after && judged.get(after.series), energy });
    report.set(each.segmentId, [...(report.get(each.segmentId) ?? []), signal]);
  }
  return report;
}

function reportedSignal(
  { apCode, calcType }: RegisteredSeries,
  { counts, quality, energy }: { counts: RawCounts; quality: QualityCounts | undefined; energy: ReportedSignal['energy'] },
): ReportedSignal {
  const { points, firstMs, lastMs } = counts;
  const { received = 0, valid = 0, withValue = 0, estimated = 0 } = quality ?? {};
  return {
    signalId: signalIdSchema.parse(`${apCode}||${calcType}`),
    points,
    firstMs,
    lastMs,
    judged: received,
    validShare: received > 0 ? valid / received : null,
    estimatedShare: withValue > 0 ? estimated / withValue : null,
    removed: quality ? removedBy(quality) : [],
    energy,
  };
}

const TESTS = Object.entries(QUALITY_METHODS).flatMap(([name, { kind, flag }]) =>
  kind === 'test' && flag > QUALITY_FLAGS.MISSING ? [{ rule: `QualityMethod_${name}`, bit: Math.log2(flag) }] : [],
);

function removedBy({ received, removedBy: counts }: QualityCounts): ReportedSignal['removed'] {
  return TESTS.flatMap(({ rule, bit }) => {
    const intervals = counts[bit] ?? 0;
    return intervals > 0 && received > 0 ? [{ rule, intervals, share: intervals / received }] : [];
  }).sort((a, b) => b.intervals - a.intervals);
}

/** Energy of power signals by series: the mean of each day times its valid time. [kWh] */
async function readEnergies(
  { store }: Pick<DataReportDeps, 'store'>,
  series: readonly RegisteredSeries[],
  { startMs, endMs, zone, intervalMs }: Clock,
): Promise<Map<number, number>> {
  if (series.length === 0) return new Map();
  const response = await store.read(
    {
      startMs,
      endMs,
      resolution: 'day',
      withCompleteness: true,
      horizonMs: endMs,
      series: series.map((each) => ({
        series: each.series,
        kind: each.calcType === 'Raw' ? ('raw' as const) : ('validated' as const),
        zone,
        intervalMs,
        aggregation: 'avg' as const,
      })),
    },
    { lane: 'background' },
  );
  return new Map(
    response.series.map(({ timesMs, values, completeness }, i) => [
      series[i]?.series ?? 0,
      values.reduce((sum, value, k) => {
        const fromMs = Math.max(startMs, timesMs[k] ?? Number.NaN);
        const toMs = Math.min(endMs, dayStart(localDayOf(timesMs[k] ?? Number.NaN, zone) + 1, zone));
        return sum + (value * (completeness?.[k] ?? 0) * (toMs - fromMs)) / 3_600_000;
      }, 0),
    ]),
  );
}

/** Days that wait have energy received and none validated: until they are computed no ratio is an error. */
function comparedEnergy(receivedKwh: number, validatedKwh: number, { isComplete }: { isComplete: boolean }): ReportedSignal['energy'] {
  if (Number.isNaN(validatedKwh)) return null;
  const ratio = receivedKwh > 0 ? validatedKwh / receivedKwh : null;
  return { receivedKwh, validatedKwh, ratio, isError: isComplete && ratio !== null && Math.abs(ratio - 1) > ENERGY_TOLERANCE };
}

async function resultsOf(
  deps: DataReportDeps,
  caller: Pick<Caller, 'siteIds'>,
  {
    siteId,
    segmentId,
    days,
    clock,
    series,
  }: {
    siteId: DataReport['siteId'];
    segmentId: string;
    days: { from: number; to: number };
    clock: Clock;
    series: readonly RegisteredSeries[];
  },
): Promise<
  Pick<
    DataReport,
    'producedKwh' | 'expectedKwh' | 'lostKwh' | 'availabilityPercent' | 'availabilityReason' | 'reasons' | 'electricalWarning'
  >
> {
  const scope = { siteIds: new Set([siteId].filter((id) => caller.siteIds.has(id))) };
  const period = { fromDay: toIsoDate(days.from), toDay: toIsoDate(days.to + 1) };
  const [result] = await readFleetResults(deps, scope, period);
  const availability = result?.availability;
  const counted = availability ? availability.available + availability.unavailable : 0;
  const lost = series.find((each) => each.segmentId === segmentId && each.apCode === 'ActiveEnergy' && each.calcType === 'Lost');
  const lostKwh = await readLost(deps, lost, clock);
  const { reasons } = result ?? {};
  return {
    producedKwh: result?.producedKwh ?? null,
    expectedKwh: result?.expectedKwh ?? null,
    lostKwh,
    reasons: {
      ...(reasons?.energyKwh && { producedKwh: reasons.energyKwh }),
      ...(reasons?.expectedKwh && { expectedKwh: reasons.expectedKwh }),
      ...(lostKwh === null && { lostKwh: reasons?.expectedKwh ?? 'notComputed' }),
      ...(reasons?.availability && { availabilityPercent: reasons.availability }),
    },
    availabilityPercent: availability && counted > 0 ? (100 * availability.available) / counted : null,
    availabilityReason: result?.availabilityReason ?? null,
    electricalWarning: result?.electricalWarning ?? null,
  };
}

async function readLost(
  { store }: Pick<DataReportDeps, 'store'>,
  lost: RegisteredSeries | undefined,
  { startMs, endMs, zone, intervalMs }: Clock,
): Promise<number | null> {
  if (!lost) return null;
  const query = { series: lost.series, kind: 'derived', zone, intervalMs, aggregation: 'sum' } as const;
  const { series } = await store.read({ startMs, endMs, resolution: 'day', series: [query] }, { lane: 'background' });
  const values = series[0]?.values ?? new Float64Array(0);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
}

async function countWaiting(db: Db, siteId: DataReport['siteId'], { from, to }: { from: number; to: number }): Promise<number> {
  const [row] = await db
    .select({ days: count() })
    .from(dirtySiteDays)
    .where(and(eq(dirtySiteDays.siteId, siteId), gte(dirtySiteDays.day, toIsoDate(from)), lte(dirtySiteDays.day, toIsoDate(to))));
  return row?.days ?? 0;
}

/** Of one device the same quantity, whatever the stage. */
function nameOf({ segmentId, apCode }: Pick<RegisteredSeries, 'segmentId' | 'apCode'>): string {
  return `${segmentId} ${apCode}`;
}

function isPower({ apCode }: Pick<RegisteredSeries, 'apCode'>): boolean {
  return apCode === 'ActivePower';
}
