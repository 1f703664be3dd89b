import { commonLength } from '@solvane/series/combine';
import { mean } from '@solvane/series/moments';
import { median, medianAbsoluteDeviation, quantile, quantileOfSorted, sortedValues } from '@solvane/series/quantile';
import type { PowerCurve } from './power-curve.ts';

/** Usual width of a wind speed bin; bins are centred on multiples of it. [m/s] */
export const BIN_WIDTH = 0.5;

/** Data a bin needs to be valid: both. [h] */
const VALID_BIN_HOURS = 0.5;
const VALID_BIN_POINTS = 3;
/** Data a complete curve needs. [h] */
const COMPLETE_HOURS = 180;
const WARM_ABOVE = 3;
const OUTLIER_BIN_SHARE = 0.05;
const OUTLIER_BIN_POINTS = 5;
const OUTLIER_DISTANCE = 3.5;
/** Share of the highest power up to which the curve is steep, so that outliers show as wrong wind; above, they show as wrong power. */
const STEEP_SHARE = 0.9;
const HIGHEST_POWER_QUANTILE = 0.995;
/** Smallest spread of the powers in a wind bin, as a share of rated power. */
const LEAST_POWER_SPREAD = 0.02;

/** A measured power curve, one entry per bin from the lowest to the highest wind met. */
export interface BinnedCurve {
  /** [m/s] */
  binWidth: number;
  /** Centres, shape (bins). [m/s] */
  centre: Float64Array;
  count: Uint32Array;
  /** Means of the bin; NaN in empty bins. [m/s], [kW] */
  windSpeed: Float64Array;
  power: Float64Array;
  /** Spread of the powers; NaN below two points. [kW] */
  deviation: Float64Array;
  /** Powers that one in ten and nine in ten points stay below. [kW] */
  p10: Float64Array;
  p90: Float64Array;
  /** 1 with at least half an hour and three points of data. */
  isValid: Uint8Array;
}

export interface CurvePointOptions {
  /** Density-corrected, shape (n). [m/s] */
  windSpeed: Float64Array;
  /** shape (n). [kW] */
  power: Float64Array;
  /** 1 where an event, an estimate or a stopped turbine spoils the point, shape (n). */
  excluded: Uint8Array;
  /** Rated power: outliers are looked for in slices of 5 % of it. [kW] */
  ratedPower: number;
  /** shape (n). [°C] Given for reference curves: only air above 3 °C cannot be icing */
  ambientTemperature?: Float64Array;
}

export interface BinningOptions {
  /** Density-corrected, shape (n). [m/s] */
  windSpeed: Float64Array;
  /** shape (n). [kW] */
  power: Float64Array;
  /** 1 where the point takes part, shape (n); see `curvePoints`. */
  selected: Uint8Array;
  /** Length of an interval. [h] */
  stepHours: number;
  /** [m/s] */
  binWidth?: number;
}

/**
 * Points a measured power curve may rest on: undisturbed, not negative, and without outliers.
 *
 * Where the curve is steep an outlier has a wind speed far from the others of its slice of power. Near rated power one slice holds every wind up
 * to cut-out; there an outlier has a power far from the others of its wind bin.
 *
 * @param options - columns of the period
 * @returns 1 where the point is good, shape (n)
 * @throws RangeError when the lengths differ
 */
export function curvePoints({ windSpeed, power, excluded, ratedPower, ambientTemperature }: CurvePointOptions): Uint8Array {
  commonLength(windSpeed, power, excluded, ...(ambientTemperature ? [ambientTemperature] : []));
  const isWarm = (i: number) => !ambientTemperature || (ambientTemperature[i] ?? Number.NaN) > WARM_ABOVE;
  const selected = excluded.map((isExcluded, i) =>
    isExcluded !== 1 && (power[i] ?? Number.NaN) >= 0 && !Number.isNaN(windSpeed[i]) && isWarm(i) ? 1 : 0,
  );
  const sliceOf = (i: number) => Math.floor((power[i] ?? Number.NaN) / (OUTLIER_BIN_SHARE * ratedPower));
  const highest = Math.min(
    ratedPower,
    quantile(
      power.filter((_, i) => selected[i] === 1),
      HIGHEST_POWER_QUANTILE,
    ),
  );
  const isSteep = (slice: number) => (slice + 1) * OUTLIER_BIN_SHARE * ratedPower <= STEEP_SHARE * highest;
  membersOf(selected, sliceOf).forEach((members, slice) => {
    if (isSteep(slice)) dropOutliers(members, windSpeed, selected);
  });
  const leastSpread = LEAST_POWER_SPREAD * ratedPower;
  for (const members of membersOf(selected, (i) => binOf(windSpeed[i] ?? Number.NaN, BIN_WIDTH))) {
    dropOutliers(members, power, selected, { leastSpread, isTested: (i) => !isSteep(sliceOf(i)) });
  }
  return selected;
}

/** Takes members far from the median of their group out of the selection; groups of few or equal values stay. */
function dropOutliers(
  members: readonly number[],
  column: Float64Array,
  selected: Uint8Array,
  { leastSpread = 0, isTested = () => true }: { leastSpread?: number; isTested?: (index: number) => boolean } = {},
): void {
  if (members.length < OUTLIER_BIN_POINTS) return;
  const values = Float64Array.from(members, (i) => column[i] ?? Number.NaN);
  const middle = median(values);
  const spread = Math.max(leastSpread, medianAbsoluteDeviation(values, middle));
  if (spread === 0) return;
  for (const i of members) {
    if (isTested(i) && Math.abs((column[i] ?? Number.NaN) - middle) > OUTLIER_DISTANCE * spread) selected[i] = 0;
  }
}

/**
 * Measured power curve by the method of bins.
 *
 * @param options - columns of the period
 * @returns bins from 0 m/s to the highest wind met; no bins without points
 * @throws RangeError when the lengths differ
 * @see IEC 61400-12-1; bin 7.0 holds 6.75 up to 7.25 m/s
 */
export function binnedCurve({ windSpeed, power, selected, stepHours, binWidth = BIN_WIDTH }: BinningOptions): BinnedCurve {
  commonLength(windSpeed, power, selected);
  const isPoint = selected.map((isSelected, i) =>
    isSelected === 1 && (windSpeed[i] ?? Number.NaN) >= 0 && !Number.isNaN(power[i]) ? 1 : 0,
  );
  const members = membersOf(isPoint, (i) => binOf(windSpeed[i] ?? Number.NaN, binWidth));
  const bins = members.map((indices) => {
    const powers = Float64Array.from(indices, (i) => power[i] ?? Number.NaN);
    const average = mean(powers);
    const sorted = sortedValues(powers);
    const squares = powers.reduce((sum, value) => sum + (value - average) ** 2, 0);
    return {
      windSpeed: mean(Float64Array.from(indices, (i) => windSpeed[i] ?? Number.NaN)),
      power: average,
      deviation: powers.length > 1 ? Math.sqrt(squares / (powers.length - 1)) : Number.NaN,
      p10: quantileOfSorted(sorted, 0.1),
      p90: quantileOfSorted(sorted, 0.9),
    };
  });
  return {
    binWidth,
    centre: Float64Array.from(members, (_, bin) => bin * binWidth),
    count: Uint32Array.from(members, (indices) => indices.length),
    windSpeed: Float64Array.from(bins, (bin) => bin.windSpeed),
    power: Float64Array.from(bins, (bin) => bin.power),
    deviation: Float64Array.from(bins, (bin) => bin.deviation),
    p10: Float64Array.from(bins, (bin) => bin.p10),
    p90: Float64Array.from(bins, (bin) => bin.p90),
    // 3 ten-minute points are half an hour in spite of sixths that do not add up exactly.
    isValid: Uint8Array.from(members, ({ length }) => (length >= VALID_BIN_POINTS && length * stepHours >= VALID_BIN_HOURS - 1e-9 ? 1 : 0)),
  };
}

/** A binned curve as a power curve, with a note of what was filled in. */
export interface MeasuredCurve extends PowerCurve {
  /** 1 where the bin had too little data and the power is a straight line between its neighbours, shape (points). */
  isInterpolated: Uint8Array;
}

/**
 * Power curve through the valid bins; bins between them that are not valid lie on straight lines.
 *
 * @param curve - binned
 * @returns undefined with fewer than two valid bins
 */
export function measuredCurve(curve: BinnedCurve): MeasuredCurve | undefined {
  const first = curve.isValid.indexOf(1);
  const last = curve.isValid.lastIndexOf(1);
  if (first < 0 || first === last) return undefined;
  const windSpeed = curve.windSpeed.slice(first, last + 1);
  const power = curve.power.slice(first, last + 1);
  const isInterpolated = curve.isValid.slice(first, last + 1).map((isValid) => 1 - isValid);
  let left = 0;
  for (let right = 1; right < power.length; right++) {
    if (isInterpolated[right] === 1) continue;
    for (let at = left + 1; at < right; at++) {
      const speed = curve.centre[first + at] ?? Number.NaN;
      const [x0, x1] = [windSpeed[left] ?? Number.NaN, windSpeed[right] ?? Number.NaN];
      const [y0, y1] = [power[left] ?? Number.NaN, power[right] ?? Number.NaN];
      windSpeed[at] = speed;
      power[at] = y0 + ((y1 - y0) * (speed - x0)) / (x1 - x0);
    }
    left = right;
  }
  return { windSpeed, power, isInterpolated };
}

/**
 * A measured curve that holds its last power up to cut-out, so that wind stronger than any measured is not read as standstill.
 *
 * @param curve - measured
 * @param cutOut - [m/s]
 * @returns the same curve when it reaches cut-out already or does not end near its highest power
 * @see IEC 61400-12-1, extrapolated annual energy
 */
export function extendedToCutOut(curve: MeasuredCurve, cutOut: number): MeasuredCurve {
  const lastPower = curve.power.at(-1) ?? Number.NaN;
  const isAtTop = lastPower >= STEEP_SHARE * curve.power.reduce((most, power) => Math.max(most, power), 0);
  if (!isAtTop || !((curve.windSpeed.at(-1) ?? Number.NaN) < cutOut)) return curve;
  return {
    windSpeed: Float64Array.of(...curve.windSpeed, cutOut),
    power: Float64Array.of(...curve.power, lastPower),
    isInterpolated: Uint8Array.of(...curve.isInterpolated, 1),
  };
}

export interface CompletenessOptions {
  curve: BinnedCurve;
  /** [m/s] */
  cutIn: number;
  /** [kW] */
  ratedPower: number;
  /** [h] */
  stepHours: number;
}

/**
 * Whether a measured curve rests on enough data: every bin from 1 m/s below cut-in to 1.5 times the wind of 85 % rated power, 180 h in all.
 *
 * @param options - binned curve and turbine
 * @returns false also when 85 % of rated power was never reached
 * @see IEC 61400-12-1
 */
export function isCompleteCurve({ curve, cutIn, ratedPower, stepHours }: CompletenessOptions): boolean {
  const measured = measuredCurve(curve);
  const windAt85 = measured ? speedAtPower(measured, 0.85 * ratedPower) : Number.NaN;
  const hours = curve.count.reduce((sum, count) => sum + count, 0) * stepHours;
  if (Number.isNaN(windAt85) || hours < COMPLETE_HOURS - 1e-6) return false;
  const firstBin = Math.max(0, binOf(cutIn - 1, curve.binWidth));
  const lastBin = binOf(1.5 * windAt85, curve.binWidth);
  return curve.isValid.length > lastBin && curve.isValid.subarray(firstBin, lastBin + 1).every((isValid) => isValid === 1);
}

function binOf(windSpeed: number, binWidth: number): number {
  return Math.floor((windSpeed + binWidth / 2) / binWidth);
}

/** Positions that are selected, gathered by the number of their group; groups without members are empty lists. */
function membersOf(selected: Uint8Array, group: (index: number) => number): number[][] {
  const groups: number[][] = [];
  for (let i = 0; i < selected.length; i++) {
    if (selected[i] !== 1) continue;
    const at = group(i);
    while (groups.length <= at) groups.push([]);
    groups[at]?.push(i);
  }
  return groups;
}

function speedAtPower({ windSpeed, power }: PowerCurve, wanted: number): number {
  const right = power.findIndex((value) => value >= wanted);
  if (right <= 0) return Number.NaN;
  const [x0, x1] = [windSpeed[right - 1] ?? Number.NaN, windSpeed[right] ?? Number.NaN];
  const [y0, y1] = [power[right - 1] ?? Number.NaN, power[right] ?? Number.NaN];
  return x0 + ((x1 - x0) * (wanted - y0)) / (y1 - y0);
}
