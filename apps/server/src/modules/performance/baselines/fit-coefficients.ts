import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import type { SegmentId } from '@solvane/contract/ids';
import { type CoefficientFitWire, type expectedCoefficientEndpoints, MOST_FITTED_DEVICES } from '@solvane/contract/models';
import {
  type CoefficientSums,
  coefficientFit,
  coefficientSums,
  MIN_TRAINING_HOURS,
  MIN_TRAINING_IRRADIANCE,
} from '@solvane/energy/production/learned-coefficients';
import type { SiteDevice } from '@solvane/energy/site-day/site';
import { intervalGrid } from '@solvane/energy/time/interval';
import { civilDate, type LocalDay, localDayOf, localDaysOf, type Period, toIsoDate } from '@solvane/energy/time/local-day';
import { powerFromSelectedCurves, selectCurves } from '@solvane/energy/wind/curve-selection';
import type { Caller } from '../../../http/caller.ts';
import { pointKindOf } from '../../../signals/series-registry.ts';
import type { SignalReader } from '../../../signals/signal-reader.ts';
import { type ConfiguredSite, findConfiguredSite } from '../configuration/site-configuration.ts';
import { readSolarColumns, type SolarReaders } from './solar-columns.ts';
import { disturbedIntervals, readTurbineColumns } from './turbine-columns.ts';

export interface FitCoefficientsDeps extends SolarReaders {
  now: () => number;
  store: Pick<SignalReader, 'read' | 'readPoints'>;
}

/** Below this share of the rating a curve says little about a turbine. */
const WEAK_SHARE = 0.05;
const MS_PER_YEAR = 365.25 * 86_400_000;

/**
 * Coefficients that a device, or all generators of a site together, would have needed. Nothing is stored.
 *
 * @throws AppError resource.notFound when the device is out of scope or makes no PV or wind power, signals.tooManyDevices for a large site
 */
export async function fitCoefficients(
  deps: FitCoefficientsDeps,
  caller: Pick<Caller, 'siteIds'>,
  { siteId, segmentId, degradationPerYear, ...asked }: BodyOf<typeof expectedCoefficientEndpoints.fit>,
): Promise<CoefficientFitWire> {
  const configured = caller.siteIds.has(siteId) ? await findConfiguredSite(deps.db, siteId) : undefined;
  if (!configured) throw new AppError('resource.notFound');
  const { stepMs, zone } = configured;
  const endMs = Math.min(asked.endMs, deps.now());
  const period = { startMs: Math.ceil(asked.startMs / stepMs) * stepMs, endMs: Math.floor(endMs / stepMs) * stepMs };
  const { devices } = configured.setupOn(localDayOf(asked.endMs - 1, zone)).site;
  const isWhole = segmentId === configured.siteSegmentId;
  const fitted = devices.filter(
    ({ id, energySource }) => (isWhole || id === segmentId) && (energySource === 'PV' || energySource === 'Wind'),
  );
  if (fitted.length === 0) throw new AppError('resource.notFound');
  if (fitted.length > MOST_FITTED_DEVICES)
    throw new AppError('signals.tooManyDevices', { values: { requested: fitted.length, allowed: MOST_FITTED_DEVICES } });
  const days = dayColumns(period, configured);
  const soiling = await readSoiling(deps, { period, configured, days });
  const excluded = { missing: 0, events: 0, clipping: 0, estimated: 0, weak: 0 };
  const found: FitFacts = { excluded, first: undefined, last: undefined, devices: fitted.length, stepHours: days.stepHours };
  const parts: CoefficientSums[] = [];
  for (const device of period.startMs < period.endMs ? fitted : []) {
    const columns =
      device.energySource === 'Wind'
        ? await windTraining(deps, { device, period, configured })
        : await solarTraining(deps, { device, devices, period, configured });
    const remaining = columns.isSolar ? remainingShares(device, { soiling, days, degradationPerYear }) : undefined;
    const toEnergy = (power: Float64Array) => power.map((kw) => kw * days.stepHours);
    parts.push(
      coefficientSums({
        energy: toEnergy(columns.power),
        nominalEnergy: toEnergy(columns.nominalPower),
        ...{ months: days.months, excluded: excludedOf(columns, { days, found }), stepHours: days.stepHours },
        ...(remaining && { remaining }),
      }),
    );
  }
  return toWire(coefficientFit(parts), found);
}

interface Remaining {
  soiling: Float64Array;
  days: DayColumns;
  degradationPerYear: number;
}

/** What soiling and age left of the output of an inverter. */
function remainingShares({ commissionedMs }: SiteDevice, { soiling, days, degradationPerYear }: Remaining): Float64Array {
  const ageAt = (atMs: number) => (Number.isNaN(commissionedMs) ? 0 : Math.max(0, (atMs - commissionedMs) / MS_PER_YEAR));
  return soiling.map((share, i) => share * (1 - degradationPerYear) ** ageAt(days.startsMs[i] ?? 0));
}

/** Which intervals do not count; counts why, and notes the days of those that do. */
function excludedOf(columns: Training, { days, found }: { days: DayColumns; found: FitFacts }): Uint8Array {
  return Uint8Array.from(columns.power, (_, i) => {
    const reason = reasonAt(columns, i);
    if (reason) {
      found.excluded[reason] += 1;
      return 1;
    }
    const day = days.days[i] ?? 0;
    found.first = Math.min(found.first ?? day, day);
    found.last = Math.max(found.last ?? day, day);
    return 0;
  });
}

type Reason = keyof CoefficientFitWire['excluded'];

interface Training {
  isSolar: boolean;
  power: Float64Array;
  nominalPower: Float64Array;
  /** Beside these, a reason for which an interval does not count. */
  disturbed: Uint8Array;
  clipped: Uint8Array | undefined;
  estimated: Uint8Array | undefined;
  weak: Uint8Array;
}

function reasonAt({ power, nominalPower, disturbed, clipped, estimated, weak }: Training, i: number): Reason | undefined {
  if (weak[i] === 1) return 'weak';
  if (Number.isNaN((power[i] ?? Number.NaN) + (nominalPower[i] ?? Number.NaN))) return 'missing';
  if (disturbed[i] === 1) return 'events';
  if (clipped?.[i] === 1) return 'clipping';
  return estimated?.[i] === 1 ? 'estimated' : undefined;
}

interface TrainingOf {
  device: SiteDevice;
  period: Period;
  configured: ConfiguredSite;
}

async function solarTraining(
  deps: FitCoefficientsDeps,
  { devices, ...of }: TrainingOf & { devices: readonly SiteDevice[] },
): Promise<Training> {
  const { planeIrradiance, ...columns } = await readSolarColumns(deps, { devices, ...of });
  // Unknown light is missing data, not weak light: without it there is no nominal power either.
  const weak = Uint8Array.from(planeIrradiance, (light) => (light < MIN_TRAINING_IRRADIANCE ? 1 : 0));
  return { isSolar: true, ...columns, weak };
}

/** A curve at its plateau counts: the table scales what is expected there too. */
async function windTraining(deps: FitCoefficientsDeps, { device, period, configured }: TrainingOf): Promise<Training> {
  const { stepMs, zone, siteSegmentId } = configured;
  const grid = { period, stepMs };
  const { power, windSpeed, airDensity } = await readTurbineColumns(deps, device, grid);
  const { startMs, count } = intervalGrid(period, stepMs);
  const selection = selectCurves({
    ...{ curves: device.curves, type: 'Nominal', fallsBackToNominal: false, zone, airDensity },
    startsMs: Float64Array.from({ length: count }, (_, i) => startMs + i * stepMs),
    windDirection: new Float64Array(count).fill(Number.NaN),
  });
  const isStallRegulated = device.isStallRegulated ?? false;
  const nominalPower = powerFromSelectedCurves({ curves: device.curves, selection, windSpeed, airDensity, isStallRegulated });
  return {
    ...{ isSolar: false, power, nominalPower, clipped: undefined, estimated: undefined },
    disturbed: await disturbedIntervals(deps.db, [device.id as SegmentId, siteSegmentId], grid),
    weak: Uint8Array.from(nominalPower, (kw) => (kw < WEAK_SHARE * device.capacityAc ? 1 : 0)),
  };
}

interface DayColumns {
  startsMs: Float64Array;
  days: ArrayLike<LocalDay>;
  /** Of the calendar of the site. */
  months: Uint8Array;
  stepHours: number;
}

function dayColumns(period: Period, { stepMs, zone }: ConfiguredSite): DayColumns {
  const { startMs, count } = intervalGrid(period, stepMs);
  const startsMs = Float64Array.from({ length: Math.max(0, count) }, (_, i) => startMs + i * stepMs);
  const days = localDaysOf(startsMs, zone);
  const months = new Map<LocalDay, number>();
  const monthOf = (day: LocalDay): number => {
    const known = months.get(day) ?? civilDate(day).month;
    months.set(day, known);
    return known;
  };
  return { startsMs, days, months: Uint8Array.from(days, monthOf), stepHours: stepMs / 3_600_000 };
}

/** What soiling left of the output of the site by interval; 1 on days without a ratio. */
async function readSoiling(
  { store, registry }: FitCoefficientsDeps,
  { period, configured, days }: { period: Period; configured: ConfiguredSite; days: DayColumns },
): Promise<Float64Array> {
  const shares = new Float64Array(days.startsMs.length).fill(1);
  const series = await registry.list([configured.siteSegmentId]);
  const found = series.find(({ apCode, calcType }) => apCode === 'SoilingRatio' && calcType === 'Calculated');
  if (!found || shares.length === 0) return shares;
  const points = await store.readPoints({ kind: pointKindOf(found.calcType), series: [found.series], ...period });
  const byDay = new Map<LocalDay, number>();
  for (let i = 0; i < points.timesMs.length; i++) {
    const percent = points.values[i] ?? Number.NaN;
    if (percent > 0) byDay.set(localDayOf(points.timesMs[i] ?? 0, configured.zone), percent / 100);
  }
  for (let i = 0; i < shares.length; i++) shares[i] = byDay.get(days.days[i] ?? 0) ?? 1;
  return shares;
}

interface FitFacts {
  excluded: CoefficientFitWire['excluded'];
  /** Days of intervals that count. */
  first: LocalDay | undefined;
  last: LocalDay | undefined;
  devices: number;
  stepHours: number;
}

function toWire(
  { coefficients, hours, count, rSquared, rmse }: ReturnType<typeof coefficientFit>,
  { excluded, first, last, devices, stepHours }: FitFacts,
): CoefficientFitWire {
  return {
    months: Array.from(coefficients, (coefficient, i) => ({
      month: i + 1,
      coefficient: nullable(coefficient),
      hours: hours[i] ?? 0,
      isOfWholePeriod: (hours[i] ?? 0) < MIN_TRAINING_HOURS - 1e-6,
    })),
    devices,
    points: count,
    firstDay: first === undefined ? null : toIsoDate(first),
    lastDay: last === undefined ? null : toIsoDate(last),
    rSquared: nullable(rSquared),
    rmseKw: nullable(rmse / stepHours),
    excluded,
  };
}

function nullable(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
