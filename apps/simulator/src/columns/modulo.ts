/** Remainder that is never negative, for angles and clocks. */
export function modulo(value: number, divisor: number): number {
  const rest = value % divisor;
  return rest < 0 ? rest + divisor : rest;
}
