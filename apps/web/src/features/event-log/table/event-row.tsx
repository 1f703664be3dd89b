import type { Event } from '@solvane/contract/events';
import { type MouseEvent, memo } from 'react';
import { isClipped, isNumberColumn, type PlacedColumn } from './columns.ts';
import { CELLS, type CellLabels, cellTitle } from './event-cell.tsx';
import classes from './event-table.module.css';
import { pinnedStyle } from './pinned-style.ts';

interface EventRowProps {
  event: Event;
  columns: readonly PlacedColumn[];
  words: CellLabels;
  /** Place in the list, from 0. */
  place: number;
  rowIndex: number;
  isOpen: boolean;
  isCurrent: boolean;
  isSelected: boolean;
  isIndented: boolean;
  onOpen: (place: number) => void;
  onSelect: (place: number, isOn: boolean, isRange: boolean) => void;
}

export const EventRow = memo(function EventRow({ event, columns, words, place, rowIndex, onOpen, onSelect, ...is }: EventRowProps) {
  return (
    <tr
      onClick={(click) => {
        const { target } = click;
        if (!(target instanceof Element)) return;
        const check = target.closest('[data-check]');
        // A thumb hits the cell rather than the box in it.
        if (target === check) check.querySelector('input')?.click();
        if (check || (target.closest('a') && opensBeside(click))) return;
        click.preventDefault();
        onOpen(place);
      }}
      aria-rowindex={rowIndex}
      className={classes.row}
      data-selected={is.isSelected || undefined}
      data-open={is.isOpen || undefined}
      data-current={is.isCurrent || undefined}
      data-indented={is.isIndented || undefined}
    >
      <td className={classes.check} data-check>
        <input
          type="checkbox"
          tabIndex={is.isCurrent ? 0 : -1}
          checked={is.isSelected}
          aria-label={words.formatMessage(
            { id: 'EventLog_SelectOne' },
            { device: event.deviceName, start: words.time(event.startMs, event.timezone) },
          )}
          // The change says what, the click with which keys.
          onChange={({ currentTarget, nativeEvent }) =>
            onSelect(place, currentTarget.checked, nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey)
          }
        />
      </td>
      {columns.map((column) => (
        <td
          key={column.id}
          data-column={column.id}
          data-figure={column.figure}
          data-pinned={column.pinnedAt !== null || undefined}
          style={pinnedStyle(column)}
          title={cellTitle(column.id, event, words.words)}
          className={cellClass(column)}
        >
          {CELLS[column.id](event, words)}
        </td>
      ))}
    </tr>
  );
});

/** Every attribute of a cell is set once per row that scrolls into view. */
function cellClass(column: PlacedColumn): string | undefined {
  const number = isNumberColumn(column) ? classes.number : undefined;
  if (!isClipped(column)) return number;
  return number ? `${number} ${classes.clipped}` : classes.clipped;
}

/** The browser's own way to open a link somewhere else. */
function opensBeside({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey;
}
