import { ESTIMATED_MASK, flagNames, QUALITY_FLAGS, SENSOR_FAULT_MASK } from '@solvane/energy/quality/flags';
import { addViewSums, shareOfView, siteViewSums } from '@solvane/energy/site-day/availability/view-sums';
import type { SiteDayOutputs, ValidatedColumn } from '@solvane/energy/site-day/outputs';
import type { LocalDay } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import { at } from '../columns/column.ts';
import { type AveragedPlant, averagedPlant } from './averaged-plant.ts';
import { fittedCurves } from './fitted-curves.ts';
import type { InjectedFault, KnownLoss } from './injected-fault.ts';
import { MINUTE_MS, minuteClock } from './minute-clock.ts';
import { type MinutePlant, minutePlant, type PlantPlan } from './minute-plant.ts';
import { plantConfiguration } from './plant-configuration.ts';
import { computePlantDays } from './plant-days.ts';

/** Every length a site's native intervals can have. [min] */
export const INTERVALS = [1, 5, 10, 15, 30, 60] as const;

/** What the engine makes of a plant at one interval, beside what is known of it. */
export interface IntervalFigures extends PlantFigures {
  minutes: number;
  trueEnergy: number;
  /** By id of the injected fault. [kWh] */
  lost: ReadonlyMap<string, number>;
  /** Events found without a code, by code. */
  detected: ReadonlyMap<string, number>;
}

export interface PlantFigures {
  /** Of all generators. [kWh] */
  energy: number;
  expected: number;
  /** Technical, by time. [%] */
  timeAvailability: number;
  /** The rule that takes most of the points of any signal. */
  removed: { share: number; rule: string };
}

/** Of the days that are asked for; two more on either side are simulated. Minutes of faults count from the first day. */
export interface SimulatedDays {
  plant: MinutePlant;
  days: readonly LocalDay[];
}

const MARGIN_DAYS = 2;
const BORDER_MS = 3_600_000;

export function simulatedDays(
  plan: PlantPlan,
  { first, count }: { first: LocalDay; count: number },
  faults: readonly InjectedFault[],
): SimulatedDays {
  const clock = minuteClock((first - MARGIN_DAYS) * DAY_MS, (count + 2 * MARGIN_DAYS) * 1440);
  const shifted = faults.map((fault) => ({ ...fault, startMinute: fault.startMinute + MARGIN_DAYS * 1440 }));
  return { plant: minutePlant(plan, clock, shifted), days: Array.from({ length: count }, (_, i) => first + i) };
}

export function intervalFigures({ plant, days }: SimulatedDays, minutes: number): IntervalFigures {
  const averaged = averagedPlant(plant, minutes);
  const site = plantConfiguration(plant.plan, fittedCurves(plant.plan, averaged, plant.losses));
  const outputs = computePlantDays({ ...averaged, site, days, events: plant.events });
  return {
    ...plantFigures(outputs, averaged, [...plant.available.keys()]),
    minutes,
    trueEnergy: trueEnergy(plant, days),
    lost: new Map(plant.losses.map((loss) => [loss.id, lostBetween(outputs, loss)])),
    detected: countsOf(outputs.flatMap(({ detected }) => detected.map(({ code }) => code))),
  };
}

/** What the engine makes of the days of a plant. */
export function plantFigures(outputs: readonly SiteDayOutputs[], averaged: AveragedPlant, generatorIds: readonly string[]): PlantFigures {
  const views = addViewSums(outputs.map(({ availability }) => siteViewSums(availability)));
  const view = views.find(({ name, basis }) => name === 'Technical' && basis === 'time');
  return {
    ...measuredSums(outputs, averaged, generatorIds),
    timeAvailability: view ? 100 * shareOfView(view, views) : Number.NaN,
    removed: mostRemoved(outputs, averaged),
  };
}

/** Of the intervals whose power arrived: what fills gaps depends on their length. */
function measuredSums(
  outputs: readonly SiteDayOutputs[],
  { grid, signals }: AveragedPlant,
  ids: readonly string[],
): Pick<PlantFigures, 'energy' | 'expected'> {
  const sums = { energy: 0, expected: 0 };
  for (const { validated, derived, grid: day } of outputs) {
    const offset = (day.startMs - grid.startMs) / grid.stepMs;
    for (const id of ids) {
      const raw = signals.get(id)?.find(({ apCode }) => apCode === 'ActivePower')?.raw ?? new Float64Array(0);
      const energy = validated.find((column) => column.deviceId === id && column.apCode === 'ActiveEnergy')?.values;
      const expected = derived.find((column) => column.deviceId === id && column.signalId === 'ActiveEnergy||Expected')?.values;
      for (let i = 0; i < day.count; i++) {
        if (Number.isNaN(at(raw, offset + i))) continue;
        sums.energy += known(energy?.[i]);
        sums.expected += known(expected?.[i]);
      }
    }
  }
  return sums;
}

function known(value: number | undefined): number {
  return value === undefined || Number.isNaN(value) ? 0 : value;
}

function trueEnergy({ series, available, clock }: MinutePlant, days: readonly LocalDay[]): number {
  const first = ((days[0] ?? Number.NaN) * DAY_MS - clock.startMs) / MINUTE_MS;
  let sum = 0;
  for (const id of available.keys()) {
    const power = series.get(id)?.get('ActivePower') ?? new Float64Array(0);
    for (let i = first; i < first + days.length * 1440; i++) sum += at(power, i) / 60;
  }
  return sum;
}

/** Lost energy of every event of a device that shares time with what was injected. */
function lostBetween(outputs: readonly SiteDayOutputs[], { deviceId, startMs, endMs }: KnownLoss): number {
  let sum = 0;
  for (const { losses, timelines } of outputs) {
    const slices = timelines.find((timeline) => timeline.deviceId === deviceId)?.slices ?? [];
    for (const loss of losses) {
      const slice = loss.deviceId === deviceId ? slices.find((each) => each.startMs === loss.startMs) : undefined;
      const isMeant = slice !== undefined && slice.startMs < endMs + BORDER_MS && slice.endMs > startMs - BORDER_MS;
      if (isMeant && !Number.isNaN(loss.energy)) sum += loss.energy;
    }
  }
  return sum;
}

/** Nights of modules tell nothing of a rule: they are left out. */
function mostRemoved(outputs: readonly SiteDayOutputs[], { signals, grid }: AveragedPlant): IntervalFigures['removed'] {
  const counts = new Map<string, { points: number; removed: Map<number, number> }>();
  for (const { validated, grid: day } of outputs) {
    const offset = (day.startMs - grid.startMs) / grid.stepMs;
    for (const column of validated) {
      const raw = signals.get(column.deviceId)?.find(({ apCode }) => apCode === column.apCode)?.raw;
      const key = `${column.deviceId} ${column.apCode}`;
      const count = counts.get(key) ?? { points: 0, removed: new Map() };
      counts.set(key, count);
      if (raw) countRemoved(column, raw.subarray(offset, offset + day.count), count);
    }
  }
  let most = { share: 0, rule: '' };
  for (const [key, { points, removed }] of counts)
    for (const [bit, count] of removed)
      if (count / points > most.share) most = { share: count / points, rule: `${flagNames(bit).join()} of ${key}` };
  return most;
}

const LOST_MASK = ESTIMATED_MASK | QUALITY_FLAGS.NO_VALUE;

function countRemoved(
  { apCode, values, flags }: ValidatedColumn,
  raw: Float64Array,
  count: { points: number; removed: Map<number, number> },
): void {
  const needsLight = apCode.startsWith('Irradiance');
  for (let i = 0; i < values.length; i++) {
    const measured = at(raw, i);
    if (Number.isNaN(measured) || (needsLight && measured < 3)) continue;
    count.points += 1;
    if (((flags[i] ?? 0) & LOST_MASK) !== 0) addBits(count.removed, (flags[i] ?? 0) & SENSOR_FAULT_MASK);
  }
}

function addBits(counts: Map<number, number>, bits: number): void {
  for (let bit = 1; bit <= bits; bit <<= 1) if ((bits & bit) !== 0) counts.set(bit, (counts.get(bit) ?? 0) + 1);
}

function countsOf(codes: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}
