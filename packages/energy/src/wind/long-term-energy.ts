import { regressionLine } from '@solvane/series/least-squares';
import { mean, standardDeviation } from '@solvane/series/moments';
import { quantileOfSorted } from '@solvane/series/quantile';
import { seededRandom } from '@solvane/series/seeded-random';

/** What a plant made in a complete calendar month. [kWh] */
export interface EnergyMonth {
  year: number;
  /** 1 to 12. */
  month: number;
  /** At the grid meter. */
  net: number;
  /** Not negative: lost by downtime, and by curtailment. */
  availabilityLoss: number;
  curtailmentLoss: number;
}

/** Mean wind of a calendar month at one long-term reference, density-corrected where density is known. */
export interface ReferenceMonth {
  year: number;
  /** 1 to 12. */
  month: number;
  /** [m/s] */
  windSpeed: number;
}

export interface LongTermEnergyOptions {
  months: readonly EnergyMonth[];
  /** One list per reanalysis product; each covers the measured months and the years before. */
  references: readonly (readonly ReferenceMonth[])[];
  /** Standard deviation of the meter, as a share. */
  meterUncertainty?: number;
  /** Standard deviation of the estimated losses, as a share. */
  lossUncertainty?: number;
  /** Fewest and most years that the long term is averaged over, drawn in each simulation. */
  longTermYears?: readonly [fewest: number, most: number];
  simulations?: number;
  /** Same seed, same result. */
  seed?: number;
}

/** Regression of gross energy on wind. */
export interface EnergyRegression {
  /** [kWh per 30 days per m/s] */
  slope: number;
  /** [kWh per 30 days] */
  intercept: number;
  r2: number;
  pointCount: number;
}

export type LongTermEnergy =
  | {
      kind: 'energy';
      /** Mean of all simulations, net, in a year of average wind. [kWh] */
      annual: number;
      /** Standard deviation of the simulations. [kWh] */
      deviation: number;
      /** Energy exceeded with 90 and 99 % probability. [kWh] */
      p90: number;
      p99: number;
      /** Long-term shares of gross energy. */
      availabilityLoss: number;
      curtailmentLoss: number;
      /** Of the measured values, one per reference. */
      regressions: readonly EnergyRegression[];
    }
  | { kind: 'insufficientData'; reason: 'fewMonths' | 'noCommonMonths' | 'noLongTerm' };

const FEWEST_MONTHS = 9;
const REGRESSION_DAYS = 30;
const DAYS_OF_MONTH = [31, 28.25, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/**
 * Energy of a year with long-term average wind, and how sure that is: gross monthly energy is regressed on the wind of a reanalysis and
 * read at its long-term monthly means; meter, losses, months, product and length of the long term are drawn at random in every simulation.
 *
 * @param options - measured months and references
 * @returns energy with its uncertainty, or why there is none
 * @see operational analysis of OpenOA (Perr-Sauer et al., JOSS 6, 2021), monthly linear model
 */
export function longTermEnergy({
  months,
  references,
  meterUncertainty = 0.005,
  lossUncertainty = 0.05,
  longTermYears = [10, 20],
  simulations = 1000,
  seed = 1,
}: LongTermEnergyOptions): LongTermEnergy {
  if (months.length < FEWEST_MONTHS) return { kind: 'insufficientData', reason: 'fewMonths' };
  const products = references.map((reference) => ({ reference, points: pointsOf(months, reference) }));
  const usable = products.filter(({ points }) => points.length >= FEWEST_MONTHS);
  if (usable.length === 0) return { kind: 'insufficientData', reason: 'noCommonMonths' };
  const complete = usable.filter(({ reference }) => new Set(reference.map(({ month }) => month)).size === 12);
  if (complete.length === 0) return { kind: 'insufficientData', reason: 'noLongTerm' };

  const random = seededRandom(seed);
  const energies = new Float64Array(simulations);
  const shares = { availability: 0, curtailment: 0 };
  for (let k = 0; k < simulations; k++) {
    const product = complete[Math.floor(random() * complete.length)] ?? complete[0];
    if (!product) continue;
    const factors = { net: 1 + meterUncertainty * normal(random), loss: Math.max(0, 1 + lossUncertainty * normal(random)) };
    const drawn = product.points.map(() => product.points[Math.floor(random() * product.points.length)] ?? product.points[0]);
    const years = Math.round(longTermYears[0] + random() * (longTermYears[1] - longTermYears[0]));
    const result = annualEnergy(
      drawn.flatMap((point) => (point ? [scaledPoint(point, factors)] : [])),
      product.reference,
      years,
    );
    energies[k] = result.energy;
    shares.availability += result.availability / simulations;
    shares.curtailment += result.curtailment / simulations;
  }
  const sorted = energies.filter((energy) => !Number.isNaN(energy)).sort();
  return {
    kind: 'energy',
    annual: mean(sorted),
    deviation: standardDeviation(sorted),
    p90: quantileOfSorted(sorted, 0.1),
    p99: quantileOfSorted(sorted, 0.01),
    availabilityLoss: shares.availability,
    curtailmentLoss: shares.curtailment,
    regressions: usable.map(({ points }) => regressionOf(points)),
  };
}

interface Point extends EnergyMonth {
  windSpeed: number;
}

function pointsOf(months: readonly EnergyMonth[], reference: readonly ReferenceMonth[]): Point[] {
  const wind = new Map(reference.map(({ year, month, windSpeed }) => [year * 12 + month, windSpeed]));
  return months.flatMap((month) => {
    const windSpeed = wind.get(month.year * 12 + month.month) ?? Number.NaN;
    const isComplete = !Number.isNaN(windSpeed + month.net + month.availabilityLoss + month.curtailmentLoss);
    return isComplete ? [{ ...month, windSpeed }] : [];
  });
}

function scaledPoint(point: Point, { net, loss }: { net: number; loss: number }): Point {
  return {
    ...point,
    net: point.net * net,
    availabilityLoss: point.availabilityLoss * loss,
    curtailmentLoss: point.curtailmentLoss * loss,
  };
}

function grossOf({ net, availabilityLoss, curtailmentLoss }: EnergyMonth): number {
  return net + availabilityLoss + curtailmentLoss;
}

function regressionOf(points: readonly Point[]): EnergyRegression {
  const perThirtyDays = (point: Point) => (grossOf(point) * REGRESSION_DAYS) / daysIn(point);
  const line = regressionLine(
    Float64Array.from(points, ({ windSpeed }) => windSpeed),
    Float64Array.from(points, perThirtyDays),
  );
  return line ?? { slope: Number.NaN, intercept: Number.NaN, r2: Number.NaN, pointCount: points.length };
}

function annualEnergy(
  points: readonly Point[],
  reference: readonly ReferenceMonth[],
  years: number,
): { energy: number; availability: number; curtailment: number } {
  const { slope, intercept } = regressionOf(points);
  const lastYear = Math.max(...reference.map(({ year }) => year));
  const recent = reference.filter(({ year }) => year > lastYear - years);
  const gross = DAYS_OF_MONTH.reduce((sum, days, at) => {
    const winds = recent.filter(({ month }) => month === at + 1).map(({ windSpeed }) => windSpeed);
    return sum + (Math.max(0, intercept + slope * mean(Float64Array.from(winds))) * days) / REGRESSION_DAYS;
  }, 0);
  const total = points.reduce((sum, point) => sum + grossOf(point), 0);
  const availability = points.reduce((sum, point) => sum + point.availabilityLoss, 0) / total;
  const curtailment = points.reduce((sum, point) => sum + point.curtailmentLoss, 0) / total;
  return { energy: gross * (1 - availability - curtailment), availability, curtailment };
}

function daysIn({ year, month }: EnergyMonth): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** One draw of the standard normal distribution (Box and Muller). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
