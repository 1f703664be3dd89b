import { type KeyboardEvent, useRef } from 'react';
import classes from '../editable-grid.module.css';
import type { GridColumn } from '../use-editable-grid.tsx';
import type { CellPlace } from './grid-cells.tsx';

interface GridCellFieldProps {
  column: GridColumn;
  text: string;
  /** null: as it was. `next` is where to go from here. */
  onEnd: (text: string | null, next?: CellPlace) => void;
}

/** The field in a cell: Enter goes down, Tab to the side, Esc leaves everything as it was. */
export function GridCellField({ column, text, onEnd }: GridCellFieldProps) {
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
  const common = { className: classes.field, 'aria-label': column.label, onKeyDown, autoFocus: true };
  if (column.choices) return <GridChoices {...common} column={column} text={text} onBlur={(event) => end(event.currentTarget.value)} />;
  return (
    <input
      {...common}
      defaultValue={text}
      autoComplete="off"
      inputMode={column.isNumber ? 'decimal' : 'text'}
      onBlur={(event) => end(event.currentTarget.value)}
    />
  );
}

type GridChoicesProps = Omit<React.ComponentProps<'select'>, 'defaultValue'> & Pick<GridCellFieldProps, 'column' | 'text'>;

/** The choices of a column, with the one that a typed text begins; a text that is none of them stays. With `onChange` it follows `text`. */
export function GridChoices({ column: { choices = [] }, text, ...props }: GridChoicesProps) {
  const chosen = choices.find(({ value, label }) => value === text || label.toLowerCase().startsWith(text.toLowerCase()));
  const selected = text === '' ? '' : (chosen?.value ?? text);
  return (
    <select {...props} {...(props.onChange ? { value: selected } : { defaultValue: selected })}>
      <option value="" />
      {text !== '' && !chosen && <option value={text}>{text}</option>}
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
