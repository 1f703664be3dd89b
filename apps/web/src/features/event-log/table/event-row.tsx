import type { Event } from '@solvane/contract/events';
import { memo } from 'react';
import { useIntl } from 'react-intl';
import { useEventTime } from '../../../shared/events/use-event-time.ts';
import { COLUMNS, type PlacedColumn } from './columns.ts';
import { CELLS } from './event-cell.tsx';
import classes from './event-table.module.css';
import { pinnedStyle } from './pinned-style.ts';

interface EventRowProps {
  event: Event;
  columns: readonly PlacedColumn[];
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

export const EventRow = memo(function EventRow({ event, columns, place, rowIndex, onOpen, onSelect, ...is }: EventRowProps) {
  const { formatMessage } = useIntl();
  const time = useEventTime(event.timezone);
  const open = (): void => onOpen(place);
  return (
    <tr
      onClick={({ target }) => {
        if (!(target instanceof Element)) return;
        const check = target.closest('[data-check]');
        if (!check) open();
        // A thumb hits the cell rather than the box in it.
        else if (target === check) check.querySelector('input')?.click();
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
          aria-label={formatMessage({ id: 'EventLog_SelectOne' }, { device: event.deviceName, start: time(event.startMs) })}
          // The change says what, the click with which keys.
          onChange={({ currentTarget, nativeEvent }) =>
            onSelect(place, currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </td>
      {columns.map((column) => {
        const Cell = CELLS[column.id];
        return (
          <td
            key={column.id}
            data-column={column.id}
            data-pinned={column.pinnedAt !== null || undefined}
            style={pinnedStyle(column)}
            className={COLUMNS[column.id].isNumber ? classes.number : undefined}
          >
            <Cell event={event} />
          </td>
        );
      })}
    </tr>
  );
});
