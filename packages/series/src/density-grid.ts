import { commonLength } from './combine.ts';

/** Part of a plane that is divided into cells. */
export interface GridArea {
  xLow: number;
  xHigh: number;
  yLow: number;
  yHigh: number;
  columns: number;
  rows: number;
}

export interface DensityGrid extends GridArea {
  /** Points per cell: cell (column, row) is at row · columns + column, row 0 is the lowest; shape (columns · rows). */
  counts: Uint32Array;
  /** Largest count of a cell. */
  highest: number;
  /** Points inside of the area. */
  total: number;
}

/**
 * How many points fall into each cell of an area.
 *
 * @param x - shape (n)
 * @param y - shape (n); points with a NaN and points outside of the area are left out
 * @param area - a cell holds its lower limits, the outermost ones their upper limits too
 * @throws RangeError when the lengths differ, or the area is empty
 */
export function densityGrid(x: Float64Array, y: Float64Array, area: GridArea): DensityGrid {
  const length = commonLength(x, y);
  const { xLow, xHigh, yLow, yHigh, columns, rows } = area;
  if (!(xHigh > xLow && yHigh > yLow && columns >= 1 && rows >= 1)) throw new RangeError('the area has no cells');
  const counts = new Uint32Array(columns * rows);
  const perX = columns / (xHigh - xLow);
  const perY = rows / (yHigh - yLow);
  let highest = 0;
  let total = 0;
  for (let i = 0; i < length; i++) {
    const atX = x[i] as number;
    const atY = y[i] as number;
    if (!(atX >= xLow && atX <= xHigh && atY >= yLow && atY <= yHigh)) continue;
    const column = Math.min(columns - 1, Math.floor((atX - xLow) * perX));
    const row = Math.min(rows - 1, Math.floor((atY - yLow) * perY));
    const count = (counts[row * columns + column] as number) + 1;
    counts[row * columns + column] = count;
    if (count > highest) highest = count;
    total++;
  }
  return { ...area, counts, highest, total };
}
