import { combine, commonLength } from '@solvane/series/combine';
import { leastSquares } from '@solvane/series/least-squares';
import { mean } from '@solvane/series/moments';
import { quantile } from '@solvane/series/quantile';
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

const REPORTING_IRRADIANCE_SHARE = 0.6;

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
 * The usual reporting conditions: light that four in ten points exceed, and the mean air temperature and wind.
 *
 * @param options - columns of the test period
 * @returns NaN throughout when no interval is selected
 * @throws RangeError when the lengths differ
 * @see ASTM E2939
 */
export function reportingConditions({
  planeIrradiance,
  ambientTemperature,
  windSpeed,
  selected,
}: Omit<CapacityTestOptions, 'power' | 'minPoints'>): ReportingConditions {
  commonLength(planeIrradiance, ambientTemperature, windSpeed, selected);
  const chosen = (column: Float64Array) => column.filter((_, i) => selected[i] === 1);
  return {
    planeIrradiance: quantile(chosen(planeIrradiance), REPORTING_IRRADIANCE_SHARE),
    ambientTemperature: mean(chosen(ambientTemperature)),
    windSpeed: mean(chosen(windSpeed)),
  };
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
