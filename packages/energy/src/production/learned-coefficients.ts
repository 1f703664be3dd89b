import { commonLength } from '@solvane/series/combine';

export interface CoefficientTraining {
  /** Measured energy, shape (n). [kWh] */
  energy: Float64Array;
  /** Temperature-adjusted nominal energy, shape (n). [kWh] */
  nominalEnergy: Float64Array;
  /** shape (n). [W/m²] */
  planeIrradiance: Float64Array;
  /** Local month of each interval, 1 to 12, shape (n). */
  months: Uint8Array;
  /** 1 where an event, clipping or an estimate spoils the interval, shape (n). */
  excluded: Uint8Array;
  /** What soiling left of the output, shape (n): the coefficients must not contain what we want to see as a loss. */
  soilingProfile?: Float64Array;
  /** [h] */
  stepHours: number;
}

const MIN_IRRADIANCE = 200;
const MIN_HOURS = 20;

/**
 * Coefficients a reference period would have needed: energy as a share of temperature-adjusted nominal energy, month by month.
 *
 * @param training - undisturbed intervals of the reference period
 * @returns January to December, shape (12); months with less than 20 h take the value of the whole period, NaN when that has none either
 * @throws RangeError when the lengths differ
 */
export function learnCoefficients({
  energy,
  nominalEnergy,
  planeIrradiance,
  months,
  excluded,
  soilingProfile,
  stepHours,
}: CoefficientTraining): Float64Array {
  const n = commonLength(energy, nominalEnergy, planeIrradiance, months, excluded, ...(soilingProfile ? [soilingProfile] : []));
  const made = new Float64Array(13);
  const promised = new Float64Array(13);
  const hours = new Float64Array(13);
  for (let i = 0; i < n; i++) {
    const clean = (energy[i] ?? Number.NaN) / (soilingProfile?.[i] ?? 1);
    const nominal = nominalEnergy[i] ?? Number.NaN;
    if (excluded[i] === 1 || !((planeIrradiance[i] ?? Number.NaN) >= MIN_IRRADIANCE) || Number.isNaN(clean + nominal)) continue;
    for (const at of [0, months[i] ?? 0]) {
      made[at] = (made[at] ?? 0) + clean;
      promised[at] = (promised[at] ?? 0) + nominal;
      hours[at] = (hours[at] ?? 0) + stepHours;
    }
  }
  const share = (at: number) => ((promised[at] ?? 0) > 0 ? (made[at] ?? 0) / (promised[at] ?? 0) : Number.NaN);
  // Hours are added up from tenths: 120 steps of 10 min must count as 20 h.
  return Float64Array.from({ length: 12 }, (_, i) => ((hours[i + 1] ?? 0) >= MIN_HOURS - 1e-6 ? share(i + 1) : share(0)));
}
