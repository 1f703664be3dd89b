import { commonLength } from './combine.ts';

export type CellStatistic = 'avg' | 'sum' | 'min' | 'max' | 'count';

export interface GridCellOptions {
  /** Column and row of each point, shape (n); negative or beyond the grid: left out. */
  column: ArrayLike<number>;
  row: ArrayLike<number>;
  /** shape (n); NaN is left out. */
  values: Float64Array;
  columns: number;
  rows: number;
  statistic: CellStatistic;
}

export interface GridCells {
  /** Cell (column, row) is at row · columns + column; NaN without values, also for sums and counts; shape (columns · rows). */
  values: Float64Array;
  /** Values per cell. */
  counts: Uint32Array;
}

/**
 * One number per cell of a grid.
 *
 * @param options - points with the cell that each belongs to
 * @throws RangeError when the lengths differ
 */
export function gridCells({ column, row, values, columns, rows, statistic }: GridCellOptions): GridCells {
  const length = commonLength(column, row, values);
  const cells = new Float64Array(columns * rows).fill(Number.NaN);
  const counts = new Uint32Array(columns * rows);
  for (let i = 0; i < length; i++) {
    const [atColumn, atRow] = [column[i] ?? -1, row[i] ?? -1];
    const value = values[i] ?? Number.NaN;
    if (Number.isNaN(value) || !(atColumn >= 0 && atColumn < columns && atRow >= 0 && atRow < rows)) continue;
    const cell = atRow * columns + atColumn;
    const count = (counts[cell] ?? 0) + 1;
    counts[cell] = count;
    cells[cell] = count === 1 ? value : joined(cells[cell] ?? Number.NaN, value, statistic);
  }
  if (statistic === 'avg') for (const [cell, count] of counts.entries()) cells[cell] = (cells[cell] ?? Number.NaN) / count;
  if (statistic === 'count') for (const [cell, count] of counts.entries()) cells[cell] = count > 0 ? count : Number.NaN;
  return { values: cells, counts };
}

function joined(before: number, value: number, statistic: CellStatistic): number {
  if (statistic === 'min') return Math.min(before, value);
  return statistic === 'max' ? Math.max(before, value) : before + value;
}
