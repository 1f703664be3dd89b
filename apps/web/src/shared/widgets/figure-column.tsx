import type { Nulls } from '@solvane/contract/widgets/widget-settings';
import type { CellTone, DataColumn } from '@solvane/ui/data-table-props';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import type { ReactNode } from 'react';
import { MissingValue } from './missing-value.tsx';
import type { WidgetTable } from './widget-table.ts';

/** A number of a row. */
export interface Figure {
  value: number | null | undefined;
  /** From the value to the unit of the head. Default: 1 */
  factor?: number;
  text: (value: number) => string;
  /** Why there is no value. */
  reason: () => string | undefined;
  /** What a value that is there is without. undefined: nothing */
  lacks?: (() => string | undefined) | undefined;
  tone?: CellTone | undefined;
}

interface FigureColumn<Row> extends Pick<DataColumn<Row & object>, 'id' | 'header'> {
  width: number;
  of: (row: Row) => Figure;
  /** Whose greatest and least number fit into the column, where these have the longest texts: such cells are never cut. */
  fits?: readonly Row[] | undefined;
}

/** A column of numbers: equal digits at the end of the cell, and a reason where one is missing. */
export function figureColumn<Row extends object>({ id, header, width, of, fits }: FigureColumn<Row>): DataColumn<Row> {
  return {
    id,
    header,
    align: 'end',
    width: fits ? Math.max(width, textWidth(longestOf(fits.map(of)))) : width,
    isShort: fits !== undefined,
    value: (row) => {
      const { value, factor = 1 } = of(row);
      return value == null ? null : value * factor;
    },
    reason: (row) => {
      const { value, reason, lacks } = of(row);
      return value == null ? reason() : lacks?.();
    },
    tone: (row) => of(row).tone,
    cell: (row) => figureContent(of(row)),
  };
}

/** A number that is missing or lacks something says why and what. A function, and text alone where it can be: a table has one in most of its cells. */
export function figureContent({ value, text, reason, lacks }: Figure): ReactNode {
  if (value == null) return <MissingValue reason={reason()} />;
  const shown = text(value);
  if (!lacks) return shown;
  return (
    <ReasonedValue reason={lacks()} isPartial>
      {shown}
    </ReasonedValue>
  );
}

/** Pixels of a cell with so many characters of a number: equal digits, and the room beside them. */
export function textWidth(characters: number): number {
  return characters * 7.2 + 14;
}

const PARTIAL = 4;

/** Characters of the longest text: of the greatest or the least number, beside what says that a part is missing. */
function longestOf(figures: readonly Figure[]): number {
  const known = figures.filter(({ value }) => value != null);
  const [first] = known;
  if (!first) return 1;
  const numberOf = ({ value }: Figure): number => value ?? 0;
  const greatest = known.reduce((most, each) => (numberOf(each) > numberOf(most) ? each : most), first);
  const least = known.reduce((most, each) => (numberOf(each) < numberOf(most) ? each : most), first);
  const longest = Math.max(...[greatest, least].map((each) => each.text(numberOf(each)).length));
  return longest + (known.some(({ lacks }) => lacks !== undefined) ? PARTIAL : 0);
}

/** Rows that have any number, where rows without are to be left out. */
export function rowsWithFigures<Row extends object>(
  columns: readonly DataColumn<Row>[],
  rows: readonly Row[],
  nulls: Nulls,
): readonly Row[] {
  if (nulls !== 'hideRow') return rows;
  const figures = columns.filter(({ align }) => align === 'end');
  return rows.filter((row) => figures.some(({ value }) => value?.(row) != null));
}

/** The twin of a picture that is a table itself: columns that have a value, the name of the row first, and every reason. */
export function tableOfColumns<Row extends object>(
  columns: readonly DataColumn<Row>[],
  rows: readonly Row[],
  idOf: (row: Row) => string,
): WidgetTable {
  const known = columns.filter(({ value }) => value !== undefined).toSorted((a, b) => Number(b.isRowHeader) - Number(a.isRowHeader));
  return {
    columns: known.map(({ id, header, isRowHeader }) => ({ id, header, ...(!isRowHeader && { unit: '' }) })),
    rows: rows.map((row) => ({
      id: idOf(row),
      values: Object.fromEntries(known.map(({ id, value }) => [id, value?.(row) ?? null])),
      reason: [...new Set(known.flatMap(({ reason }) => reason?.(row) ?? []))].join('\n') || undefined,
    })),
  };
}
