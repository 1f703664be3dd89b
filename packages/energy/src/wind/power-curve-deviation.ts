import { BIN_WIDTH, type BinnedCurve } from './binned-curve.ts';

const MIN_PERIOD_POINTS = 6;
const MIN_REFERENCE_POINTS = 18;
const LOWEST_WIND = 4;
const HIGHEST_WIND = 15;

/** Numerator and denominator: add them over turbines and periods, divide last. [kW·points] */
export interface DeviationSums {
  difference: number;
  reference: number;
}

/**
 * How far a turbine's measured curve of a period lies from its reference curve, weighted by how often each wind blew.
 *
 * @param period - binned curve of the period
 * @param reference - binned curve of the reference
 * @returns sums over the bins from 4 to 15 m/s with enough points in both
 */
export function curveDeviationSums(period: BinnedCurve, reference: BinnedCurve): DeviationSums {
  const sums: DeviationSums = { difference: 0, reference: 0 };
  const bins = Math.min(period.count.length, reference.count.length);
  for (let bin = LOWEST_WIND / BIN_WIDTH; bin < bins && bin * BIN_WIDTH <= HIGHEST_WIND; bin++) {
    const points = period.count[bin] ?? 0;
    if (points < MIN_PERIOD_POINTS || (reference.count[bin] ?? 0) < MIN_REFERENCE_POINTS) continue;
    const expected = reference.power[bin] ?? Number.NaN;
    sums.difference += points * ((period.power[bin] ?? Number.NaN) - expected);
    sums.reference += points * expected;
  }
  return sums;
}

/**
 * Power curve deviation as a share of the reference.
 *
 * @param sums - of one or more turbines or periods
 * @returns negative when too little came out; NaN when no bin had enough points
 */
export function curveDeviation({ difference, reference }: DeviationSums): number {
  return reference > 0 ? difference / reference : Number.NaN;
}
