const FIXED_LOSS = 0.015;
const LOAD_LOSS = 0.005;

/**
 * Power at the grid meter of a plant: what its generators give less cables and transformers, or more than they take.
 *
 * @param sumKw - sum of all generators, negative when they take. [kW]
 * @param ratedKw - sum of their AC ratings. [kW]
 */
export function meterPower(sumKw: number, ratedKw: number): number {
  return sumKw >= 0 ? sumKw * (1 - FIXED_LOSS - (LOAD_LOSS * sumKw) / ratedKw) : sumKw * (1 + FIXED_LOSS);
}

/** Sum of the generators at which the meter shows a limit: the inverse of `meterPower` for positive powers. */
export function generationAtMeter(meterKw: number, ratedKw: number): number {
  const linear = 1 - FIXED_LOSS;
  const quadratic = LOAD_LOSS / ratedKw;
  return (linear - Math.sqrt(linear * linear - 4 * quadratic * meterKw)) / (2 * quadratic);
}
