import type { AttributeDefinition } from '@solvane/energy/devices/attributes';
import { useState } from 'react';
import { useServerText } from '../../shared/text/use-server-text.ts';
import { showNotice } from '../../workspace/notices.ts';
import { editText, parseCell } from './cell-text.ts';
import { type Draft, type Drafts, draftKey, writeDrafts } from './metadata-drafts.ts';
import {
  type CellPlace,
  type CellRange,
  cellsOf,
  fillTargets,
  type GridRow,
  needsAttribute,
  parseClipboard,
  pasteTargets,
  storedValue,
  takesAttribute,
  toClipboard,
} from './metadata-grid.ts';
import { useAttributeLabels } from './use-cell-words.ts';

export interface CellView {
  isTaken: boolean;
  isRequired: boolean;
  text: string;
  draft: Draft | undefined;
}

export interface Grid {
  rows: readonly GridRow[];
  columns: readonly AttributeDefinition[];
  range: CellRange;
  /** The cell that is being written in, with what it began with; null: none. */
  editing: { place: CellPlace; text: string } | null;
  viewOf: (place: CellPlace) => CellView;
  /** The exact value of a cell, as it is edited and copied. */
  textOf: (place: CellPlace) => string;
  focus: (place: CellPlace, options?: { extends?: boolean }) => void;
  edit: (place: CellPlace, text?: string) => void;
  endEdit: (text: string | null) => void;
  clear: () => void;
  fillDown: () => void;
  copy: () => string;
  paste: (clipboard: string) => void;
}

interface GridQuestion {
  rows: readonly GridRow[];
  columns: readonly AttributeDefinition[];
  drafts: Drafts;
  canEdit: boolean;
}

/** Everything one can do in the table. Nothing is sent: cells become drafts. */
export function useGrid({ rows, columns, drafts, canEdit }: GridQuestion): Grid {
  const serverText = useServerText();
  const { nameOf, wordsOf, show } = useAttributeLabels();
  const [selected, setSelected] = useState<CellRange>({ from: { row: 0, column: 0 }, to: { row: 0, column: 0 } });
  const [editing, setEditing] = useState<Grid['editing']>(null);
  const clamp = ({ row, column }: CellPlace): CellPlace => ({
    row: Math.max(0, Math.min(rows.length - 1, row)),
    column: Math.max(0, Math.min(columns.length - 1, column)),
  });
  const range = { from: clamp(selected.from), to: clamp(selected.to) };
  const draftAt = ({ row, column }: CellPlace): Draft | undefined =>
    drafts[draftKey(rows[row]?.segmentId ?? '', columns[column]?.name ?? '')];

  function textOf(place: CellPlace): string {
    const attribute = columns[place.column];
    if (!attribute) return '';
    return draftAt(place)?.text ?? editText(storedValue(rows[place.row], attribute.name), wordsOf(attribute.name));
  }

  function toDraft({ row, column }: CellPlace, text: string): Draft | undefined {
    const [device, attribute] = [rows[row], columns[column]];
    if (!device || !attribute || !takesAttribute(attribute, device.type)) return undefined;
    const parsed = parseCell(text, { attribute, isRequired: needsAttribute(attribute, device.type), words: wordsOf(attribute.name) });
    const draft = { segmentId: device.segmentId, attribute: attribute.name, text: text.trim() };
    if ('value' in parsed) return { ...draft, value: parsed.value };
    const { min = 0, max = 0, unit = '', options = [] } = attribute;
    const optionNames = options.map((option) => serverText(`AttributeOption_${attribute.name}_${option}`)).join(', ');
    const values = { attribute: nameOf(attribute.name), value: text.trim(), minValue: min, maxValue: max, unit, options: optionNames };
    return { ...draft, problem: { message: `Attribute_Problem_${parsed.problem}`, values } };
  }

  /** Cells that do not take the attribute are left as they are, and reported. */
  function write(cells: readonly (CellPlace & { text: string })[], outside = 0): void {
    if (!canEdit) return;
    const written = cells.map((cell) => toDraft(cell, cell.text));
    const byId = new Map(rows.map((row) => [row.segmentId as string, row]));
    writeDrafts(
      written.filter((draft) => draft !== undefined),
      ({ segmentId, attribute }) => storedValue(byId.get(segmentId), attribute),
    );
    const left = outside + written.filter((draft) => draft === undefined).length;
    if (left > 0) showNotice({ id: 'metadata-left-out', kind: 'info', title: 'Metadata_LeftOut', values: { count: left } });
  }

  return {
    rows,
    columns,
    range,
    editing,
    textOf,
    viewOf: (place) => {
      const [device, attribute] = [rows[place.row], columns[place.column]];
      if (!device || !attribute || !takesAttribute(attribute, device.type))
        return { isTaken: false, isRequired: false, text: '', draft: undefined };
      const draft = draftAt(place);
      const text =
        draft && draft.value === undefined
          ? draft.text
          : show(attribute, draft?.value ?? (draft ? null : storedValue(device, attribute.name)));
      return { isTaken: true, isRequired: needsAttribute(attribute, device.type), text, draft };
    },
    focus: (place, options) => {
      const to = clamp(place);
      setSelected((before) => ({ from: options?.extends ? before.from : to, to }));
      setEditing(null);
    },
    edit: (place, text) => {
      const [device, attribute] = [rows[place.row], columns[place.column]];
      if (canEdit && device && attribute && takesAttribute(attribute, device.type)) setEditing({ place, text: text ?? textOf(place) });
    },
    endEdit: (text) => {
      if (editing && text !== null && text !== textOf(editing.place)) write([{ ...editing.place, text }]);
      setEditing(null);
    },
    clear: () => write(cellsOf(range).map((place) => ({ ...place, text: '' }))),
    fillDown: () => write(fillTargets(range).map(({ from, to }) => ({ ...to, text: textOf(from) }))),
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
