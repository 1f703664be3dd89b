import type { BinnedCurve } from './binned-curve.ts';
import { type PowerCurve, powerFromCurve } from './power-curve.ts';

/** Measured bins beside a power curve. */
export interface CurveComparison {
  /** Of the curve at the mean wind of each bin, shape (bins). [kW] NaN in empty bins and beyond the curve */
  power: Float64Array;
  /** Measured less curve, as a share of the curve, shape (bins). NaN where the curve has no power */
  deviation: Float64Array;
  /** Over the valid bins from 4 to 15 m/s with at least 6 points, weighted by points. NaN: there is none */
  total: number;
}

const LOWEST_WIND = 4;
const HIGHEST_WIND = 15;
const LEAST_POINTS = 6;

/**
 * How far measured power is from a power curve, bin by bin and in all.
 *
 * @param bins - measured, by wind at the density of the curve
 * @param curve - points of the curve
 * @see bins of 537.5 kW at 7.000 m/s and 632.8 kW at 7.460 m/s against 530 and 668 kW → +1.415094 % and -5.269461 %
 */
export function compareWithCurve(bins: BinnedCurve, curve: PowerCurve): CurveComparison {
  const power = powerFromCurve(bins.windSpeed, curve);
  const deviation = power.map((expected, bin) => (expected > 0 ? (bins.power[bin] ?? Number.NaN) / expected - 1 : Number.NaN));
  let [difference, reference] = [0, 0];
  for (const [bin, expected] of power.entries()) {
    const [centre, points] = [bins.centre[bin] ?? Number.NaN, bins.count[bin] ?? 0];
    if (!(centre >= LOWEST_WIND && centre <= HIGHEST_WIND) || points < LEAST_POINTS || bins.isValid[bin] !== 1) continue;
    difference += points * ((bins.power[bin] ?? Number.NaN) - expected);
    reference += points * expected;
  }
  return { power, deviation, total: reference > 0 ? difference / reference : Number.NaN };
}
