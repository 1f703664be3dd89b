import { useId } from 'react';
import classes from './editable-grid.module.css';
import { GridChoices } from './internal/grid-cell-field.tsx';
import { SelectField } from './select-field.tsx';
import type { CellPlace, EditableGridState } from './use-editable-grid.tsx';

interface EditableGridFormProps {
  grid: EditableGridState;
  labels: { name: string /** Label of the field that chooses the row. */; row: string; nothingFound: string };
}

/** The same as `EditableGrid` where there is no room for columns: one row at a time, its cells as fields below each other. */
export function EditableGridForm({ grid, labels }: EditableGridFormProps) {
  const { rows, columns, range } = grid;
  const row = range.to.row;
  return (
    <fieldset className={classes.form} aria-label={labels.name}>
      <SelectField
        label={labels.row}
        value={rows[row]?.key ?? ''}
        options={rows.map(({ key, title, subtitle }) => ({ value: key, label: [title, subtitle].filter(Boolean).join(', ') }))}
        onChange={(key) => grid.focus({ row: rows.findIndex((one) => one.key === key), column: 0 })}
        nothingFoundLabel={labels.nothingFound}
      />
      {columns.map((column, at) => {
        const place = { row, column: at };
        return grid.cellOf(place).isTaken ? <Property key={`${rows[row]?.key} ${column.key}`} grid={grid} place={place} /> : null;
      })}
    </fieldset>
  );
}

function Property({ grid, place }: { grid: EditableGridState; place: CellPlace }) {
  const id = useId();
  const column = grid.columns[place.column];
  const { isChanged = false, isRequired = false, problem } = grid.cellOf(place);
  const text = grid.textOf(place);
  if (!column) return null;
  const write = (value: string): void => {
    if (value !== text) grid.onWrite([{ ...place, text: value }], 0);
  };
  const common = {
    id,
    disabled: !grid.canEdit,
    required: isRequired,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem === undefined ? undefined : `${id}-problem`,
    onFocus: () => grid.focus(place),
  };
  return (
    <div className={classes.property} data-changed={isChanged || undefined} data-wrong={problem !== undefined || undefined}>
      <label htmlFor={id}>
        {column.label} {column.unit && <small>{column.unit}</small>}
      </label>
      {column.choices ? (
        <GridChoices {...common} column={column} text={text} onChange={(event) => write(event.currentTarget.value)} />
      ) : (
        <input
          // What changes from outside, as a draft that is discarded, replaces what the field holds.
          key={text}
          {...common}
          defaultValue={text}
          autoComplete="off"
          inputMode={column.isNumber ? 'decimal' : 'text'}
          onBlur={(event) => write(event.currentTarget.value)}
        />
      )}
      {problem !== undefined && (
        <span id={`${id}-problem`} className={classes.problem}>
          {problem}
        </span>
      )}
    </div>
  );
}
