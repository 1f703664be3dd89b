export interface ValueScale {
  min: number;
  max: number;
  ticks: number[];
  /** Decimals that all ticks need. */
  digits: number;
}

export interface ValueScaleRequest {
  /** Smallest and largest value on screen; NaN: there is none. */
  min: number;
  max: number;
  fromZero: boolean;
  /** Height of the plot in pixels: decides how many ticks fit. */
  height: number;
}

/** A scale that starts and ends on round numbers, with four or five of them where the height allows. */
export function valueScale({ min, max, fromZero, height }: ValueScaleRequest): ValueScale {
  if (!Number.isFinite(min) || !Number.isFinite(max)) return { min: 0, max: 1, ticks: [0], digits: 0 };
  const wanted = Math.max(1, Math.min(4, Math.floor(height / 34)));
  const [low, high] = spread(
    fromZero || nearZero(min, max) ? Math.min(min, 0) : min,
    fromZero || nearZero(min, max) ? Math.max(max, 0) : max,
  );
  const step = roundStep((high - low) / wanted);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => clean((first + index) * step));
  return { min: clean(first * step), max: clean(last * step), ticks, digits: decimalsOf(step) };
}

/** Decimals that show four significant digits of the largest number and keep a column's digits equal. */
export function columnDigits(largest: number): number {
  if (!Number.isFinite(largest) || largest === 0) return 1;
  return Math.max(0, Math.min(3, 3 - Math.floor(Math.log10(Math.abs(largest)))));
}

/** Zero is near enough to stand on the axis without pressing the values flat. */
function nearZero(min: number, max: number): boolean {
  return (min >= 0 && min <= max * 0.6) || (max <= 0 && max >= min * 0.6);
}

/** A constant still needs an axis: it gets room above and below. */
function spread(min: number, max: number): [number, number] {
  if (max - min > Math.max(Math.abs(min), Math.abs(max)) * 1e-9) return [min, max];
  if (min === 0) return [0, 1];
  const room = Math.abs(min) * 0.02;
  return [min - room, max + room];
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const share = rough / power;
  for (const round of [1, 2, 2.5, 5]) if (share <= round * (1 + 1e-9)) return round * power;
  return 10 * power;
}

function decimalsOf(step: number): number {
  for (let digits = 0; digits < 9; digits += 1) {
    const scaled = step * 10 ** digits;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * scaled) return digits;
  }
  return 9;
}

function clean(value: number): number {
  return Number(value.toPrecision(12));
}
