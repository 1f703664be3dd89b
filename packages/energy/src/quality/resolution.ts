/** In what steps a signal was written on a day, small enough to be kept for later days. */
export interface DaySteps {
  /** Largest step of the ladder of which all values are multiples. 0: none that matters */
  step: number;
  /** How often the signal came to another value, zero apart. */
  moves: number;
  /** Smallest and largest value. */
  low: number;
  high: number;
}

/** In what steps a signal is written. */
export interface Resolution {
  /** 0: no steps that matter. */
  step: number;
  /** Between the smallest and the largest value. */
  range: number;
}

const MANTISSAS = [1, 2, 2.5, 5];
/** Share of the values that lie on the ladder. */
const ON_STEPS = 0.99;
const LEAST_MOVES = 20;
const LARGEST_SHARE = 0.05;
/** Finer steps than this share of the range matter to no rule. */
const SMALLEST_SHARE = 2e-4;
/** float32 keeps seven digits. */
const ROUNDING = { ofRange: 1e-9, ofLargest: 1e-6, perStep: 20 };

/**
 * In what steps the values of a column are written. A value counts each time the signal comes to it: one of ten levels has too few distinct ones.
 *
 * @param values - raw, shape (n)
 * @returns undefined: the signal never moved
 */
export function stepsOf(values: Float64Array): DaySteps | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let largest = 0;
  let moves = 0;
  let before = Number.NaN;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? Number.NaN;
    if (value - value !== 0) continue;
    if (value < low) low = value;
    if (value > high) high = value;
    if (Math.abs(value) > largest) largest = Math.abs(value);
    if (value !== before && value !== 0) moves++;
    before = value;
  }
  if (moves === 0) return undefined;
  const rounding = Math.max(ROUNDING.ofRange * (high - low), ROUNDING.ofLargest * largest);
  const smallest = Math.max(ROUNDING.perStep * rounding, SMALLEST_SHARE * (high - low));
  const step = largestStep(largest, smallest, (candidate) => isOnSteps(values, { step: candidate, rounding, moves }));
  return { step, moves, low, high };
}

/**
 * Resolution of a signal from its last days.
 *
 * @param days - steps of each day, of seven in general
 * @param rating - rated power of a power [kW]; NaN: another quantity, or not known
 * @returns undefined: the signal moved too seldom to tell
 * @see values of 10 kW on days that also know multiples of 20 and 50 kW → 10 kW
 */
export function resolutionOf(days: readonly DaySteps[], rating: number): Resolution | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let moves = 0;
  for (const day of days) {
    low = Math.min(low, day.low);
    high = Math.max(high, day.high);
    moves += day.moves;
  }
  if (moves < LEAST_MOVES) return undefined;
  const range = high - low;
  const largest = LARGEST_SHARE * (rating > 0 ? rating : range);
  const step = largestStep(largest, SMALLEST_SHARE * largest, (candidate) => {
    const onSteps = days.reduce((sum, day) => (isMultiple(day.step, candidate) ? sum + day.moves : sum), 0);
    return onSteps >= ON_STEPS * moves;
  });
  return { step, range };
}

/** The ladder goes on without end in both directions: 1, 2, 2.5, 5, 10, 20 and so on. */
function largestStep(largest: number, smallest: number, fits: (step: number) => boolean): number {
  const size = MANTISSAS.length;
  if (!(largest > 0) || !(smallest > 0)) return 0;
  for (let rung = size * (Math.floor(Math.log10(largest)) + 1); ; rung--) {
    const decade = Math.floor(rung / size);
    const step = (MANTISSAS[rung - decade * size] ?? 1) * 10 ** decade;
    if (step < smallest) return 0;
    if (step <= largest && fits(step)) return step;
  }
}

function isOnSteps(values: Float64Array, { step, rounding, moves }: { step: number; rounding: number; moves: number }): boolean {
  let left = Math.floor((1 - ON_STEPS) * moves);
  let before = Number.NaN;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? Number.NaN;
    if (value - value !== 0) continue;
    if (value !== before && Math.abs(value - Math.round(value / step) * step) > rounding && left-- === 0) return false;
    before = value;
  }
  return true;
}

function isMultiple(value: number, step: number): boolean {
  const count = value / step;
  return count > 0.5 && Math.abs(count - Math.round(count)) < ROUNDING.ofLargest;
}
