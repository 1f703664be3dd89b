import type { EventSort, EventTotals } from '@solvane/contract/events';
import { useFixedRows } from '@solvane/ui/fixed-rows';
import { type KeyboardEvent, useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useIntl } from 'react-intl';
import { useViewport } from '../../../shared/screen/use-viewport.ts';
import { openDetails, useDetails } from '../../../workspace/details.ts';
import type { TableGrouping } from '../event-log-search.ts';
import { type EventSelection, isSelected, withSelected } from '../event-selection.ts';
import { type Column, cardColumns, placeColumns } from './columns.ts';
import { useCellLabels } from './event-cell.tsx';
import { EventRow } from './event-row.tsx';
import classes from './event-table.module.css';
import { GroupRow } from './group-row.tsx';
import { HEAD_ROWS, TableHead } from './table-head.tsx';
import { eventIdsBetween, type TableRow } from './table-row.ts';
import { CHECK_WIDTH, spanOf, tracksOf } from './tracks.ts';
import type { Cursor } from './use-cursor.ts';
import { useWidth } from './use-width.ts';

interface EventTableProps {
  rows: readonly TableRow[];
  /** undefined: one list. */
  groupBy: TableGrouping | undefined;
  totals: EventTotals | undefined;
  columns: readonly Column[];
  onColumns: (columns: readonly Column[]) => void;
  /** Still the rows of the query before. */
  isOld: boolean;
  hasMore: boolean;
  /** undefined: not now. It is called once it is there, if the end is still near. */
  onEndReached: (() => void) | undefined;
  sort: EventSort;
  onSort: (by: EventSort['by']) => void;
  selection: EventSelection;
  onSelect: (selection: EventSelection) => void;
  cursor: Cursor;
  onToggleGroup: (groupKey: string) => void;
  /** Makes the group's events the whole result. */
  onNarrow: (row: Extract<TableRow, { kind: 'more' }>) => void;
}

const ROW_HEIGHT = 28;
const CARD_HEIGHT = 76;
const COVERED_ROWS = 5;
/** Pages are asked for this many rows before they are seen. */
const AHEAD = 60;

/** Rows of the result as far as they were asked for; sums of all of it stay on top. */
export function EventTable(props: EventTableProps) {
  const { rows, groupBy, totals, columns, onColumns, isOld, hasMore, onEndReached, sort, onSort, selection, onSelect, cursor } = props;
  const { formatMessage } = useIntl();
  const isPhone = useViewport() === 'phone';
  const rowHeight = isPhone ? CARD_HEIGHT : ROW_HEIGHT;
  const { scrollRef, scrollToRow, ...view } = useFixedRows({
    count: rows.length + (hasMore ? 1 : 0),
    rowHeight,
    stride: 1,
    drawNow: flushSync,
  });
  const [watchWidth, room] = useWidth();
  const placed = useMemo(
    () => (isPhone ? cardColumns(columns) : placeColumns(columns, { room, left: CHECK_WIDTH })),
    [isPhone, columns, room],
  );
  const width = placed.reduce((sum, column) => sum + column.width, CHECK_WIDTH);
  const drawn = rows.slice(view.first, view.end);
  const words = useCellLabels(!isPhone);
  const details = useDetails();
  const { place, moveTo } = cursor;
  const endReached = useEffectEvent(() => onEndReached?.());
  const wantedAfter = onEndReached && hasMore && view.end > rows.length - AHEAD ? rows.length : null;
  // Scrolling happens outside of React.
  useEffect(() => {
    if (wantedAfter !== null) endReached();
  }, [wantedAfter]);
  // The cursor moved by a key: where it stands has to be in sight.
  useEffect(() => {
    if (place === null) return;
    scrollToRow(place);
    // Heads and the bar of actions lie over the rows.
    scrollToRow(place + COVERED_ROWS);
    scroller.current?.focus({ preventScroll: true });
  }, [place, scrollToRow]);
  const scroller = useRef<HTMLDivElement>(null);
  const act = useRef({ rows, place, selection, onSelect, moveTo });
  // Rows are drawn again only when they change: what they call reads the state of the last render.
  useEffect(() => {
    act.current = { rows, place, selection, onSelect, moveTo };
  });
  const open = useCallback((at: number) => {
    const row = act.current.rows[at];
    act.current.moveTo(at);
    if (row?.kind === 'event') openDetails({ kind: 'event', eventId: row.event.eventId });
  }, []);
  const select = useCallback((at: number, isOn: boolean, isRange: boolean) => {
    const { rows: all, place: from, selection: before, onSelect: tell, moveTo: move } = act.current;
    tell(withSelected(before, eventIdsBetween(all, isRange && from !== null ? from : at, at), isOn));
    move(at);
  }, []);
  const watch = useCallback(
    (element: HTMLDivElement | null) => {
      scroller.current = element;
      scrollRef(element);
      return watchWidth(element);
    },
    [scrollRef, watchWidth],
  );
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }[event.key];
    if (event.key === 'Enter') enter();
    else if (step !== undefined) {
      const to = Math.max(0, Math.min(rows.length - 1, (place ?? -1) + step));
      if (event.shiftKey) onSelect(withSelected(selection, eventIdsBetween(rows, place ?? to, to), true));
      moveTo(to);
    } else return;
    event.preventDefault();
  };
  const enter = (): void => {
    const row = place === null ? undefined : rows[place];
    if (row?.kind === 'event') openDetails({ kind: 'event', eventId: row.event.eventId });
    if (row?.kind === 'group') props.onToggleGroup(row.group.key);
    if (row?.kind === 'more') props.onNarrow(row);
  };
  return (
    <section
      className={classes.scroll}
      aria-label={formatMessage({ id: 'EventLog_Rows' })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.target === scroller.current) onKey(event);
      }}
      ref={watch}
    >
      <div style={{ minInlineSize: isPhone ? undefined : width }}>
        <table
          className={classes.table}
          aria-label={formatMessage({ id: 'Route_event-log' })}
          aria-rowcount={(groupBy ? rows.length : (totals?.count ?? rows.length)) + HEAD_ROWS}
          data-old={isOld || undefined}
          // Nothing stays at the edge where nothing scrolls sideways: what stays is a layer per row.
          data-wide={(!isPhone && width > room) || undefined}
          style={tracksOf(placed)}
        >
          <TableHead
            rows={rows}
            totals={totals}
            columns={columns}
            placed={placed}
            onColumns={onColumns}
            sort={sort}
            onSort={onSort}
            selection={selection}
            onSelect={onSelect}
          />
          {/* Rows that are not drawn keep their room, here: above the table it would move the table with every step, and all that is in it is laid out again. */}
          <tbody style={{ paddingBlock: `${view.offset}px ${view.totalHeight - view.offset - drawn.length * rowHeight}px` }}>
            {drawn.map((row, index) => {
              const at = view.first + index;
              const rowIndex = at + 1 + HEAD_ROWS;
              if (row.kind === 'event')
                return (
                  <EventRow
                    key={row.key}
                    event={row.event}
                    columns={placed}
                    words={words}
                    place={at}
                    rowIndex={rowIndex}
                    isOpen={details?.kind === 'event' && details.eventId === row.event.eventId}
                    isCurrent={at === place}
                    isSelected={isSelected(selection, row.event.eventId)}
                    isIndented={groupBy !== undefined}
                    onOpen={open}
                    onSelect={select}
                  />
                );
              if (row.kind === 'group' && groupBy)
                return (
                  <GroupRow
                    key={row.key}
                    group={row.group}
                    groupBy={groupBy}
                    columns={placed}
                    rowIndex={rowIndex}
                    isOpen={row.isOpen}
                    isCurrent={at === place}
                    onToggle={() => {
                      moveTo(at);
                      props.onToggleGroup(row.group.key);
                    }}
                  />
                );
              return (
                <tr key={row.key} aria-rowindex={rowIndex} className={classes.row} data-current={at === place || undefined}>
                  <td />
                  <td colSpan={placed.length} style={spanOf(placed.length)} className={classes.quiet}>
                    {row.kind === 'more' ? (
                      <button type="button" className={classes.link} onClick={() => props.onNarrow(row)}>
                        {formatMessage({ id: 'EventLog_Group_More' }, { count: row.count })}
                      </button>
                    ) : (
                      formatMessage({ id: 'Common_Loading' })
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
