import type { CSSProperties } from 'react';
import type { PlacedColumn } from './columns.ts';

/** Pixels of the box at the beginning of a row. */
export const CHECK_WIDTH = 36;

/** The columns of all rows, stated once: a row is laid out without looking at any other. */
export function tracksOf(columns: readonly PlacedColumn[]): CSSProperties {
  return { ['--tracks' as string]: [CHECK_WIDTH, ...columns.map(({ width }) => width)].map((width) => `${width}px`).join(' ') };
}

/** A cell over several columns. */
export function spanOf(count: number): CSSProperties {
  return { gridColumn: `span ${count}` };
}
