import type { AttributeDefinition } from '@solvane/energy/devices/attributes';
import { type CellPlace, type EditableGridState, type GridColumn, useEditableGrid, type WrittenCell } from '@solvane/ui/use-editable-grid';
import { useMemo } from 'react';
import { useTypeLabel } from '../../shared/fleet/use-type-label.ts';
import { useServerText } from '../../shared/text/use-server-text.ts';
import { showNotice } from '../../workspace/notices.ts';
import { editText, parseCell } from './cell-text.ts';
import { type Draft, type Drafts, draftKey, writeDrafts } from './metadata-drafts.ts';
import { lastChangeMs, type MetadataRow, needsAttribute, storedValue, takesAttribute } from './metadata-grid.ts';
import { type AttributeWords, useAttributeLabels } from './use-cell-words.ts';

interface MetadataGridOptions {
  rows: readonly MetadataRow[];
  attributes: readonly AttributeDefinition[];
  drafts: Drafts;
  canEdit: boolean;
}

export interface MetadataGrid extends Omit<MetadataGridOptions, 'drafts' | 'canEdit'> {
  cells: EditableGridState;
  draftOf: (row: MetadataRow | undefined, attribute: string) => Draft | undefined;
}

/** The attributes of devices as cells. Nothing is sent: what is written becomes a draft. */
export function useMetadataGrid({ rows, attributes, drafts, canEdit }: MetadataGridOptions): MetadataGrid {
  const serverText = useServerText();
  const typeLabel = useTypeLabel();
  const words = useAttributeLabels();
  const { nameOf, wordsOf, show } = words;
  const columns = useMemo(() => attributes.map((attribute) => toColumn(attribute, words)), [attributes, words]);
  const draftOf = (row: MetadataRow | undefined, attribute: string): Draft | undefined => drafts[draftKey(row?.segmentId ?? '', attribute)];

  /** undefined: the device does not take the attribute. */
  function takenAt({ row, column }: CellPlace) {
    const [device, attribute] = [rows[row], attributes[column]];
    return device && attribute && takesAttribute(attribute, device.type) ? { device, attribute } : undefined;
  }

  function toDraft({ text, ...place }: WrittenCell): Draft | undefined {
    const taken = takenAt(place);
    if (!taken) return undefined;
    const { device, attribute } = taken;
    const { name, min = 0, max = 0, unit = '', options = [] } = attribute;
    const parsed = parseCell(text, { attribute, isRequired: needsAttribute(attribute, device.type), words: wordsOf(name) });
    const draft = { segmentId: device.segmentId, attribute: name, text: text.trim(), seenChangeMs: lastChangeMs(device, name) };
    if ('value' in parsed) return { ...draft, value: parsed.value };
    const optionNames = options.map((option) => wordsOf(name).optionLabel(option)).join(', ');
    const values = { attribute: nameOf(name), value: text.trim(), minValue: min, maxValue: max, unit, options: optionNames };
    return { ...draft, problem: { message: `Attribute_Problem_${parsed.problem}`, values } };
  }

  const cells = useEditableGrid({
    rows: rows.map(({ segmentId, name, type, path }) => ({
      key: segmentId,
      title: name,
      subtitle: typeLabel(type),
      hint: `${path} / ${name}`,
    })),
    columns,
    canEdit,
    textOf: (place) => {
      const taken = takenAt(place);
      if (!taken) return '';
      const { device, attribute } = taken;
      return draftOf(device, attribute.name)?.text ?? editText(storedValue(device, attribute.name), wordsOf(attribute.name));
    },
    cellOf: (place) => {
      const taken = takenAt(place);
      if (!taken) return { isTaken: false, text: '' };
      const { device, attribute } = taken;
      const draft = draftOf(device, attribute.name);
      return {
        isTaken: true,
        isRequired: needsAttribute(attribute, device.type),
        isChanged: draft !== undefined,
        problem: draft?.problem && serverText(draft.problem.message, draft.problem.values),
        text:
          draft && draft.value === undefined
            ? draft.text
            : show(attribute, draft ? (draft.value ?? null) : storedValue(device, attribute.name)),
      };
    },
    // Cells that do not take the attribute are left as they are, and reported.
    onWrite: (written, outside) => {
      const made = written.map(toDraft);
      const byId = new Map(rows.map((row) => [row.segmentId as string, row]));
      writeDrafts(
        made.filter((draft) => draft !== undefined),
        ({ segmentId, attribute }) => storedValue(byId.get(segmentId), attribute),
      );
      const count = outside + made.filter((draft) => draft === undefined).length;
      if (count > 0) showNotice({ id: 'metadata-left-out', kind: 'info', title: 'Metadata_LeftOut', values: { count } });
    },
  });
  return { rows, attributes, cells, draftOf };
}

function toColumn({ name, unit, kind, options = [] }: AttributeDefinition, { nameOf, wordsOf }: AttributeWords): GridColumn {
  const { yes, no, optionLabel } = wordsOf(name);
  const choices = {
    boolean: [yes, no].map((word) => ({ value: word, label: word })),
    enum: options.map((option) => ({ value: option, label: optionLabel(option) })),
  };
  return {
    key: name,
    label: nameOf(name),
    unit,
    isNumber: kind === 'number' || kind === 'integer',
    choices: kind === 'boolean' || kind === 'enum' ? choices[kind] : undefined,
  };
}
