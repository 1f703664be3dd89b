import { wrapDegrees } from './circular.ts';
import { commonLength } from './combine.ts';

export interface SectorOptions {
  /** shape (n). [°] */
  direction: Float64Array;
  /** What is classed, e.g. a speed, shape (n). */
  value: Float64Array;
  /** What each point counts, e.g. hours or energy, shape (n); absent: 1. */
  weights?: Float64Array;
  /** Number of sectors; the first one is centred on 0°. */
  sectors: number;
  /** Limits between the classes, ascending; there is one class more than limits. */
  limits: readonly number[];
  /** Values below this are calm: they have no direction. */
  calmBelow: number;
}

export interface SectorCounts {
  /** Weight by sector and class: class c of sector s is at s · classes + c. */
  weights: Float64Array;
  classes: number;
  /** Weighted mean of the values of each sector, shape (sectors). NaN in an empty one */
  means: Float64Array;
  /** Weight without direction. */
  calm: number;
  /** Weight of all points, calm ones included. */
  total: number;
  /** Points that were counted. */
  pointCount: number;
}

/**
 * Weight of values by direction and class.
 *
 * A sector reaches half its width to both sides of its centre: with 12 sectors the first one holds 345° up to 15°.
 *
 * @param options - columns of equal length, sectors and classes
 * @returns points without a value, or with a direction missing although they are not calm, are left out; so are points without a weight
 * @throws RangeError when the lengths differ or there is no sector
 */
export function sectorCounts({ direction, value, weights, sectors, limits, calmBelow }: SectorOptions): SectorCounts {
  const length = weights === undefined ? commonLength(direction, value) : commonLength(direction, value, weights);
  if (!(sectors >= 1)) throw new RangeError(`there is at least one sector, not ${sectors}`);
  const classes = limits.length + 1;
  const found = new Float64Array(sectors * classes);
  const sums = new Float64Array(sectors);
  let [calm, total, pointCount] = [0, 0, 0];
  for (let i = 0; i < length; i++) {
    const at = value[i] ?? Number.NaN;
    const weight = weights === undefined ? 1 : (weights[i] ?? Number.NaN);
    const isCalm = at < calmBelow;
    const angle = direction[i] ?? Number.NaN;
    if (Number.isNaN(at) || Number.isNaN(weight) || (!isCalm && Number.isNaN(angle))) continue;
    pointCount++;
    total += weight;
    if (isCalm) {
      calm += weight;
      continue;
    }
    const sector = sectorOf(angle, sectors);
    const cell = sector * classes + classOf(at, limits);
    found[cell] = (found[cell] ?? 0) + weight;
    sums[sector] = (sums[sector] ?? 0) + weight * at;
  }
  const means = sums.map((sum, sector) => {
    const weight = found.subarray(sector * classes, (sector + 1) * classes).reduce((all, each) => all + each, 0);
    return weight > 0 ? sum / weight : Number.NaN;
  });
  return { weights: found, classes, means, calm, total, pointCount };
}

/**
 * The sector of a direction.
 *
 * @param angle - any angle. [°]
 * @param sectors - how many; the first one is centred on 0°
 * @returns 0 to sectors − 1; NaN for NaN
 */
export function sectorOf(angle: number, sectors: number): number {
  return Math.floor(wrapDegrees(angle + 180 / sectors) / (360 / sectors)) % sectors;
}

function classOf(value: number, limits: readonly number[]): number {
  let found = 0;
  while (found < limits.length && value >= (limits[found] ?? Number.POSITIVE_INFINITY)) found++;
  return found;
}
