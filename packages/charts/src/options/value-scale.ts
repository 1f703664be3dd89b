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
  /** The smallest or largest value is where the scale ends, whatever is round. */
  isMinFixed?: boolean;
  isMaxFixed?: boolean;
  /** Height of the plot in pixels: decides how many ticks fit. */
  height: number;
}

/** Less of a step than this does not earn the whole step: a plant that takes a few kilowatts at night would else have an axis down to minus a megawatt. */
const WORTH_A_STEP = 0.3;
/** A plot this high carries a line or two more. */
const TALL = 320;
/** Viewport beyond the values where the scale does not end on a round number. */
const ROOM = 0.03;

/** A scale around the values with four or five round numbers where the height allows. It ends on round numbers unless most of the last step would be empty. */
export function valueScale({ min, max, fromZero, height, isMinFixed = false, isMaxFixed = false }: ValueScaleRequest): ValueScale {
  if (!Number.isFinite(min) || !Number.isFinite(max)) return { min: 0, max: 1, ticks: [0], digits: 0 };
  const wanted = Math.max(1, Math.min(height > TALL ? 6 : 4, Math.floor(height / 34)));
  const withZero = fromZero || nearZero(min, max);
  const [low, high] = spread(withZero && !isMinFixed ? Math.min(min, 0) : min, withZero && !isMaxFixed ? Math.max(max, 0) : max);
  const step = roundStep((high - low) / wanted);
  const bottom = isMinFixed ? low : endOf({ end: low, step, room: (low - high) * ROOM });
  const top = isMaxFixed ? high : endOf({ end: high, step, room: (high - low) * ROOM });
  const first = Math.ceil(bottom / step - 1e-9);
  const last = Math.floor(top / step + 1e-9);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => clean((first + index) * step));
  return { min: clean(bottom), max: clean(top), ticks, digits: decimalsOf(step) };
}

/** Where the scale ends beyond the outermost value: on the next round number, or right behind the value. */
function endOf({ end, step, room }: { end: number; step: number; room: number }): number {
  const round = (room > 0 ? Math.ceil(end / step - 1e-9) : Math.floor(end / step + 1e-9)) * step;
  const used = 1 - Math.abs(round - end) / step;
  return used >= WORTH_A_STEP ? round : end + room;
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
