// biome-ignore-all lint/a11y/useSemanticElements: a grid of rows that are drawn only while in view is no table element
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell
import { IconPencil } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useId, useRef } from 'react';
import classes from './editable-grid.module.css';
import { useFixedRows } from './fixed-rows.tsx';
import { GridCellField } from './internal/grid-cell-field.tsx';
import { type CellPlace, isWithin } from './internal/grid-cells.tsx';
import type { EditableGridState } from './use-editable-grid.tsx';

export interface EditableGridLabels {
  /** Name of the grid. */
  name: string;
  /** How to use it by keyboard. */
  keys: string;
  /** Head of the rows. */
  corner: string;
}

interface EditableGridProps {
  grid: EditableGridState;
  labels: EditableGridLabels;
}

const ROW_HEIGHT = 32;
const PAGE = 15;
const FAR = 1_000_000;
const FILL_DOWN = new Set(['d', 'D']);

/** Things down, their properties across, as in a spreadsheet: only the rows in view are drawn. */
export function EditableGrid({ grid, labels }: EditableGridProps) {
  const gridId = useId();
  const table = useRef<HTMLDivElement>(null);
  const { rows, columns, range, editing } = grid;
  const { scrollRef, first, end, totalHeight, offset, scrollToRow } = useFixedRows({ count: rows.length, rowHeight: ROW_HEIGHT });
  const active = range.to;
  const go = (place: CellPlace, isExtended: boolean): void => {
    grid.focus(place, { extends: isExtended });
    scrollToRow(Math.max(0, Math.min(rows.length - 1, place.row)));
    const index = Math.max(0, Math.min(columns.length - 1, place.column));
    table.current?.querySelector(`[data-column="${index}"]`)?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (editing || event.altKey) return;
    const act = actionOf(event, grid, go);
    if (!act) return;
    act();
    event.preventDefault();
    event.stopPropagation();
  };
  const onCopy = (event: ClipboardEvent): void => {
    if (editing) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', grid.copy());
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (editing) return;
    event.preventDefault();
    grid.paste(event.clipboardData.getData('text/plain'));
  };
  const template = `minmax(180px, 240px) repeat(${columns.length}, minmax(128px, 1fr))`;
  return (
    <div
      ref={(element) => {
        table.current = element;
        scrollRef(element);
      }}
      className={classes.grid}
      role="grid"
      aria-label={labels.name}
      aria-description={labels.keys}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      aria-activedescendant={active.row >= first && active.row < end ? `${gridId}-${active.row}-${active.column}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onCopy={onCopy}
      onPaste={onPaste}
      onMouseDown={(event) => {
        const place = placeOf(event);
        if (!place || event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
        grid.focus(place, { extends: event.shiftKey });
      }}
      onDoubleClick={(event) => {
        const place = placeOf(event);
        if (place && !editing) grid.edit(place);
      }}
    >
      <div role="row" aria-rowindex={1} className={classes.headRow} style={{ gridTemplateColumns: template }}>
        <div role="columnheader" className={classes.corner}>
          {labels.corner}
        </div>
        {columns.map(({ key, label, unit }, index) => (
          <div key={key} role="columnheader" data-column={index} className={classes.head} title={label}>
            <span>{label}</span>
            {unit && <small>{unit}</small>}
          </div>
        ))}
      </div>
      <div role="presentation" style={{ blockSize: totalHeight, minInlineSize: 'fit-content' }}>
        <div role="presentation" style={{ transform: `translateY(${offset}px)` }}>
          {rows.slice(first, end).map(({ key, title, subtitle, hint }, index) => {
            const row = first + index;
            return (
              <div key={key} role="row" aria-rowindex={row + 2} className={classes.row} style={{ gridTemplateColumns: template }}>
                <div role="rowheader" className={classes.rowHead} title={hint}>
                  <strong>{title}</strong>
                  {subtitle && <small>{subtitle}</small>}
                </div>
                {columns.map((column, at) => (
                  <Cell
                    key={column.key}
                    id={`${gridId}-${row}-${at}`}
                    grid={grid}
                    place={{ row, column: at }}
                    onEnd={(text, next) => {
                      grid.endEdit(text);
                      table.current?.focus();
                      if (next) go({ row: row + next.row, column: at + next.column }, false);
                    }}
                  />
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface CellProps {
  id: string;
  grid: EditableGridState;
  place: CellPlace;
  onEnd: (text: string | null, next?: CellPlace) => void;
}

function Cell({ id, grid, place, onEnd }: CellProps) {
  const { range, editing, columns } = grid;
  const { isTaken, isRequired = false, isChanged = false, text, problem } = grid.cellOf(place);
  const column = columns[place.column];
  const isWrong = problem !== undefined;
  return (
    <div
      id={id}
      role="gridcell"
      className={classes.cell}
      data-place={`${place.row} ${place.column}`}
      data-taken={flag(isTaken)}
      data-active={flag(isSame(range.to, place))}
      data-changed={flag(isChanged)}
      data-wrong={flag(isWrong)}
      data-missing={flag(isRequired && text === '')}
      data-number={flag(column?.isNumber ?? false)}
      aria-selected={isWithin(place, range)}
      aria-readonly={!isTaken || !grid.canEdit}
      aria-required={flag(isRequired)}
      aria-invalid={flag(isWrong)}
      title={problem ?? text}
    >
      {editing && isSame(editing.place, place) && column ? (
        <GridCellField column={column} text={editing.text} onEnd={onEnd} />
      ) : (
        <>
          {isChanged && !isWrong && <IconPencil className={classes.mark} aria-hidden="true" />}
          <span>{text}</span>
        </>
      )}
    </div>
  );
}

/** What a key does where no cell is being edited; with Ctrl or Cmd arrows go to the edge, as in a spreadsheet. */
function actionOf(
  event: KeyboardEvent,
  grid: EditableGridState,
  go: (place: CellPlace, isExtended: boolean) => void,
): (() => void) | undefined {
  const { row, column } = grid.range.to;
  const isCommand = event.ctrlKey || event.metaKey;
  const far = isCommand ? FAR : 1;
  const moves: Record<string, CellPlace> = {
    ArrowUp: { row: row - far, column },
    ArrowDown: { row: row + far, column },
    ArrowLeft: { row, column: column - far },
    ArrowRight: { row, column: column + far },
    PageUp: { row: row - PAGE, column },
    PageDown: { row: row + PAGE, column },
    Home: { row: isCommand ? 0 : row, column: 0 },
    End: { row: isCommand ? FAR : row, column: FAR },
  };
  const move = moves[event.key];
  if (move) return () => go(move, event.shiftKey);
  if (isCommand) return FILL_DOWN.has(event.key) ? grid.fillDown : undefined;
  const edit = (text?: string) => () => grid.edit(grid.range.to, text);
  const acts: Record<string, () => void> = { Enter: edit(), F2: edit(), Delete: grid.clear, Backspace: grid.clear };
  const isWritten = event.key.length === 1 && event.key !== ' ';
  return acts[event.key] ?? (isWritten ? edit(event.key) : undefined);
}

function placeOf({ target }: MouseEvent): CellPlace | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null;
  const [row, column] = (cell?.dataset.place ?? '').split(' ').map(Number);
  return row === undefined || column === undefined || Number.isNaN(column) ? undefined : { row, column };
}

/** React leaves an attribute out that is undefined. */
function flag(isOn: boolean): true | undefined {
  return isOn || undefined;
}

function isSame(one: CellPlace, other: CellPlace): boolean {
  return one.row === other.row && one.column === other.column;
}
