import type { Event, EventSort, EventTotals } from '@solvane/contract/events';
import type { MessageKey } from '@solvane/i18n/messages';
import { useFixedRows } from '@solvane/ui/fixed-rows';
import { IconArrowDown, IconArrowUp, IconListSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import { useShortcut } from '../../shared/keys/use-shortcut.ts';
import { useRoom } from '../../shared/screen/use-room.ts';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { openDetails, useDetails } from '../../workspace/details.ts';
import classes from './event-log.module.css';
import { EventRow } from './event-row.tsx';
import { type EventSelection, isSelected, rowsBetween, selectionState, withSelected } from './event-selection.ts';
import { SumsRow } from './sums-row.tsx';
import { useAcknowledgeEvents } from './use-acknowledge-events.ts';

interface EventTableProps {
  events: readonly Event[];
  totals: EventTotals | undefined;
  isLoading: boolean;
  /** Still the answer to the question before. */
  isOld: boolean;
  hasMore: boolean;
  onEndReached: () => void;
  sort: EventSort;
  onSort: (by: EventSort['by']) => void;
  selection: EventSelection;
  onSelect: (selection: EventSelection) => void;
}

const COLUMNS = [
  { by: 'type', label: 'EventLog_Column_Type', isUnseen: true },
  { by: 'start', label: 'EventLog_Column_Start' },
  { by: 'device', label: 'EventLog_Column_Device' },
  { by: 'code', label: 'EventLog_Column_Code' },
  { by: 'category', label: 'EventLog_Column_Category' },
  { by: 'duration', label: 'EventLog_Column_Duration', isNumber: true },
  { by: 'lostEnergy', label: 'EventLog_Column_Lost', isNumber: true },
  { by: 'revenueLoss', label: 'EventLog_Column_Revenue', isNumber: true },
  { by: 'attention', label: 'EventLog_Column_Acknowledged' },
] as const satisfies readonly { by: EventSort['by']; label: MessageKey; isUnseen?: boolean; isNumber?: boolean }[];

/** Names of the columns, and sums. */
const HEAD_ROWS = 2;
const ROW_HEIGHT = 28;
const CARD_HEIGHT = 60;
/** Pages are asked for this many rows before they are seen. */
const AHEAD = 60;

/** Rows of the result as far as they were asked for; sums of all of it stay on top. */
export function EventTable(props: EventTableProps) {
  const { events, totals, isLoading, isOld, hasMore, onEndReached, sort, onSort, selection, onSelect } = props;
  const { formatMessage } = useIntl();
  const isNarrow = useRoom() === 'phone';
  const rowHeight = isNarrow ? CARD_HEIGHT : ROW_HEIGHT;
  const rows = useFixedRows({ count: events.length + (hasMore ? 1 : 0), rowHeight });
  const drawn = events.slice(rows.first, rows.end);
  const details = useDetails();
  const [current, setCurrent] = useCurrentRow(events, rows.scrollToRow, selection, onSelect);
  const endReached = useEffectEvent(onEndReached);
  const wantedAfter = hasMore && rows.end > events.length - AHEAD ? events.length : null;
  // Scrolling happens outside of React.
  useEffect(() => {
    if (wantedAfter !== null) endReached();
  }, [wantedAfter]);

  if (isLoading) return <div className={classes.skeleton} role="status" aria-label={formatMessage({ id: 'Common_Loading' })} />;
  if (events.length === 0)
    return (
      <StateMessage icon={<IconListSearch />} title={formatMessage({ id: 'EventLog_Empty_Title' })} level="page">
        {formatMessage({ id: 'EventLog_Empty_Message' })}
      </StateMessage>
    );
  const state = selectionState(selection, events);
  return (
    <div className={classes.scroll} ref={rows.scrollRef}>
      {/* Rows that are not drawn keep their room. */}
      <div style={{ paddingBlock: `${rows.offset}px ${rows.totalHeight - rows.offset - drawn.length * rowHeight}px` }}>
        <table
          className={classes.table}
          aria-label={formatMessage({ id: 'Route_event-log' })}
          aria-rowcount={(totals?.count ?? events.length) + HEAD_ROWS}
          data-old={isOld || undefined}
        >
          <thead>
            <tr className={classes.head} aria-rowindex={1}>
              <th scope="col" className={classes.check}>
                <input
                  type="checkbox"
                  aria-label={formatMessage({ id: 'EventLog_SelectShown' })}
                  checked={state === 'all'}
                  ref={(box) => {
                    if (box) box.indeterminate = state === 'some';
                  }}
                  onChange={(event) =>
                    onSelect(
                      withSelected(
                        selection,
                        events.map(({ eventId }) => eventId),
                        event.currentTarget.checked,
                      ),
                    )
                  }
                />
              </th>
              {COLUMNS.map((column) => (
                <ColumnHead key={column.by} {...column} sort={sort} onSort={onSort} />
              ))}
            </tr>
            {totals && <SumsRow totals={totals} />}
          </thead>
          <tbody>
            {drawn.map((event, index) => {
              const row = rows.first + index;
              return (
                <EventRow
                  key={event.eventId}
                  event={event}
                  rowIndex={row + 1 + HEAD_ROWS}
                  isOpen={details?.kind === 'event' && details.eventId === event.eventId}
                  isCurrent={row === current}
                  isSelected={isSelected(selection, event.eventId)}
                  onOpen={() => {
                    setCurrent(row);
                    openDetails({ kind: 'event', eventId: event.eventId });
                  }}
                  onSelect={(isOn, isRange) => {
                    setCurrent(row);
                    onSelect(
                      withSelected(selection, isRange && current !== null ? rowsBetween(events, current, row) : [event.eventId], isOn),
                    );
                  }}
                />
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface ColumnHeadProps {
  by: EventSort['by'];
  label: MessageKey;
  isUnseen?: boolean;
  isNumber?: boolean;
  sort: EventSort;
  onSort: (by: EventSort['by']) => void;
}

function ColumnHead({ by, label, isUnseen, isNumber, sort, onSort }: ColumnHeadProps) {
  const { formatMessage } = useIntl();
  const isSorted = sort.by === by;
  const Arrow = sort.direction === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <th
      scope="col"
      data-column={by}
      className={isNumber ? classes.number : undefined}
      aria-sort={isSorted ? (sort.direction === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <button type="button" className={classes.sort} onClick={() => onSort(by)}>
        <span className={isUnseen ? classes.unseen : undefined}>{formatMessage({ id: label })}</span>
        {isSorted && <Arrow size={12} aria-hidden="true" />}
      </button>
    </th>
  );
}

/** The row that keys act on. */
function useCurrentRow(
  events: readonly Event[],
  scrollToRow: (index: number) => void,
  selection: EventSelection,
  onSelect: (selection: EventSelection) => void,
): [number | null, (row: number | null) => void] {
  const [current, setCurrent] = useState<number | null>(null);
  const acknowledge = useAcknowledgeEvents();
  const details = useDetails();
  const event = current === null ? undefined : events[current];
  const move = (step: number): void => {
    const next = Math.max(0, Math.min(events.length - 1, (current ?? -1) + step));
    const target = events[next];
    if (!target) return;
    setCurrent(next);
    scrollToRow(next);
    if (details?.kind === 'event') openDetails({ kind: 'event', eventId: target.eventId });
  };
  useShortcut('j', () => move(1), 'EventLog_Key_Next');
  useShortcut('k', () => move(-1), 'EventLog_Key_Previous');
  useShortcut(
    'x',
    () => event && onSelect(withSelected(selection, [event.eventId], !isSelected(selection, event.eventId))),
    'EventLog_Key_Select',
  );
  useShortcut(
    'a',
    () => event?.can.acknowledge && acknowledge.mutate({ events: [event], isOn: event.acknowledged === null }),
    'EventLog_Key_Acknowledge',
  );
  useShortcut('c', () => event && openDetails({ kind: 'event', eventId: event.eventId, tab: 'comments' }), 'EventLog_Key_Comment');
  return [current, setCurrent];
}
