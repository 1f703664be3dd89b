/** Round numbers that span two values, at most seven of them. */
export function niceTicks(low: number, high: number): number[] {
  const span = Math.max(high - low, Number.EPSILON);
  const power = 10 ** Math.floor(Math.log10(span / 5));
  const step = ([1, 2, 2.5, 5, 10].find((each) => span / (each * power) <= 5) ?? 10) * power;
  // A sensor that drifts a little below zero at night needs no axis there.
  const first = low < 0 && low > -0.03 * span ? 0 : Math.floor(low / step);
  const last = Math.ceil(high / step);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}
