import type { TimedColumn } from '@solvane/series/align';
import { combine, commonLength } from '@solvane/series/combine';
import type { IntervalGrid } from '../time/interval.ts';

const HOUR_MS = 3_600_000;

/**
 * Energy of intervals whose mean power is known.
 *
 * @param power - mean per interval, shape (n). [kW]
 * @param hours - length of an interval. [h]
 * @returns shape (n). [kWh] Negative power stays negative energy; NaN where the power is NaN
 */
export function energyOfMeanPower(power: Float64Array, hours: number): Float64Array {
  return combine(power, (kw) => kw * hours);
}

/**
 * What of a net energy or power flows out.
 *
 * @param net - shape (n)
 * @returns the positive part, shape (n); NaN stays NaN
 */
export function exportedPart(net: Float64Array): Float64Array {
  return combine(net, (value) => (value < 0 ? 0 : value));
}

/**
 * What of a net energy or power flows in, as a positive number.
 *
 * @param net - shape (n)
 * @returns the negative part without its sign, shape (n); NaN stays NaN
 */
export function importedPart(net: Float64Array): Float64Array {
  return combine(net, (value) => (value > 0 ? 0 : 0 - value));
}

/**
 * Insolation of intervals whose mean irradiance is known.
 *
 * @param irradiance - mean per interval, shape (n). [W/m²]
 * @param hours - length of an interval. [h]
 * @returns shape (n). [kWh/m²] NaN where the irradiance is NaN
 * @see 620, 700, 655, 610, 580, 540 W/m² of ten minutes each add up to 0.6175 kWh/m²
 */
export function insolationOfMeanIrradiance(irradiance: Float64Array, hours: number): Float64Array {
  return combine(irradiance, (wattsPerSquareMetre) => (wattsPerSquareMetre * hours) / 1000);
}

export interface SampledEnergy {
  /** Energy of each interval, as far as it is covered, shape (n). [kWh] NaN where nothing of it is. */
  energy: Float64Array;
  /** How much of each interval lies between two connected samples, shape (n). [s] */
  coveredSeconds: Float64Array;
}

/**
 * Energy per interval from instantaneous power samples, by straight lines between neighbours.
 *
 * @param samples - times ascending, power [kW]; samples without a value are left out
 * @param grid - intervals
 * @param maxGapMs - neighbours further apart are not connected; default twice the interval
 * @returns shape (grid.count)
 * @throws RangeError when times and values differ in length
 * @see trapezoidal rule; 600, 720, 660, 600, 480, 540, 600 kW every ten minutes → 600 kWh in the hour
 */
export function energyOfSampledPower(samples: TimedColumn, grid: IntervalGrid, maxGapMs = 2 * grid.stepMs): SampledEnergy {
  const length = commonLength(samples.timesMs, samples.values);
  const energy = new Float64Array(grid.count).fill(Number.NaN);
  const coveredSeconds = new Float64Array(grid.count);
  let previous = -1;
  for (let i = 0; i < length; i++) {
    if (Number.isNaN(samples.values[i])) continue;
    if (previous >= 0) addTrapezoid(samples, previous, i, { grid, maxGapMs, energy, coveredSeconds });
    previous = i;
  }
  return { energy, coveredSeconds };
}

interface Target extends SampledEnergy {
  grid: IntervalGrid;
  maxGapMs: number;
}

function addTrapezoid(
  { timesMs, values }: TimedColumn,
  from: number,
  to: number,
  { grid, maxGapMs, energy, coveredSeconds }: Target,
): void {
  const [fromMs, toMs] = [timesMs[from] ?? Number.NaN, timesMs[to] ?? Number.NaN];
  const [fromKw, toKw] = [values[from] ?? Number.NaN, values[to] ?? Number.NaN];
  const spanMs = toMs - fromMs;
  if (!(spanMs > 0 && spanMs <= maxGapMs)) return;
  const first = Math.max(0, Math.floor((fromMs - grid.startMs) / grid.stepMs));
  for (let i = first; i < grid.count && grid.startMs + i * grid.stepMs < toMs; i++) {
    const startMs = Math.max(fromMs, grid.startMs + i * grid.stepMs);
    const endMs = Math.min(toMs, grid.startMs + (i + 1) * grid.stepMs);
    const middleKw = fromKw + ((toKw - fromKw) * ((startMs + endMs) / 2 - fromMs)) / spanMs;
    const before = energy[i] ?? Number.NaN;
    energy[i] = (Number.isNaN(before) ? 0 : before) + (middleKw * (endMs - startMs)) / HOUR_MS;
    coveredSeconds[i] = (coveredSeconds[i] ?? 0) + (endMs - startMs) / 1000;
  }
}
