import type { AttributeDefinition } from '@solvane/energy/devices/attributes';
import { type KeyboardEvent, useRef } from 'react';
import classes from './metadata-editor.module.css';
import type { CellPlace } from './metadata-grid.ts';
import { useAttributeLabels } from './use-cell-words.ts';

interface CellEditorProps {
  attribute: AttributeDefinition;
  text: string;
  /** null: as it was. `next` is where to go from here. */
  onEnd: (text: string | null, next?: CellPlace) => void;
}

/** The field in a cell: Enter goes down, Tab to the side, Esc leaves everything as it was. */
export function CellEditor({ attribute, text, onEnd }: CellEditorProps) {
  const { nameOf, wordsOf } = useAttributeLabels();
  const isEnded = useRef(false);
  const end = (value: string | null, next?: CellPlace): void => {
    if (isEnded.current) return;
    isEnded.current = true;
    onEnd(value, next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement | HTMLSelectElement>): void => {
    const { value } = event.currentTarget;
    const step = event.shiftKey ? -1 : 1;
    event.stopPropagation();
    const ends: Record<string, () => void> = {
      Escape: () => end(null),
      Enter: () => end(value, { row: step, column: 0 }),
      Tab: () => end(value, { row: 0, column: step }),
    };
    const act = ends[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const words = wordsOf(attribute.name);
  const choices = choicesOf(attribute, words);
  const common = { className: classes.editor, 'aria-label': nameOf(attribute.name), onKeyDown, autoFocus: true };
  if (choices) {
    const chosen = choices.find(({ value, label }) => value === text || label.toLowerCase().startsWith(text.toLowerCase()));
    return (
      <select {...common} defaultValue={text === '' ? '' : (chosen?.value ?? '')} onBlur={(event) => end(event.currentTarget.value)}>
        <option value="" />
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      {...common}
      defaultValue={text}
      autoComplete="off"
      inputMode={attribute.kind === 'number' || attribute.kind === 'integer' ? 'decimal' : 'text'}
      onBlur={(event) => end(event.currentTarget.value)}
    />
  );
}

function choicesOf(
  { kind, options = [] }: AttributeDefinition,
  { yes, no, optionLabel }: ReturnType<ReturnType<typeof useAttributeLabels>['wordsOf']>,
): { value: string; label: string }[] | undefined {
  if (kind === 'boolean') return [yes, no].map((word) => ({ value: word, label: word }));
  return kind === 'enum' ? options.map((option) => ({ value: option, label: optionLabel(option) })) : undefined;
}
