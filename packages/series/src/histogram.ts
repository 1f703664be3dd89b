import { commonLength } from './combine.ts';
import { quantileOfSorted, sortedValues } from './quantile.ts';

/** Fewest and most bins of a histogram. */
export const HISTOGRAM_BINS = { least: 5, most: 100 } as const;

/** Widths that a reader can count with, as parts of a power of ten. */
const ROUND_WIDTHS = [1, 2, 2.5, 5] as const;
/** Digits that are kept of an edge: sums of widths have rounding errors behind them. */
const EDGE_DIGITS = 12;
/** Difference up to which values count as equal, in their unit and as a share of their size. */
const EQUAL = 1e-7;

/**
 * Limits of the bins of a histogram.
 *
 * A number gives that many bins of equal width from the smallest to the largest value. `auto` takes the width of Freedman and Diaconis, made round (1,
 * 2, 2.5 or 5 times a power of ten), with edges at multiples of it; there are 5 to 100 bins.
 *
 * @param values - in any order, shape (n); NaN is left out
 * @param bins - 5 to 100, or `auto`
 * @returns ascending edges, shape (bins + 1); empty without values
 * @throws RangeError when the number of bins is outside 5 to 100
 * @see Freedman & Diaconis, Zeitschrift für Wahrscheinlichkeitstheorie 57 (1981): width = 2 · IQR / ∛n
 */
export function histogramEdges(values: Float64Array, bins: number | 'auto' = 'auto'): Float64Array {
  if (bins !== 'auto' && !(bins >= HISTOGRAM_BINS.least && bins <= HISTOGRAM_BINS.most))
    throw new RangeError(`a histogram has ${HISTOGRAM_BINS.least} to ${HISTOGRAM_BINS.most} bins, not ${bins}`);
  const sorted = sortedValues(values);
  if (sorted.length === 0) return new Float64Array(0);
  const { low, high } = spread(sorted[0] ?? 0, sorted.at(-1) ?? 0);
  if (bins !== 'auto') {
    const count = Math.round(bins);
    return Float64Array.from({ length: count + 1 }, (_, i) => (i === count ? high : low + ((high - low) * i) / count));
  }
  const width = roundWidth(freedmanDiaconis(sorted, high - low), low, high);
  const first = Math.floor(low / width);
  const edges = Float64Array.from({ length: binCount(width, low, high) + 1 }, (_, i) => rounded((first + i) * width));
  // A value that an edge was rounded away from stays inside.
  edges[0] = Math.min(edges[0] ?? low, low);
  edges[edges.length - 1] = Math.max(edges.at(-1) ?? high, high);
  return edges;
}

/**
 * How often values fall into each bin.
 *
 * A bin holds values from its lower edge up to its upper edge; the last one holds its upper edge too.
 *
 * @param values - shape (n); NaN and values outside of the edges are left out
 * @param edges - ascending, shape (bins + 1)
 * @param weights - what each value counts, e.g. the hours of its interval, shape (n); absent: 1
 * @returns sum of the weights, shape (bins); empty without edges
 * @throws RangeError when the lengths differ
 */
export function histogramCounts(values: Float64Array, edges: Float64Array, weights?: Float64Array): Float64Array {
  const length = weights === undefined ? values.length : commonLength(values, weights);
  const bins = Math.max(0, edges.length - 1);
  const counts = new Float64Array(bins);
  const low = edges[0] ?? Number.NaN;
  const high = edges[bins] ?? Number.NaN;
  const perUnit = bins / (high - low);
  for (let i = 0; i < length; i++) {
    const value = values[i] ?? Number.NaN;
    if (!(value >= low && value <= high)) continue;
    // The edges are evenly spaced but for rounding: the guess is at most one bin off.
    let bin = Math.min(bins - 1, Math.floor((value - low) * perUnit));
    while (bin > 0 && value < (edges[bin] ?? low)) bin--;
    while (bin < bins - 1 && value >= (edges[bin + 1] ?? high)) bin++;
    counts[bin] = (counts[bin] ?? 0) + (weights === undefined ? 1 : (weights[i] ?? Number.NaN) || 0);
  }
  return counts;
}

/** Values that are equal but for rounding have a range around them. */
function spread(low: number, high: number): { low: number; high: number } {
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (high - low > Math.max(EQUAL, EQUAL * size)) return { low, high };
  const half = Math.max(Math.abs(low) * 0.05, 0.5);
  return { low: low - half, high: high + half };
}

function freedmanDiaconis(sorted: Float64Array, range: number): number {
  const middle = quantileOfSorted(sorted, 0.75) - quantileOfSorted(sorted, 0.25);
  const width = (2 * middle) / Math.cbrt(sorted.length);
  // Half of the values are the same: as many bins as Sturges would make.
  return width > 0 ? width : range / (Math.log2(sorted.length) + 1);
}

function roundWidth(fitting: number, low: number, high: number): number {
  const range = high - low;
  const wanted = Math.min(range / HISTOGRAM_BINS.least, Math.max(range / HISTOGRAM_BINS.most, fitting));
  const power = Math.floor(Math.log10(wanted));
  const widths = [power - 2, power - 1, power, power + 1, power + 2, power + 3].flatMap((each) =>
    ROUND_WIDTHS.map((step) => rounded(step * 10 ** each)),
  );
  const isPossible = (width: number) => {
    const count = binCount(width, low, high);
    return count >= HISTOGRAM_BINS.least && count <= HISTOGRAM_BINS.most;
  };
  const possible = widths.filter(isPossible);
  return possible.find((width) => width >= wanted) ?? possible.at(-1) ?? range / HISTOGRAM_BINS.most;
}

function binCount(width: number, low: number, high: number): number {
  const first = Math.floor(low / width);
  return Math.max(1, Math.ceil(rounded(high / width)) - first);
}

function rounded(value: number): number {
  return Number(value.toPrecision(EDGE_DIGITS));
}
