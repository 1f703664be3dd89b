import { intervalStarts } from '../time/interval.ts';
import { localDaysOf } from '../time/local-day.ts';
import type { QualityRules, SignalPlan } from './rules.ts';
import type { QualityDevice, QualitySignal, QualitySite } from './site.ts';

/** A signal on its way through the pipeline. */
export interface SignalRun {
  device: DeviceRun;
  input: QualitySignal;
  plan: SignalPlan;
  /** Quality bits of the window, shape (n). */
  flags: Int32Array;
  /** What stood the tests so far, shape (n); the raw column itself while nothing was rejected. */
  good: Float64Array;
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
      const night = nights.get(elevation) ?? Uint8Array.from(input.sunElevation, (sun) => (sun < elevation ? 1 : 0));
      nights.set(elevation, night);
      return night;
    },
  };
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
  return group.filter(
    (other) => other !== run && (run.plan.apCode !== 'IrradiancePOA' || isSamePlane(run.device.input, other.device.input)),
  );
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

/** Planes nobody described are taken to be the same. */
function isNear(distance: number, a: number, b: number): boolean {
  return distance <= PLANE_TOLERANCE || (Number.isNaN(a) && Number.isNaN(b));
}

function startDevices(site: QualitySite, rules: QualityRules, groups: Map<SignalPlan, SignalRun[]>): DeviceRun[] {
  const { count } = site.grid;
  const signalCount = site.devices.reduce((sum, { signals }) => sum + signals.length, 0);
  // One allocation for all signals: thousands of small ones take longer than the tests.
  const flags = new Int32Array(signalCount * count);
  let next = 0;
  return site.devices.map((input) => {
    const device: DeviceRun = { input, signals: new Map() };
    for (const signal of input.signals) {
      if (signal.raw.length !== count) {
        throw new RangeError(`${signal.apCode} of ${input.id} has ${signal.raw.length} values for ${count} intervals`);
      }
      const plan = rules.planFor(signal.apCode, input.segmentType);
      const run: SignalRun = { device, input: signal, plan, flags: flags.subarray(next, next + count), good: signal.raw };
      next += count;
      device.signals.set(signal.apCode, run);
      const group = groups.get(plan);
      if (group === undefined) groups.set(plan, [run]);
      else group.push(run);
    }
    return device;
  });
}
