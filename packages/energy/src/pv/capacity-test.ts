import { firstAtOrAfter } from '@solvane/series/align';
import { combine, commonLength } from '@solvane/series/combine';
import { leastSquares } from '@solvane/series/least-squares';
import { mean } from '@solvane/series/moments';
import { quantile, sortedValues } from '@solvane/series/quantile';
import { RATING_MIN_POINTS } from './power-rating-line.ts';

/** P = G · (a1 + a2·G + a3·Ta + a4·v). */
export interface CapacityRegression {
  a1: number;
  a2: number;
  a3: number;
  a4: number;
  pointCount: number;
}

/** The weather a capacity is stated for. */
export interface ReportingConditions {
  /** [W/m²] */
  planeIrradiance: number;
  /** [°C] */
  ambientTemperature: number;
  /** [m/s] */
  windSpeed: number;
}

export interface CapacityTestOptions {
  /** AC power, shape (n). [kW] */
  power: Float64Array;
  /** shape (n). [W/m²] */
  planeIrradiance: Float64Array;
  /** shape (n). [°C] */
  ambientTemperature: Float64Array;
  /** shape (n). [m/s] */
  windSpeed: Float64Array;
  /** 1 where the interval takes part, shape (n); see `steadyBrightIntervals`. */
  selected: Uint8Array;
  minPoints?: number;
}

/** How the light that a capacity is stated for is chosen. */
export type ReportingIrradiance = 'percentile' | 'balanced';

const REPORTING_IRRADIANCE_SHARE = 0.6;
/** Half width of the band of light around the reporting irradiance. */
const BAND = 0.2;
/** Ends of the band are part of it in spite of rounding. */
const ROUNDING = 1e-9;
/** Shares of the band's points that may lie below its middle. */
const BALANCE = { low: 0.4, high: 0.6 };

/**
 * Regression of power on light, air temperature and wind.
 *
 * @param options - columns of the test period
 * @returns undefined with fewer than `minPoints` complete points, or when weather varied too little to tell its effects apart
 * @throws RangeError when the lengths differ
 * @see ASTM E2848
 */
export function capacityRegression({
  power,
  planeIrradiance,
  ambientTemperature,
  windSpeed,
  selected,
  minPoints = RATING_MIN_POINTS,
}: CapacityTestOptions): CapacityRegression | undefined {
  commonLength(power, selected);
  const kept = power.map((value, i) => (selected[i] === 1 ? value : Number.NaN));
  const terms = [
    planeIrradiance,
    planeIrradiance.map((irradiance) => irradiance * irradiance),
    combine(planeIrradiance, ambientTemperature, (irradiance, temperature) => irradiance * temperature),
    combine(planeIrradiance, windSpeed, (irradiance, wind) => irradiance * wind),
  ];
  const pointCount = kept.reduce(
    (count, value, i) => (terms.some((term) => Number.isNaN(term[i])) || Number.isNaN(value) ? count : count + 1),
    0,
  );
  if (pointCount < minPoints) return undefined;
  const factors = leastSquares(terms, kept);
  if (!factors) return undefined;
  const [a1 = Number.NaN, a2 = Number.NaN, a3 = Number.NaN, a4 = Number.NaN] = factors;
  return { a1, a2, a3, a4, pointCount };
}

/**
 * Conditions a capacity is reported for: light by one of two rules, and the mean air temperature and wind.
 *
 * `percentile` takes the light that four in ten points exceed. `balanced` takes the measured light with as many points of its ±20 % band below
 * as above; the band stays within the measured light.
 *
 * @param options - columns of the test period and the rule
 * @returns NaN throughout when no interval is selected; NaN light when no value is balanced
 * @throws RangeError when the lengths differ
 * @see ASTM E2939
 */
export function reportingConditions({
  planeIrradiance,
  ambientTemperature,
  windSpeed,
  selected,
  rule = 'percentile',
}: Omit<CapacityTestOptions, 'power' | 'minPoints'> & { rule?: ReportingIrradiance }): ReportingConditions {
  commonLength(planeIrradiance, ambientTemperature, windSpeed, selected);
  const chosen = (column: Float64Array) => column.filter((_, i) => selected[i] === 1);
  const light = chosen(planeIrradiance);
  return {
    planeIrradiance: rule === 'balanced' ? balancedIrradiance(light) : quantile(light, REPORTING_IRRADIANCE_SHARE),
    ambientTemperature: mean(chosen(ambientTemperature)),
    windSpeed: mean(chosen(windSpeed)),
  };
}

/** Nearest to half of the band's points below; of equal ones the value with most points around it. */
function balancedIrradiance(light: Float64Array): number {
  const sorted = sortedValues(light);
  const least = (sorted[0] ?? Number.NaN) / (1 - BAND);
  const most = (sorted.at(-1) ?? Number.NaN) / (1 + BAND);
  const countBelow = (limit: number) => firstAtOrAfter(sorted, limit * (1 - ROUNDING));
  let best = { irradiance: Number.NaN, distance: Number.POSITIVE_INFINITY, count: 0 };
  for (const irradiance of new Set(sorted)) {
    if (irradiance < least || irradiance > most) continue;
    const start = countBelow(irradiance * (1 - BAND));
    const count = firstAtOrAfter(sorted, irradiance * (1 + BAND) * (1 + ROUNDING)) - start;
    const share = (countBelow(irradiance) - start) / count;
    const distance = Math.abs(share - 0.5);
    if (share < BALANCE.low || share > BALANCE.high) continue;
    if (distance < best.distance || (distance === best.distance && count > best.count)) best = { irradiance, distance, count };
  }
  return best.irradiance;
}

/**
 * Capacity of a plant under stated conditions.
 *
 * @param regression - of the test period
 * @param conditions - light, air temperature and wind
 * @returns [kW]
 * @see ASTM E2848; a = (0.95, −5e−5, −0.002, 0.003) at 770 W/m², 20.6 °C, 2.57 m/s → 676.0677
 */
export function ratedCapacity({ a1, a2, a3, a4 }: CapacityRegression, conditions: ReportingConditions): number {
  const { planeIrradiance, ambientTemperature, windSpeed } = conditions;
  return planeIrradiance * (a1 + a2 * planeIrradiance + a3 * ambientTemperature + a4 * windSpeed);
}
