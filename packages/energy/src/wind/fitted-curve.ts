import { REFERENCE_AIR_DENSITY, windSpeedForDensity } from './air-density.ts';
import {
  type BinnedCurve,
  binnedCurve,
  curvePoints,
  extendedToCutOut,
  isCompleteCurve,
  type MeasuredCurve,
  measuredCurve,
} from './binned-curve.ts';

export interface FittedCurveOptions {
  /** Of the turbine, shape (n). [m/s] */
  windSpeed: Float64Array;
  /** shape (n). [kW] */
  power: Float64Array;
  /** shape (n). [kg/m³] NaN counts as 1.225 */
  airDensity: Float64Array;
  /** 1 where an event or an estimate spoils the point, shape (n). */
  excluded: Uint8Array;
  /** [kW] */
  ratedPower: number;
  /** [m/s] */
  cutIn: number;
  cutOut: number;
  /** [h] */
  stepHours: number;
}

/** A power curve that a turbine showed, at an air density of 1.225 kg/m³. */
export interface FittedCurve {
  /** Up to cut-out where it ends near its highest power. undefined: fewer than two bins have enough data */
  curve: MeasuredCurve | undefined;
  bins: BinnedCurve;
  /** Data it rests on. [h] */
  hours: number;
  /** Enough data by IEC 61400-12-1. */
  isComplete: boolean;
}

/** Up to this load a turbine stands or starts: in wind it could use such points are no part of its curve. */
const STANDING_LOAD = 0.01;

export interface RunningPointOptions {
  /** shape (n). [m/s] */
  windSpeed: Float64Array;
  /** shape (n). [kW] */
  power: Float64Array;
  /** 1 where an event spoils the point, shape (n). */
  excluded: Uint8Array;
  /** [kW] */
  ratedPower: number;
  /** [m/s] */
  cutIn: number;
}

/**
 * Power curve of a turbine from its own data, for a turbine without a known curve.
 *
 * @param options - validated columns of the period
 * @returns curve, its bins and how much it rests on
 * @throws RangeError when the lengths differ
 * @see IEC 61400-12-1, method of bins
 */
export function fittedCurve(options: FittedCurveOptions): FittedCurve {
  const { power, airDensity, ratedPower, cutIn, cutOut, stepHours } = options;
  const windSpeed = windSpeedForDensity({
    windSpeed: options.windSpeed,
    airDensity,
    curveDensity: REFERENCE_AIR_DENSITY,
    densityIfMissing: REFERENCE_AIR_DENSITY,
  });
  const selected = runningPoints({ ...options, windSpeed });
  const bins = binnedCurve({ windSpeed, power, selected, stepHours });
  const measured = measuredCurve(bins);
  return {
    curve: measured && extendedToCutOut(measured, cutOut),
    bins,
    hours: bins.count.reduce((sum, count) => sum + count, 0) * stepHours,
    isComplete: isCompleteCurve({ curve: bins, cutIn, ratedPower, stepHours }),
  };
}

/**
 * Points of a turbine that runs: without those that events spoil, and without a standstill in wind enough to run.
 *
 * @param options - wind at the density of the curve, shape (n). [m/s]
 * @returns 1 where the point takes part, shape (n)
 */
export function runningPoints(options: RunningPointOptions): Uint8Array {
  const { windSpeed, power, excluded, ratedPower } = options;
  const spoilt = excluded.map((isExcluded, i) => (isExcluded === 1 || stands(options, i) ? 1 : 0));
  return curvePoints({ windSpeed, power, excluded: spoilt, ratedPower });
}

/** Points of a measured curve by what became of them. */
export interface PointCounts {
  /** With wind and power; the others add up to it. */
  points: number;
  used: number;
  /** Spoilt by an event. */
  events: number;
  /** No event, but left out by a filter. */
  filters: number;
  /** Neither, but a standstill in wind enough to run. */
  standstill: number;
  /** None of these, but consumption or far from the others. */
  outliers: number;
}

/**
 * How many points take part in a measured curve, and why the others do not.
 *
 * @param options - as for `runningPoints`, shape (n)
 * @param selected - its result with the points that a filter left out, shape (n)
 * @param filtered - 1 where a filter left the point out, shape (n). Absent: there is none
 * @returns counts; a point without wind or power is none
 */
export function countPoints(options: RunningPointOptions, selected: Uint8Array, filtered?: Uint8Array): PointCounts {
  const counts: PointCounts = { points: 0, used: 0, events: 0, filters: 0, standstill: 0, outliers: 0 };
  for (let i = 0; i < selected.length; i++) {
    if (Number.isNaN((options.windSpeed[i] ?? Number.NaN) + (options.power[i] ?? Number.NaN))) continue;
    counts.points += 1;
    if (selected[i] === 1) counts.used += 1;
    else if (options.excluded[i] === 1) counts.events += 1;
    else if (filtered?.[i] === 1) counts.filters += 1;
    else if (stands(options, i)) counts.standstill += 1;
    else counts.outliers += 1;
  }
  return counts;
}

function stands({ windSpeed, power, ratedPower, cutIn }: RunningPointOptions, i: number): boolean {
  return (power[i] ?? Number.NaN) <= STANDING_LOAD * ratedPower && (windSpeed[i] ?? Number.NaN) >= cutIn + 1;
}
