import { commonLength } from '@solvane/series/combine';
import type { IntervalGrid } from '../time/interval.ts';
import type { EventCode } from './code-sets.ts';
import { isSystemCode, SYSTEM_CODES, type SystemCode } from './system-codes.ts';
import { systemCodeTextKey } from './text-keys.ts';

/** The code set of the system, before anyone overrides it. Descriptions are message keys. */
export const SYSTEM_CODE_SET: readonly EventCode[] = Object.keys(SYSTEM_CODES)
  .filter(isSystemCode)
  .map((code) => {
    const { eventType, category } = SYSTEM_CODES[code];
    return { code, eventType, category, description: systemCodeTextKey(code) };
  });

/** End of the id of a detected event that rests on weak evidence: group events keep the ids of the raw events they are made of. */
export const LOW_CONFIDENCE_ID_END = ' lowConfidence';

/**
 * Id of a detected event: the same from one computation to the next.
 *
 * @param event - code, device, start and whether it rests on weak evidence
 */
export function detectedEventId({
  code,
  deviceId,
  startMs,
  isLowConfidence,
}: {
  code: string;
  deviceId: string;
  startMs: number;
  isLowConfidence: boolean;
}): string {
  return `${code} ${deviceId} ${startMs}${isLowConfidence ? LOW_CONFIDENCE_ID_END : ''}`;
}

/** A range in which a condition held, before it gets an id. */
export interface DetectedRange {
  code: SystemCode;
  startMs: number;
  /** null: the condition still held at the end of the data. */
  endMs: number | null;
}

export interface DetectionOptions {
  code: SystemCode;
  grid: IntervalGrid;
  /** 1 where the condition holds, shape (count); unknown counts as not. */
  qualifies: Uint8Array;
  /** 1 where a loss-bearing event explains the interval already, shape (count). */
  explained?: Uint8Array;
}

/** Up to this share of its rating a generator stands. */
export const STANDING_SHARE = 0.005;

/** The counts of the table and of the end are meant for this interval. */
const COUNTED_IN_MS = 10 * 60_000;
const ENDING_COUNT = 2;
/** One interval is enough where the condition names its cause, an order, or was judged over half a day before. */
const LEAST_COUNT = 2;

/**
 * Events found in data: they begin with enough intervals in a row in which the condition holds, and end where it fails twice in a row.
 *
 * @param options - condition on a grid
 * @returns ranges by time
 * @throws RangeError when the lengths differ
 */
export function detectRanges({ code, grid, qualifies, explained }: DetectionOptions): DetectedRange[] {
  const n = commonLength(qualifies, ...(explained ? [explained] : []));
  const { count } = SYSTEM_CODES[code];
  const needed = Math.max(Math.min(count, LEAST_COUNT), scaled(count, grid.stepMs));
  const ending = Math.max(ENDING_COUNT, scaled(ENDING_COUNT, grid.stepMs));
  const holds = (i: number) => qualifies[i] === 1 && explained?.[i] !== 1;
  const timeOf = (i: number) => grid.startMs + i * grid.stepMs;
  const found: DetectedRange[] = [];
  let start = 0;
  while (start < n) {
    let reached = start;
    while (reached < n && holds(reached)) reached++;
    if (reached - start < needed) {
      start = reached + 1;
      continue;
    }
    let end = reached;
    let failures = 0;
    while (end < n && failures < ending) {
      failures = holds(end) ? 0 : failures + 1;
      end++;
    }
    found.push({ code, startMs: timeOf(start), endMs: failures < ending ? null : timeOf(end - failures) });
    start = end;
  }
  return found;
}

export interface ZeroSunOptions {
  /** shape (n). [kW] */
  power: Float64Array;
  /** In the plane of the modules, shape (n). [W/m²] NaN: not measured, then the expectation tells of light */
  planeIrradiance: Float64Array;
  /** shape (n). [kWh] */
  expectedEnergy: Float64Array;
  /** shape (n). [cm] NaN: none known */
  snowDepth: Float64Array;
  acRating: number;
  /** [h] */
  stepHours: number;
}

/** Light in which an inverter should run. [W/m²] Where none is measured, the load that is expected of it stands for the light. */
const RUNNING_LIGHT = 100;
const RUNNING_LOAD_WITHOUT_LIGHT = 0.05;

/**
 * Intervals in which an inverter stands still in the sun.
 *
 * @param options - columns of the inverter
 * @returns 1 with snow on the ground, and 1 without, each shape (n)
 * @throws RangeError when the lengths differ
 */
export function zeroPowerInSun({ power, planeIrradiance, expectedEnergy, snowDepth, acRating, stepHours }: ZeroSunOptions): {
  snow: Uint8Array;
  noSnow: Uint8Array;
} {
  const n = commonLength(power, planeIrradiance, expectedEnergy, snowDepth);
  const [snow, noSnow] = [new Uint8Array(n), new Uint8Array(n)];
  for (let i = 0; i < n; i++) {
    const light = planeIrradiance[i] ?? Number.NaN;
    const leastLoad = Number.isNaN(light) ? RUNNING_LOAD_WITHOUT_LIGHT : 0.02;
    const stands =
      (power[i] ?? Number.NaN) <= STANDING_SHARE * acRating &&
      !(light <= RUNNING_LIGHT) &&
      (expectedEnergy[i] ?? Number.NaN) > leastLoad * acRating * stepHours;
    if (stands) ((snowDepth[i] ?? Number.NaN) > 0 ? snow : noSnow)[i] = 1;
  }
  return { snow, noSnow };
}

export interface ZeroWindOptions {
  /** shape (n). [kW] */
  power: Float64Array;
  /** shape (n). [m/s] NaN: not measured, then the other turbines tell of wind */
  windSpeed: Float64Array;
  /** shape (n). [kW] */
  expectedPower: Float64Array;
  /** By the power curve of the turbine, shape (n). [kW] NaN: none applies */
  curvePower: Float64Array;
  /** Load of the other turbines, shape (n). Absent: fewer than three others */
  others?: LoadsOfOthers;
  /** [kW] */
  ratedPower: number;
  /** [m/s] */
  cutIn: number;
  cutOut: number;
}

/** Percentiles of power by rating, shape (n). NaN where fewer than three have a value, or none was asked for. */
export interface LoadsOfOthers {
  lower: Float64Array;
  upper: Float64Array;
}

/** Wind in which any turbine should run, where its power curve is unknown. [m/s] */
const RUNNING_WIND = 6;
const RUNNING_WIND_ABOVE_CUT_IN = 2;
/** Loads of the quarter of the others with the least and the most power that tell of wind. */
const LOWER_LOAD_OF_OTHERS = 0.05;
const UPPER_LOAD_OF_OTHERS = 0.15;

/**
 * Intervals in which a turbine stands still in wind it could use: by its own wind and expectation; without a power curve by wind well above
 * cut-in; without a wind signal by the load of the other turbines, with low confidence.
 *
 * @param options - columns of the turbine
 * @returns 1 where it does, and 1 where only other turbines tell so, shape (n) each
 * @throws RangeError when the lengths differ
 */
export function zeroPowerInWind(options: ZeroWindOptions): { qualifies: Uint8Array; lowConfidence: Uint8Array } {
  const { power, windSpeed, expectedPower, curvePower, others, ratedPower, cutIn, cutOut } = options;
  const n = commonLength(power, windSpeed, expectedPower, curvePower, ...(others ? [others.lower, others.upper] : []));
  const [qualifies, lowConfidence] = [new Uint8Array(n), new Uint8Array(n)];
  const withoutCurve = Number.isNaN(cutIn) ? RUNNING_WIND : cutIn + RUNNING_WIND_ABOVE_CUT_IN;
  for (let i = 0; i < n; i++) {
    if (!((power[i] ?? Number.NaN) <= STANDING_SHARE * ratedPower)) continue;
    const speed = windSpeed[i] ?? Number.NaN;
    if (Number.isNaN(speed)) {
      const isWindy = (others?.upper[i] ?? Number.NaN) > UPPER_LOAD_OF_OTHERS && (others?.lower[i] ?? Number.NaN) > LOWER_LOAD_OF_OTHERS;
      if (isWindy) [qualifies[i], lowConfidence[i]] = [1, 1];
      continue;
    }
    if (speed > cutOut - 1) continue;
    const isExpected = speed >= cutIn + 1 && (expectedPower[i] ?? Number.NaN) > 0.05 * ratedPower;
    if (isExpected || (Number.isNaN(curvePower[i]) && speed >= withoutCurve)) qualifies[i] = 1;
  }
  return { qualifies, lowConfidence };
}

/**
 * Intervals without any raw value of a device.
 *
 * @param rawSignals - all signals the device should send, each shape (n)
 * @param part - intervals that are looked at, half open. Absent: all
 * @returns 1 where none has a value, shape (part)
 * @throws RangeError when the lengths differ or there is no signal
 */
export function silent(rawSignals: readonly Float64Array[], part?: { start: number; end: number }): Uint8Array {
  if (rawSignals.length === 0) throw new RangeError('a device without signals cannot fall silent');
  const { start, end } = { start: 0, end: commonLength(...rawSignals), ...part };
  const flags = new Uint8Array(end - start);
  // Each signal is asked only where those before it were missing: of a healthy device the first one nearly answers alone.
  let open = new Int32Array(flags.length);
  for (let i = 0; i < open.length; i++) open[i] = i;
  for (const signal of rawSignals) {
    if (open.length === 0) break;
    open = missingAmong(open, signal, start);
  }
  for (let k = 0; k < open.length; k++) flags[open[k] ?? 0] = 1;
  return flags;
}

/** The intervals, counted from `start`, in which a signal has no value; `open` is overwritten. */
function missingAmong(open: Int32Array<ArrayBuffer>, signal: Float64Array, start: number): Int32Array<ArrayBuffer> {
  let count = 0;
  for (let k = 0; k < open.length; k++) {
    const i = open[k] ?? 0;
    if (Number.isNaN(signal[start + i])) open[count++] = i;
  }
  return open.subarray(0, count);
}

/**
 * Intervals in which a generator follows an order to produce less than it could.
 *
 * @param power - shape (n). [kW]
 * @param setpoint - shape (n). [kW]
 * @param options - expectation [kW] of shape (n) and rating [kW]
 * @returns 1 where it does, shape (n)
 * @throws RangeError when the lengths differ
 */
export function followingCurtailment(
  power: Float64Array,
  setpoint: Float64Array,
  { expectedPower, ratedPower }: { expectedPower: Float64Array; ratedPower: number },
): Uint8Array {
  return flagWhere(commonLength(power, setpoint, expectedPower), (i) => {
    const order = setpoint[i] ?? Number.NaN;
    return order < 0.98 * (expectedPower[i] ?? Number.NaN) && Math.abs((power[i] ?? Number.NaN) - order) <= 0.02 * ratedPower + 1e-9;
  });
}

/**
 * Intervals in which a battery misses its feasible order.
 *
 * @param power - shape (n). [kW]
 * @param order - as from `feasibleOrder`, shape (n). [kW]
 * @param options - tolerance as from `dispatchTolerance` and rating. [kW]
 * @returns 1 where it does, shape (n)
 * @throws RangeError when the lengths differ
 */
export function missingDispatch(
  power: Float64Array,
  order: Float64Array,
  { tolerance, ratedPower }: { tolerance: number; ratedPower: number },
): Uint8Array {
  return flagWhere(commonLength(power, order), (i) => {
    const wanted = order[i] ?? Number.NaN;
    return Math.abs((power[i] ?? Number.NaN) - wanted) > tolerance + 1e-9 && Math.abs(wanted) > 0.05 * ratedPower;
  });
}

function scaled(count: number, stepMs: number): number {
  return Math.ceil((count * COUNTED_IN_MS) / stepMs);
}

function flagWhere(n: number, has: (index: number) => boolean): Uint8Array {
  const flags = new Uint8Array(n);
  for (let i = 0; i < n; i++) if (has(i)) flags[i] = 1;
  return flags;
}
