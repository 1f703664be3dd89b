import type { CSSProperties } from 'react';
import type { DataColumn } from '../data-table-props.tsx';
import classes from './data-table.module.css';

/** Pixels of the box at the beginning of a row. */
export const CHECK_WIDTH = 36;

/** A column with its measures. */
export interface DrawnColumn<Row extends object> extends DataColumn<Row> {
  /** Pixels. */
  size: number;
  canGrow: boolean;
  /** Classes of its cells, joined once: every attribute of a cell is set again for each row that scrolls into view. */
  cellClass: string;
  sorted: 'asc' | 'desc' | undefined;
  onSort: (() => void) | undefined;
  /** Sets the width in pixels, undefined: its own; absent: the width is fixed. */
  onResize: ((width: number | undefined) => void) | undefined;
  /** Distance in pixels from the left edge at which it stays; undefined: it scrolls. */
  pinnedAt?: number | undefined;
}

/** Every clip is a layer that the browser keeps while rows scroll: only what may be too long for its column has one. */
export function cellClass<Row extends object>({ align, wraps, isShort, width }: DataColumn<Row>, size: number): string {
  const clips = !wraps && (!isShort || size < (width ?? size));
  return [classes.cell, align === 'end' && classes.end, wraps && classes.wraps, clips && classes.clips].filter(Boolean).join(' ');
}

/** Pixels that the columns need at least. */
export function totalWidth<Row extends object>(columns: readonly DrawnColumn<Row>[], hasCheck: boolean): number {
  return columns.reduce((sum, column) => sum + leastWidth(column), hasCheck ? CHECK_WIDTH : 0);
}

/** The columns of a table that is as wide as `room`: those that give way are left out as far as needed. */
export function fittingColumns<Row extends object>(
  columns: readonly DrawnColumn<Row>[],
  { room, hasCheck }: { room: number; hasCheck: boolean },
): readonly DrawnColumn<Row>[] {
  let kept = columns.filter(({ isCardOnly }) => !isCardOnly);
  for (const { id } of kept.filter(givesWay).toSorted((a, b) => a.givesWay - b.givesWay)) {
    if (totalWidth(kept, hasCheck) <= room) break;
    kept = kept.filter((column) => column.id !== id);
  }
  return totalWidth(kept, hasCheck) > room ? pinnedColumns(kept, hasCheck) : kept;
}

/** The columns of all rows, stated once: a row is laid out without looking at any other. */
export function tracksOf<Row extends object>(columns: readonly DrawnColumn<Row>[], hasCheck: boolean): string {
  const tracks = columns.map((column) =>
    column.canGrow ? `minmax(${leastWidth(column)}px, ${Math.max(1, column.size)}fr)` : `${column.size}px`,
  );
  return (hasCheck ? [`${CHECK_WIDTH}px`, ...tracks] : tracks).join(' ');
}

/** Position and number of the columns that a name can stand over: the first ones without sums, else the longest range without. */
export function nameSpan<Row extends object>(columns: readonly DrawnColumn<Row>[]): { from: number; count: number } | undefined {
  const ranges = columns.flatMap((_, from) => {
    const end = columns.findIndex(({ sum }, index) => index >= from && sum !== undefined);
    const count = (end === -1 ? columns.length : end) - from;
    return count > 0 ? [{ from, count }] : [];
  });
  const [first] = ranges;
  return first?.from === 0 ? first : ranges.toSorted((a, b) => b.count - a.count)[0];
}

export function spanOf(count: number): CSSProperties {
  return { gridColumn: `span ${count}` };
}

/** Keeps a pinned column in view. */
export function pinStyle(pinnedAt: number | undefined): CSSProperties | undefined {
  return pinnedAt === undefined ? undefined : { insetInlineStart: pinnedAt };
}

function pinnedColumns<Row extends object>(columns: readonly DrawnColumn<Row>[], hasCheck: boolean): DrawnColumn<Row>[] {
  let at = hasCheck ? CHECK_WIDTH : 0;
  return columns.map((column) => {
    if (!(column.isPinned ?? column.isRowHeader)) return column;
    const pinned = { ...column, pinnedAt: at };
    at += leastWidth(column);
    return pinned;
  });
}

function leastWidth<Row extends object>({ size, canGrow, minWidth }: DrawnColumn<Row>): number {
  return canGrow ? (minWidth ?? size) : size;
}

function givesWay<Row extends object>(column: DrawnColumn<Row>): column is DrawnColumn<Row> & { givesWay: number } {
  return column.givesWay !== undefined;
}
