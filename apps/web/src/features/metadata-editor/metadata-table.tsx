// biome-ignore-all lint/a11y/useSemanticElements: a grid of rows that are drawn only while in view is no table element
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell
import { useFixedRows } from '@solvane/ui/fixed-rows';
import { IconPencil } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useId, useRef } from 'react';
import { useIntl } from 'react-intl';
import { useTypeLabel } from '../../shared/fleet/use-type-label.ts';
import { useServerText } from '../../shared/text/use-server-text.ts';
import { CellEditor } from './cell-editor.tsx';
import classes from './metadata-editor.module.css';
import type { CellPlace } from './metadata-grid.ts';
import { useAttributeLabels } from './use-cell-words.ts';
import type { Grid } from './use-grid.ts';

const ROW_HEIGHT = 32;
const PAGE = 15;
const FAR = 1_000_000;
const FILL_DOWN = new Set(['d', 'D']);

/** Devices down, attributes across, as in a spreadsheet: only the rows in view are drawn. */
export function MetadataTable({ grid }: { grid: Grid }) {
  const { formatMessage } = useIntl();
  const typeLabel = useTypeLabel();
  const { nameOf } = useAttributeLabels();
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
  const backToTable = (): void => table.current?.focus();

  const onKeyDown = (event: KeyboardEvent): void => {
    if (editing || event.altKey) return;
    const { row, column } = active;
    const isCommand = event.ctrlKey || event.metaKey;
    // With Ctrl or Cmd to the edge, as in a spreadsheet; the table keeps places inside of itself.
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
    const acts: Record<string, () => void> = {
      Enter: () => grid.edit(active),
      F2: () => grid.edit(active),
      Delete: grid.clear,
      Backspace: grid.clear,
    };
    const move = moves[event.key];
    const act = move
      ? () => go(move, event.shiftKey)
      : isCommand
        ? FILL_DOWN.has(event.key) && grid.fillDown
        : (acts[event.key] ?? (isWritten(event.key) && (() => grid.edit(active, event.key))));
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
  const placeOf = ({ target }: MouseEvent): CellPlace | undefined => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null;
    const [row, column] = (cell?.dataset.place ?? '').split(' ').map(Number);
    return row === undefined || column === undefined || Number.isNaN(column) ? undefined : { row, column };
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
      aria-label={formatMessage({ id: 'Route_metadata' })}
      aria-description={formatMessage({ id: 'Metadata_Keys' })}
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
          {formatMessage({ id: 'Metadata_Device' })}
        </div>
        {columns.map(({ name, unit }, index) => (
          <div key={name} role="columnheader" data-column={index} className={classes.head} title={nameOf(name)}>
            <span>{nameOf(name)}</span>
            {unit && <small>{unit}</small>}
          </div>
        ))}
      </div>
      <div role="presentation" style={{ blockSize: totalHeight, minInlineSize: 'fit-content' }}>
        <div role="presentation" style={{ transform: `translateY(${offset}px)` }}>
          {rows.slice(first, end).map((device, place) => {
            const row = first + place;
            return (
              <div
                key={device.segmentId}
                role="row"
                aria-rowindex={row + 2}
                className={classes.row}
                style={{ gridTemplateColumns: template }}
              >
                <div role="rowheader" className={classes.device} title={`${device.path} / ${device.name}`}>
                  <strong>{device.name}</strong>
                  <small>{typeLabel(device.type)}</small>
                </div>
                {columns.map(({ name }, column) => (
                  <Cell
                    key={name}
                    id={`${gridId}-${row}-${column}`}
                    grid={grid}
                    place={{ row, column }}
                    onEnd={(text, next) => {
                      grid.endEdit(text);
                      backToTable();
                      if (next) go({ row: row + next.row, column: column + next.column }, false);
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
  grid: Grid;
  place: CellPlace;
  onEnd: (text: string | null, next?: CellPlace) => void;
}

function Cell({ id, grid, place, onEnd }: CellProps) {
  const serverText = useServerText();
  const { range, editing } = grid;
  const { isTaken, isRequired, text, draft } = grid.viewOf(place);
  const attribute = grid.columns[place.column];
  const problem = draft?.problem && serverText(draft.problem.message, draft.problem.values);
  const isWrong = problem !== undefined;
  return (
    <div
      id={id}
      role="gridcell"
      className={classes.cell}
      data-place={`${place.row} ${place.column}`}
      data-taken={flag(isTaken)}
      data-active={flag(isSame(range.to, place))}
      data-changed={flag(draft !== undefined)}
      data-wrong={flag(isWrong)}
      data-missing={flag(isRequired && text === '')}
      data-number={flag(attribute?.kind === 'number' || attribute?.kind === 'integer')}
      aria-selected={isWithin(place, range)}
      aria-readonly={!isTaken}
      aria-required={flag(isRequired)}
      aria-invalid={flag(isWrong)}
      title={problem ?? text}
    >
      {editing && isSame(editing.place, place) && attribute ? (
        <CellEditor attribute={attribute} text={editing.text} onEnd={onEnd} />
      ) : (
        <>
          {draft && !isWrong && <IconPencil className={classes.mark} aria-hidden="true" />}
          <span>{text}</span>
        </>
      )}
    </div>
  );
}

/** React leaves an attribute out that is undefined. */
function flag(isOn: boolean): true | undefined {
  return isOn || undefined;
}

function isSame(one: CellPlace, other: CellPlace): boolean {
  return one.row === other.row && one.column === other.column;
}

/** A key that begins to write in a cell. */
function isWritten(key: string): boolean {
  return key.length === 1 && key !== ' ';
}

function isWithin({ row, column }: CellPlace, { from, to }: Grid['range']): boolean {
  const isBetween = (value: number, one: number, other: number): boolean => value >= Math.min(one, other) && value <= Math.max(one, other);
  return isBetween(row, from.row, to.row) && isBetween(column, from.column, to.column);
}
