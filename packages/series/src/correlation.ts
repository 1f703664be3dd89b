import { commonLength } from './combine.ts';

export interface Correlation {
  /** Pairs without a missing value that `isUsed` takes. */
  pairs: number;
  /** Pearson's r between -1 and 1; NaN for fewer than two pairs, or when one of the two never changes. */
  r: number;
}

/**
 * Linear correlation of two columns.
 *
 * @param x - shape (n)
 * @param y - shape (n)
 * @param isUsed - which pairs count; default: all without NaN
 * @throws RangeError when the lengths differ
 */
export function correlation(x: Float64Array, y: Float64Array, isUsed: (x: number, y: number) => boolean = () => true): Correlation {
  const length = commonLength(x, y);
  let [pairs, meanX, meanY, squaresX, squaresY, products] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < length; i++) {
    const [a, b] = [x[i] ?? Number.NaN, y[i] ?? Number.NaN];
    if (Number.isNaN(a + b) || !isUsed(a, b)) continue;
    pairs++;
    // Welford's update: sums of squares of large, almost equal numbers lose all their digits.
    const [offX, offY] = [a - meanX, b - meanY];
    meanX += offX / pairs;
    meanY += offY / pairs;
    squaresX += offX * (a - meanX);
    squaresY += offY * (b - meanY);
    products += offX * (b - meanY);
  }
  const scale = Math.sqrt(squaresX * squaresY);
  return { pairs, r: pairs > 1 && scale > 0 ? Math.max(-1, Math.min(1, products / scale)) : Number.NaN };
}
