/** Which filter removed each point, and how many points each removed. */
export interface Removal {
  /** Position of the first filter that removed the point, -1 where it stays; shape (n). Missing values are no points: -2. */
  removedBy: Int8Array;
  /** Values that are not missing. */
  points: number;
  used: number;
  /** Points by the filter that removed them, in the order of the filters. */
  removed: number[];
}

/** Judges the points that are left: 1 removes one. `kept` holds the values that are left, NaN elsewhere. */
export type Remove = (kept: Float64Array) => Uint8Array | undefined;

/**
 * Applies filters one after the other. A point is counted for the first filter that removes it, so that the removed and the used points add up to all of them.
 *
 * @param values - shape (n); NaN is no point
 * @param filters - each with the points that the filters before it left; undefined: it does not apply to this series
 * @returns counts and, per point, what removed it
 */
export function applyInOrder(values: Float64Array, filters: readonly Remove[]): Removal {
  const removedBy = new Int8Array(values.length).fill(-1);
  const kept = values.slice();
  let points = 0;
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i])) removedBy[i] = -2;
    else points++;
  }
  const removed = filters.map((filter, position) => {
    const verdict = filter(kept);
    let count = 0;
    for (let i = 0; verdict !== undefined && i < values.length; i++) {
      if (removedBy[i] !== -1 || verdict[i] !== 1) continue;
      removedBy[i] = position;
      kept[i] = Number.NaN;
      count++;
    }
    return count;
  });
  return { removedBy, points, used: points - removed.reduce((sum, count) => sum + count, 0), removed };
}
