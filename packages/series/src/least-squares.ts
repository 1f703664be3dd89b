import { commonLength } from './combine.ts';

/** Columns that add less than this share of their length to those before them count as dependent. */
const DEPENDENT = 1e-10;

/**
 * Factors of columns whose weighted sum comes nearest to a target (least squares, no constant: give a column of ones for that).
 *
 * @param columns - k columns, each of shape (n)
 * @param target - shape (n); points with a NaN in the target or a column are left out
 * @returns shape (k); undefined when there are fewer points than columns or a column is a combination of the others
 * @throws RangeError when the lengths differ
 * @see Golub & Van Loan, Matrix Computations, modified Gram–Schmidt on the extended matrix
 */
export function leastSquares(columns: readonly Float64Array[], target: Float64Array): Float64Array | undefined {
  const points = completePoints([...columns, target]);
  const size = columns.length;
  if (points.length < size || size === 0) return undefined;

  const basis = columns.map((column) => pick(column, points));
  const rest = pick(target, points);
  const fullLengths = basis.map(lengthOf);
  const triangle = basis.map(() => new Float64Array(size));
  const projections = new Float64Array(size);
  for (const [j, column] of basis.entries()) {
    const length = lengthOf(column);
    if (!(length > DEPENDENT * (fullLengths[j] ?? Number.NaN))) return undefined;
    column.forEach((value, i) => {
      column[i] = value / length;
    });
    triangle[j]?.set([length, ...basis.slice(j + 1).map((later) => removePart(later, column))], j);
    projections[j] = removePart(rest, column);
  }
  return backSubstitute(triangle, projections);
}

export interface RegressionLine {
  slope: number;
  intercept: number;
  /** Share of the variance of y the line explains; NaN when y does not vary. */
  r2: number;
  pointCount: number;
}

/**
 * Ordinary least-squares line of y on x.
 *
 * @param x - shape (n)
 * @param y - shape (n); points with a NaN are left out
 * @returns undefined when fewer than two points differ in x
 * @throws RangeError when the lengths differ
 */
export function regressionLine(x: Float64Array, y: Float64Array): RegressionLine | undefined {
  const n = commonLength(x, y);
  const isPoint = (i: number) => !Number.isNaN((x[i] ?? Number.NaN) + (y[i] ?? Number.NaN));
  let pointCount = 0;
  let sumX = 0;
  let sumY = 0;
  for (let i = 0; i < n; i++) {
    if (!isPoint(i)) continue;
    pointCount++;
    sumX += x[i] ?? 0;
    sumY += y[i] ?? 0;
  }
  const [meanX, meanY] = [sumX / pointCount, sumY / pointCount];
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (let i = 0; i < n; i++) {
    if (!isPoint(i)) continue;
    const dx = (x[i] ?? 0) - meanX;
    const dy = (y[i] ?? 0) - meanY;
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
  }
  if (!(xx > 0)) return undefined;
  const slope = xy / xx;
  return { slope, intercept: meanY - slope * meanX, r2: yy > 0 ? (xy * xy) / (xx * yy) : Number.NaN, pointCount };
}

export interface OriginLine {
  slope: number;
  /** Standard error of the slope; NaN for one point. */
  slopeError: number;
  /** Share of the variance of y about its mean that the line explains; negative where the mean explains more; NaN when y does not vary. */
  r2: number;
  pointCount: number;
}

/**
 * Least-squares line of y on x through the origin.
 *
 * @param x - shape (n)
 * @param y - shape (n); points with a NaN are left out
 * @returns slope Σxy/Σx²; undefined without a point whose x is not 0
 * @throws RangeError when the lengths differ
 */
export function originLine(x: Float64Array, y: Float64Array): OriginLine | undefined {
  const n = commonLength(x, y);
  let [pointCount, xx, xy, sumY] = [0, 0, 0, 0];
  for (let i = 0; i < n; i++) {
    const [atX, atY] = [x[i] ?? Number.NaN, y[i] ?? Number.NaN];
    if (Number.isNaN(atX + atY)) continue;
    pointCount++;
    xx += atX * atX;
    xy += atX * atY;
    sumY += atY;
  }
  if (!(xx > 0)) return undefined;
  const slope = xy / xx;
  const meanY = sumY / pointCount;
  // Residuals in a second pass: from the sums they would lose their digits to cancellation.
  let [rest, yy] = [0, 0];
  for (let i = 0; i < n; i++) {
    const [atX, atY] = [x[i] ?? Number.NaN, y[i] ?? Number.NaN];
    if (Number.isNaN(atX + atY)) continue;
    rest += (atY - slope * atX) ** 2;
    yy += (atY - meanY) ** 2;
  }
  const slopeError = pointCount > 1 ? Math.sqrt(rest / (pointCount - 1) / xx) : Number.NaN;
  return { slope, slopeError, r2: yy > 0 ? 1 - rest / yy : Number.NaN, pointCount };
}

function completePoints(columns: readonly Float64Array[]): number[] {
  const n = commonLength(...columns);
  const points: number[] = [];
  for (let i = 0; i < n; i++) if (columns.every((column) => !Number.isNaN(column[i]))) points.push(i);
  return points;
}

function pick(column: Float64Array, points: readonly number[]): Float64Array {
  return Float64Array.from(points, (i) => column[i] ?? Number.NaN);
}

function backSubstitute(triangle: readonly Float64Array[], projections: Float64Array): Float64Array {
  const factors = new Float64Array(projections.length);
  for (let j = factors.length - 1; j >= 0; j--) {
    let value = projections[j] ?? 0;
    for (let k = j + 1; k < factors.length; k++) value -= (triangle[j]?.[k] ?? 0) * (factors[k] ?? 0);
    factors[j] = value / (triangle[j]?.[j] ?? Number.NaN);
  }
  return factors;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

function lengthOf(column: Float64Array): number {
  return Math.sqrt(dot(column, column));
}

/** Takes away the part of a column that lies along a direction of length 1, and says how long it was. */
function removePart(column: Float64Array, direction: Float64Array): number {
  const part = dot(column, direction);
  for (let i = 0; i < column.length; i++) column[i] = (column[i] ?? 0) - part * (direction[i] ?? 0);
  return part;
}
