import { intervalStarts } from '../time/interval.ts';
import { localDaysOf } from '../time/local-day.ts';
import type { QualityRules, SignalPlan } from './rules.ts';
import type { QualityDevice, QualitySignal, QualitySite } from './site.ts';

/** A signal on its way through the pipeline. */
export interface SignalRun {
  device: DeviceRun;
  input: QualitySignal;
  plan: SignalPlan;
  /** Intervals of the window that are tested: the core and what its rules look at around it. */
  tested: WindowPart;
  /** What arrived in them, shape (tested). */
  raw: Float64Array;
  /** Their quality bits, shape (tested). */
  flags: Int32Array;
  /** Every bit that is set somewhere in them. */
  marks: number;
  /** What stood the tests so far, shape (n); the raw column itself while nothing was rejected. Beyond the tested part as it arrived. */
  good: Float64Array;
}

/** Some of the intervals of a window, by their positions. Half open. */
export interface WindowPart {
  start: number;
  end: number;
}

export interface DeviceRun {
  input: QualityDevice;
  signals: Map<string, SignalRun>;
}

/** A site on its way through the pipeline, with what many signals share. */
export interface SiteRun {
  input: QualitySite;
  stepHours: number;
  stepMinutes: number;
  devices: readonly DeviceRun[];
  devicesById: ReadonlyMap<string, DeviceRun>;
  /** Signals by plan: the same quantity of the same type of segment. */
  groups: ReadonlyMap<SignalPlan, SignalRun[]>;
  /** Local day of each interval, shape (n). */
  days(): Int32Array;
  /** 1 where the sun is below an elevation, shape (n). */
  night(elevation: number): Uint8Array;
}

/**
 * Sets up the pipeline of a site.
 *
 * @param input - site and window
 * @param rules - how its signals are checked
 * @throws RangeError when a column has another length than the window
 */
export function startSite(input: QualitySite, rules: QualityRules): SiteRun {
  const groups = new Map<SignalPlan, SignalRun[]>();
  const devices = startDevices(input, rules, groups);
  const nights = new Map<number, Uint8Array>();
  let days: Int32Array | undefined;
  return {
    input,
    stepHours: input.grid.stepMs / 3_600_000,
    stepMinutes: input.grid.stepMs / 60_000,
    devices,
    devicesById: new Map(devices.map((device) => [device.input.id, device])),
    groups,
    days() {
      days ??= localDaysOf(intervalStarts(input.grid), input.zone);
      return days;
    },
    night(elevation) {
      const night = nights.get(elevation) ?? nightBelow(elevation, input.sunElevation);
      nights.set(elevation, night);
      return night;
    },
  };
}

/**
 * The tested part of a column of the window.
 *
 * @param column - shape (n)
 * @param tested - of the signal that is looked at
 * @returns shape (tested), a view
 */
export function ofTested<C extends Float64Array | Uint8Array>(column: C, tested: WindowPart): C;
export function ofTested(column: Float64Array | Uint8Array, { start, end }: WindowPart): Float64Array | Uint8Array {
  return start === 0 && end === column.length ? column : column.subarray(start, end);
}

/**
 * What limits that are shares of the capacity are multiplied by.
 *
 * @param run - signal
 * @param site - its site
 * @returns rated power, or rated energy of an interval; DC rating for DC signals. NaN where the rating is not known
 */
export function capacityOf({ device, plan }: SignalRun, { stepHours }: SiteRun): number {
  const capacity = plan.apCode.startsWith('Dc') ? device.input.capacityDc : device.input.capacityAc;
  return plan.row?.unit === 'kWh' ? capacity * stepHours : capacity;
}

/**
 * What values of different devices are divided by before they are compared: the capacity of power and energy, else 1.
 *
 * @param run - signal
 * @param site - its site
 */
export function comparisonScale(run: SignalRun, site: SiteRun): number {
  return isPower(run.plan) ? capacityOf(run, site) : 1;
}

/**
 * Whether a signal is a power or the energy of an interval.
 *
 * @param plan - of the signal
 */
export function isPower({ row }: SignalPlan): boolean {
  return row !== undefined && (row.unit === 'kW' || row.unit === 'kWh') && row.measurementTypeName !== 'Battery';
}

/**
 * The other devices of the same type that should measure the same.
 *
 * @param run - signal
 * @param site - its site
 * @returns sensors in a plane have only peers in the same plane, within 5°, or all of them trackers
 */
export function peersOf(run: SignalRun, site: SiteRun): SignalRun[] {
  const group = site.groups.get(run.plan) ?? [];
  return group.filter((other) => other !== run && (!isOfPlane(run.plan) || isSamePlane(run.device.input, other.device.input)));
}

/**
 * Whether a signal depends on the plane its sensor lies in.
 *
 * @param plan - of the signal
 */
export function isOfPlane({ apCode }: SignalPlan): boolean {
  return apCode === 'IrradiancePOA';
}

/**
 * Whether two sensors look at the same part of the sky.
 *
 * @param a - device of one
 * @param b - device of the other
 */
export function isSamePlane(a: SensorPlane, b: SensorPlane): boolean {
  if (a.isTracked || b.isTracked) return a.isTracked && b.isTracked;
  const turn = Math.abs(((((a.azimuth - b.azimuth) % 360) + 540) % 360) - 180);
  return isNear(Math.abs(a.tilt - b.tilt), a.tilt, b.tilt) && isNear(turn, a.azimuth, b.azimuth);
}

type SensorPlane = Pick<QualityDevice, 'isTracked' | 'tilt' | 'azimuth'>;

const PLANE_TOLERANCE = 5;

/** Planes without a description are taken to be the same. */
function isNear(distance: number, a: number, b: number): boolean {
  return distance <= PLANE_TOLERANCE || (Number.isNaN(a) && Number.isNaN(b));
}

function nightBelow(elevation: number, sunElevation: Float64Array): Uint8Array {
  const night = new Uint8Array(sunElevation.length);
  for (let i = 0; i < night.length; i++) if ((sunElevation[i] ?? Number.NaN) < elevation) night[i] = 1;
  return night;
}

function startDevices(site: QualitySite, rules: QualityRules, groups: Map<SignalPlan, SignalRun[]>): DeviceRun[] {
  const plans = site.devices.map(({ segmentType, signals }) => signals.map(({ apCode }) => rules.planFor(apCode, segmentType)));
  const parts = testedParts(new Set(plans.flat()), site);
  // One allocation for all signals: thousands of small ones take longer than the tests.
  const flags = new Int32Array(plans.flat().reduce((sum, plan) => sum + lengthOf(parts.get(plan)), 0));
  let next = 0;
  return site.devices.map((input, d) => {
    const device: DeviceRun = { input, signals: new Map() };
    for (const [s, signal] of input.signals.entries()) {
      const plan = plans[d]?.[s];
      const tested = plan && parts.get(plan);
      if (!tested) continue;
      const run = startSignal({ device, input: signal, plan, tested, flags: flags.subarray(next, next + lengthOf(tested)) }, site);
      next += lengthOf(tested);
      device.signals.set(signal.apCode, run);
      const group = groups.get(plan);
      if (group === undefined) groups.set(plan, [run]);
      else group.push(run);
    }
    return device;
  });
}

function startSignal(
  { device, input, plan, tested, flags }: Omit<SignalRun, 'raw' | 'marks' | 'good'>,
  { grid: { count } }: QualitySite,
): SignalRun {
  if (input.raw.length !== count) {
    throw new RangeError(`${input.apCode} of ${device.input.id} has ${input.raw.length} values for ${count} intervals`);
  }
  return { device, input, plan, tested, raw: ofTested(input.raw, tested), flags, marks: 0, good: input.raw };
}

/**
 * What is tested of the signals of each plan. Days before and after the core are there for the few rules that ask for days: testing them for
 * all signals would be most of the work.
 */
function testedParts(plans: ReadonlySet<SignalPlan>, { grid, core }: QualitySite): Map<SignalPlan, WindowPart> {
  // The light of a sensor is judged by the power of the inverters, as far as the sensor itself is tested.
  const stepMinutes = grid.stepMs / 60_000;
  const judges = [...plans].filter(({ tests }) => tests.outOfRangePerformanceRatioHigh);
  const reachOfJudges = Math.max(0, ...judges.map((plan) => plan.reach(stepMinutes)));
  return new Map(
    [...plans].map((plan): [SignalPlan, WindowPart] => {
      const own = plan.reach(stepMinutes);
      const reach = (plan.apCode === 'ActivePower' ? Math.max(own, reachOfJudges) : own) + 1;
      return [plan, { start: Math.max(0, core.start - reach), end: Math.min(grid.count, core.end + reach) }];
    }),
  );
}

function lengthOf(part: WindowPart | undefined): number {
  return part === undefined ? 0 : part.end - part.start;
}
