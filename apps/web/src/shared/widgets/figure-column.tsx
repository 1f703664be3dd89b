import type { Nulls } from '@solvane/contract/widgets/widget-settings';
import type { CellTone, DataColumn } from '@solvane/ui/data-table-props';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { MissingValue } from './missing-value.tsx';
import type { WidgetTable } from './widget-table.ts';

/** A number of a row. */
export interface Figure {
  value: number | null | undefined;
  /** From the value to the unit of the head. Default: 1 */
  factor?: number;
  text: (value: number) => string;
  /** Why there is no value. */
  reason: string | undefined;
  /** What a value that is there is without. */
  lacks?: string | undefined;
  tone?: CellTone | undefined;
}

interface FigureColumn<Row> extends Pick<DataColumn<Row & object>, 'id' | 'header'> {
  width: number;
  of: (row: Row) => Figure;
}

/** A column of numbers: equal digits at the end of the cell, and a reason where one is missing. */
export function figureColumn<Row extends object>({ id, header, width, of }: FigureColumn<Row>): DataColumn<Row> {
  return {
    id,
    header,
    align: 'end',
    width,
    value: (row) => {
      const { value, factor = 1 } = of(row);
      return value == null ? null : value * factor;
    },
    reason: (row) => (of(row).value == null ? of(row).reason : of(row).lacks),
    tone: (row) => of(row).tone,
    cell: (row) => <FigureCell {...of(row)} />,
  };
}

/** A number that is missing or lacks something says why and what. */
export function FigureCell({ value, text, reason, lacks }: Figure) {
  if (value == null) return <MissingValue reason={reason} />;
  return (
    <ReasonedValue reason={lacks}>
      {text(value)}
      {lacks !== undefined && <span aria-hidden="true">{'\u2009+\u2009?'}</span>}
    </ReasonedValue>
  );
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
