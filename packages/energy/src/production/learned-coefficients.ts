import { commonLength } from '@solvane/series/combine';

export interface CoefficientTraining {
  /** Measured energy, shape (n). [kWh] */
  energy: Float64Array;
  /** Theoretical energy: temperature-adjusted nominal energy, or that of a power curve, shape (n). [kWh] */
  nominalEnergy: Float64Array;
  /** Local month of each interval, 1 to 12, shape (n). */
  months: Uint8Array;
  /** 1 where an event, clipping, an estimate or weak weather spoils the interval, shape (n). */
  excluded: Uint8Array;
  /** What soiling and age left of the output, shape (n): the coefficients must not contain what we want to see as a loss. */
  remaining?: Float64Array;
  /** [h] */
  stepHours: number;
}

export interface SolarTraining extends Omit<CoefficientTraining, 'remaining'> {
  /** shape (n). [W/m²] */
  planeIrradiance: Float64Array;
  /** shape (n) */
  soilingProfile?: Float64Array;
}

/** Sums over intervals that count: of all of them, then of January to December, shape (13) each. */
export interface CoefficientSums {
  count: Float64Array;
  hours: Float64Array;
  energy: Float64Array;
  nominal: Float64Array;
  energySquared: Float64Array;
  product: Float64Array;
  nominalSquared: Float64Array;
}

export interface CoefficientFit {
  /** January to December, shape (12). NaN: no data */
  coefficients: Float64Array;
  /** Of the months themselves, shape (12). [h] */
  hours: Float64Array;
  /** Intervals that count. */
  count: number;
  /** Share of the variance of the energy that the coefficients explain. NaN: fewer than three intervals, or no spread */
  rSquared: number;
  /** Root mean square of measured less modelled energy of an interval. [kWh] NaN: no intervals */
  rmse: number;
}

/** Light below which an interval says little about an inverter. [W/m²] */
export const MIN_TRAINING_IRRADIANCE = 200;
/** A month with less takes the value of the whole period. [h] */
export const MIN_TRAINING_HOURS = 20;

/**
 * Sums from which coefficients follow; those of several devices or periods can be added up.
 *
 * @param training - of one device
 * @returns sums over intervals that are not excluded and have both energies
 * @throws RangeError when the lengths differ
 */
export function coefficientSums({ energy, nominalEnergy, months, excluded, remaining, stepHours }: CoefficientTraining): CoefficientSums {
  const n = commonLength(energy, nominalEnergy, months, excluded, ...(remaining ? [remaining] : []));
  const sums = emptySums();
  for (let i = 0; i < n; i++) {
    const made = (energy[i] ?? Number.NaN) / (remaining?.[i] ?? 1);
    const nominal = nominalEnergy[i] ?? Number.NaN;
    if (excluded[i] === 1 || Number.isNaN(made + nominal)) continue;
    for (const at of [0, months[i] ?? 0]) {
      add(sums.count, at, 1);
      add(sums.hours, at, stepHours);
      add(sums.energy, at, made);
      add(sums.nominal, at, nominal);
      add(sums.energySquared, at, made * made);
      add(sums.product, at, made * nominal);
      add(sums.nominalSquared, at, nominal * nominal);
    }
  }
  return sums;
}

/**
 * Coefficients that make theoretical energy the measured one, month by month, and how well they do.
 *
 * @param parts - sums of one or several devices
 * @returns months with less than 20 h take the value of the whole period
 * @see 190 h of 440 kWh and 10 h of 400 kWh over 500 kWh → 0.88 in the first month, 0.876 in all others
 */
export function coefficientFit(parts: readonly CoefficientSums[]): CoefficientFit {
  const sums = parts.reduce(joined, emptySums());
  const share = (at: number) => (valueAt(sums.nominal, at) > 0 ? valueAt(sums.energy, at) / valueAt(sums.nominal, at) : Number.NaN);
  // Hours are added up from tenths: 120 steps of 10 min must count as 20 h.
  const hasOwn = (month: number) => valueAt(sums.hours, month) >= MIN_TRAINING_HOURS - 1e-6;
  const coefficients = Float64Array.from({ length: 12 }, (_, i) => (hasOwn(i + 1) ? share(i + 1) : share(0)));
  const count = valueAt(sums.count, 0);
  let residual = 0;
  for (let month = 1; month <= 12; month++) {
    if (valueAt(sums.count, month) === 0) continue;
    const k = coefficients[month - 1] ?? Number.NaN;
    residual += valueAt(sums.energySquared, month) - 2 * k * valueAt(sums.product, month) + k * k * valueAt(sums.nominalSquared, month);
  }
  const spread = valueAt(sums.energySquared, 0) - valueAt(sums.energy, 0) ** 2 / count;
  // Sums of squares cancel to a few digits: a spread below them is none.
  const hasSpread = count >= 3 && spread > 1e-9 * valueAt(sums.energySquared, 0);
  return {
    coefficients,
    hours: sums.hours.slice(1),
    count,
    rSquared: hasSpread ? 1 - Math.max(0, residual) / spread : Number.NaN,
    rmse: count > 0 ? Math.sqrt(Math.max(0, residual) / count) : Number.NaN,
  };
}

/**
 * Coefficients a reference period of an inverter would have needed: energy as a share of temperature-adjusted nominal energy, month by month.
 *
 * @param training - undisturbed intervals of the reference period
 * @returns January to December, shape (12); months with less than 20 h take the value of the whole period, NaN when that has none either
 * @throws RangeError when the lengths differ
 */
export function learnCoefficients({ planeIrradiance, soilingProfile, ...training }: SolarTraining): Float64Array {
  commonLength(training.energy, planeIrradiance);
  const excluded = training.excluded.map((isExcluded, i) =>
    isExcluded === 1 || !((planeIrradiance[i] ?? Number.NaN) >= MIN_TRAINING_IRRADIANCE) ? 1 : 0,
  );
  return coefficientFit([coefficientSums({ ...training, excluded, ...(soilingProfile && { remaining: soilingProfile }) })]).coefficients;
}

const SUMS = ['count', 'hours', 'energy', 'nominal', 'energySquared', 'product', 'nominalSquared'] as const;

function emptySums(): CoefficientSums {
  const zeros = () => new Float64Array(13);
  return {
    count: zeros(),
    hours: zeros(),
    energy: zeros(),
    nominal: zeros(),
    energySquared: zeros(),
    product: zeros(),
    nominalSquared: zeros(),
  };
}

function joined(one: CoefficientSums, other: CoefficientSums): CoefficientSums {
  const both = emptySums();
  for (const name of SUMS) for (let at = 0; at < 13; at++) both[name][at] = valueAt(one[name], at) + valueAt(other[name], at);
  return both;
}

function add(column: Float64Array, at: number, value: number): void {
  column[at] = valueAt(column, at) + value;
}

function valueAt(column: Float64Array, at: number): number {
  return column[at] ?? 0;
}
