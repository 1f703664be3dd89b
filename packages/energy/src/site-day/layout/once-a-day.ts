import type { SiteFrame } from './frame.ts';

/** A column with one point, and what it counts in longer periods. */
export interface DailyPoint {
  values: Float64Array;
  weights: Float64Array;
}

/**
 * A figure of the whole day as a column: at its first interval.
 *
 * @param value - NaN: no point
 * @param weight - denominator of the figure
 * @param frame - of a day with at least one interval
 */
export function onceADay(value: number, weight: number, { day }: Pick<SiteFrame, 'day'>): DailyPoint {
  const values = new Float64Array(day.count).fill(Number.NaN);
  const weights = new Float64Array(day.count);
  values[0] = value;
  weights[0] = Number.isNaN(value) ? 0 : weight;
  return { values, weights };
}
