const COEFFICIENTS = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];

/**
 * Probability that a standard normal is above x.
 *
 * @see Abramowitz & Stegun 26.2.17; absolute error below 7.5e-8
 */
export function normalTail(x: number): number {
  if (x < 0) return 1 - normalTail(-x);
  const t = 1 / (1 + 0.2316419 * x);
  let polynomial = 0;
  for (const coefficient of COEFFICIENTS.toReversed()) polynomial = (polynomial + coefficient) * t;
  return (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
}
