import { useState } from 'react';
import { type CellPlace, type CellRange, cellsOf, fillTargets, parseClipboard, pasteTargets, toClipboard } from './internal/grid-cells.tsx';

export type { CellPlace, CellRange } from './internal/grid-cells.tsx';

export interface GridColumn {
  key: string;
  label: string;
  unit?: string | undefined;
  isNumber?: boolean;
  /** The only texts that it takes. */
  choices?: readonly { value: string; label: string }[] | undefined;
}

export interface GridRow {
  key: string;
  title: string;
  subtitle?: string;
  /** Shown on hover: where it belongs. */
  hint?: string;
}

export interface GridCell {
  /** As it is read. */
  text: string;
  /** False: the row has no such cell. */
  isTaken: boolean;
  isRequired?: boolean;
  /** Written in and not saved yet. */
  isChanged?: boolean;
  /** Why its text cannot be kept. */
  problem?: string | undefined;
}

export type WrittenCell = CellPlace & { text: string };

export interface EditableGridOptions {
  rows: readonly GridRow[];
  columns: readonly GridColumn[];
  canEdit: boolean;
  cellOf: (place: CellPlace) => GridCell;
  /** The exact text of a cell, as it is edited and copied. */
  textOf: (place: CellPlace) => string;
  /** Cells were written in. `outside`: how many pasted cells lie beyond the grid. */
  onWrite: (cells: readonly WrittenCell[], outside: number) => void;
}

/** What can be done in a grid of cells; nothing is kept but what is selected and being edited. */
export interface EditableGridState extends EditableGridOptions {
  range: CellRange;
  /** The cell that is being written in, with what it began with; null: none. */
  editing: { place: CellPlace; text: string } | null;
  focus: (place: CellPlace, options?: { extends?: boolean }) => void;
  edit: (place: CellPlace, text?: string) => void;
  /** null: leaves the cell as it was. */
  endEdit: (text: string | null) => void;
  clear: () => void;
  fillDown: () => void;
  /** The value of the cell in focus for all rows that take it. */
  fillColumn: () => void;
  copy: () => string;
  paste: (clipboard: string) => void;
}

const FIRST: CellPlace = { row: 0, column: 0 };

/** Selection, editing, clipboard and fill of an `EditableGrid`. */
export function useEditableGrid(options: EditableGridOptions): EditableGridState {
  const { rows, columns, canEdit, cellOf, textOf, onWrite } = options;
  const [selected, setSelected] = useState<CellRange>({ from: FIRST, to: FIRST });
  const [editing, setEditing] = useState<EditableGridState['editing']>(null);
  const clamp = ({ row, column }: CellPlace): CellPlace => ({
    row: Math.max(0, Math.min(rows.length - 1, row)),
    column: Math.max(0, Math.min(columns.length - 1, column)),
  });
  const range = { from: clamp(selected.from), to: clamp(selected.to) };
  const write = (cells: readonly WrittenCell[], outside = 0): void => {
    if (canEdit) onWrite(cells, outside);
  };
  return {
    ...options,
    range,
    editing,
    focus: (place, { extends: isExtended = false } = {}) => {
      const to = clamp(place);
      setSelected((before) => ({ from: isExtended ? before.from : to, to }));
      setEditing(null);
    },
    edit: (place, text) => {
      if (canEdit && cellOf(place).isTaken) setEditing({ place, text: text ?? textOf(place) });
    },
    endEdit: (text) => {
      if (editing && text !== null && text !== textOf(editing.place)) write([{ ...editing.place, text }]);
      setEditing(null);
    },
    clear: () => write(cellsOf(range).map((place) => ({ ...place, text: '' }))),
    fillDown: () => write(fillTargets(range).map(({ from, to }) => ({ ...to, text: textOf(from) }))),
    fillColumn: () => {
      const { row, column } = range.to;
      const text = textOf(range.to);
      const others = rows.map((_, index) => ({ row: index, column })).filter((place) => place.row !== row && cellOf(place).isTaken);
      if (cellOf(range.to).isTaken) write(others.map((place) => ({ ...place, text })));
    },
    copy: () => {
      const lines = Map.groupBy(cellsOf(range), ({ row }) => row);
      return toClipboard([...lines.values()].map((cells) => cells.map(textOf)));
    },
    paste: (clipboard) => {
      const { writes, outside } = pasteTargets(parseClipboard(clipboard), range, { rows: rows.length, columns: columns.length });
      write(writes, outside);
    },
  };
}
