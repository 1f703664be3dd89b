import type { Event, EventSort, EventTotals } from '@solvane/contract/events';
import type { TableItem, TableLayout } from '@solvane/ui/data-table-props';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { ScreenTable } from '../../../shared/table/screen-table.tsx';
import { openDetails, useDetails } from '../../../workspace/details.ts';
import type { TableGrouping } from '../event-log-search.ts';
import { type EventSelection, isSelected, withSelected } from '../event-selection.ts';
import { COLUMN_IDS, COLUMNS, type Column, resizeColumn } from './columns.ts';
import classes from './event-cell.module.css';
import { useCellLabels } from './event-cell.tsx';
import { eventColumns } from './event-columns.tsx';
import { GroupSum } from './event-sum.tsx';
import { eventsOf, type TableRow } from './table-row.ts';
import type { Cursor } from './use-cursor.ts';
import { useGroupName } from './use-group-name.ts';

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

/** Rows of the result as far as they were asked for; sums of all of it stay on top. */
export function EventTable(props: EventTableProps) {
  const { rows, groupBy, totals, columns, onColumns, sort, selection, onSelect, cursor } = props;
  const { formatMessage } = useIntl();
  const labels = useCellLabels();
  const details = useDetails();
  const events = useMemo(() => eventsOf(rows), [rows]);
  const items = useItems(props);
  const dataColumns = useMemo(() => eventColumns(columns, { totals, labels }), [columns, totals, labels]);
  const layout = useMemo(() => layoutOf(columns), [columns]);
  const sortedBy = COLUMN_IDS.find((id) => COLUMNS[id].sort === sort.by);
  const tableSelection = useMemo(
    () => ({
      isSelected: (id: string) => isSelected(selection, id as Event['eventId']),
      onSelect: (ids: readonly string[], isOn: boolean) => onSelect(withSelected(selection, ids as Event['eventId'][], isOn)),
    }),
    [selection, onSelect],
  );
  return (
    <ScreenTable
      isBare
      label={formatMessage({ id: 'EventLog_Rows' })}
      rows={events}
      items={items}
      columns={dataColumns}
      getRowId={idOf}
      nameOf={({ deviceName, startMs, timezone }) =>
        formatMessage({ id: 'EventLog_Row' }, { device: deviceName, start: labels.time(startMs, timezone) })
      }
      rowHeight={ROW_HEIGHT}
      rowCount={groupBy ? rows.length : (totals?.count ?? rows.length)}
      hasSums={totals !== undefined}
      sumLabel={totals && formatMessage({ id: 'EventLog_Sums' }, { count: totals.count, unacknowledged: totals.unacknowledged })}
      isStale={props.isOld}
      hasMore={props.hasMore}
      onEndReached={props.onEndReached}
      sort={sortedBy ? { columnId: sortedBy, isDescending: sort.direction === 'desc' } : null}
      onSort={({ columnId }) => {
        const by = COLUMN_IDS.filter((id) => id === columnId).flatMap((id) => COLUMNS[id].sort ?? [])[0];
        if (by) props.onSort(by);
      }}
      layout={layout}
      onLayout={({ widths }) => onColumns(columns.reduce((all, { id }) => resizeColumn(all, id, widths[id] ?? null), columns))}
      selection={tableSelection}
      cursor={{ position: cursor.place, onMove: cursor.moveTo }}
      onToggleGroup={props.onToggleGroup}
      onOpen={({ eventId }) => openDetails({ kind: 'event', eventId })}
      openId={details?.kind === 'event' ? details.eventId : undefined}
    />
  );
}

const idOf = ({ eventId }: Event): string => eventId;

function layoutOf(columns: readonly Column[]): TableLayout {
  return { widths: Object.fromEntries(columns.flatMap(({ id, width }) => (width === null ? [] : [[id, width]]))), order: [], hidden: [] };
}

/** The rows as lines of the data table. */
function useItems({ rows, groupBy, onNarrow }: EventTableProps): readonly TableItem<Event>[] {
  const { formatMessage } = useIntl();
  const nameOf = useGroupName();
  const itemOf = (row: TableRow): TableItem<Event> => {
    switch (row.kind) {
      case 'event':
        return { kind: 'row', id: row.key, row: row.event };
      case 'group': {
        const { group } = row;
        const count = formatMessage({ id: 'EventLog_Group_Count' }, { count: group.count, unacknowledged: group.unacknowledged });
        return {
          kind: 'group',
          id: group.key,
          isOpen: row.isOpen,
          label: (
            <>
              {groupBy && nameOf(groupBy, group)} <span className={classes.quiet}>{count}</span>
            </>
          ),
          sumOf: ({ id, sum }, isCard) => {
            const columnId = COLUMN_IDS.find((each) => each === id);
            return columnId && sum && <GroupSum columnId={columnId} group={group} isCard={isCard} />;
          },
        };
      }
      case 'more':
        return {
          kind: 'note',
          id: row.key,
          content: (
            <button type="button" className={classes.link} onClick={() => onNarrow(row)}>
              {formatMessage({ id: 'EventLog_Group_More' }, { count: row.count })}
            </button>
          ),
        };
      case 'wait':
        return { kind: 'note', id: row.key, content: formatMessage({ id: 'Common_Loading' }) };
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines are made again for other rows only; what they call is of the same query
  return useMemo(() => rows.map(itemOf), [rows, formatMessage]);
}
