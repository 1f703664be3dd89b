import type { EventTotals } from '@solvane/contract/events';
import { IconArrowUp, IconListSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { usePermission } from '../../shared/access/permission-gate.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { openDetails, useDetails } from '../../workspace/details.ts';
import { useShowEventList } from '../../workspace/event-walk.ts';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { chosenOf } from './bulk/event-actions.ts';
import { useEventActions } from './bulk/use-event-actions.tsx';
import { EmptyLog } from './empty-log.tsx';
import classes from './event-log.module.css';
import { nextSort, sortOf } from './event-log-filter.ts';
import type { EventLogSearch } from './event-log-search.ts';
import { isSelected, NOTHING_SELECTED, selectedCount, withSelected } from './event-selection.ts';
import { tokensOfGroup } from './filters/group-tokens.ts';
import { withTokens } from './filters/query-tokens.ts';
import type { Column } from './table/columns.ts';
import { EventTable } from './table/event-table.tsx';
import { eventsOf, type TableRow, toEventRow } from './table/table-row.ts';
import { useCursor } from './table/use-cursor.ts';
import { useGroupedRows } from './table/use-grouped-rows.ts';
import { useRows } from './table/use-rows.ts';
import type { EventQuery } from './use-event-query.ts';
import { useLogKeys } from './use-log-keys.ts';
import { useUndo } from './use-undo.ts';

interface EventListProps {
  search: EventLogSearch;
  onSearch: (patch: Partial<EventLogSearch>) => void;
  eventQuery: EventQuery;
  totals: EventTotals | undefined;
  columns: readonly Column[];
  onColumns: (columns: readonly Column[]) => void;
}

const COSTLIEST_FIRST = { sort: 'lostEnergy', direction: 'desc' } as const;
const UNSORTED = { sort: undefined, direction: undefined };

/** The result as a table: rows that stay where they are, a selection, and everything that can be done to it. */
export function EventList({ search, onSearch, eventQuery, totals, columns, onColumns }: EventListProps) {
  const { formatMessage } = useIntl();
  const sort = sortOf(search);
  const groupBy = search.group;
  const flat = useRows(eventQuery, sort, groupBy === undefined);
  const grouped = useGroupedRows(eventQuery, sort, groupBy);
  const flatRows = useMemo(() => flat.events.map(toEventRow), [flat.events]);
  const rows: readonly TableRow[] = groupBy ? grouped.rows : flatRows;
  const { error, isLoading, isOld } = groupBy ? grouped : flat;
  const total = totals?.count ?? rows.length;
  const [selected, setSelected] = useState({ of: eventQuery.key, selection: NOTHING_SELECTED });
  // Another query, another selection: what is not in sight is never acted on.
  const selection = selected.of === eventQuery.key ? selected.selection : NOTHING_SELECTED;
  const select = (next: typeof selection): void => setSelected({ of: eventQuery.key, selection: next });
  const events = useMemo(() => eventsOf(rows), [rows]);
  const chosen = selectedCount(selection, total) > 0 ? chosenOf({ selection, events, total, filter: eventQuery.loaded }) : undefined;
  useShowEventList({
    eventIds: useMemo(() => events.map(({ eventId }) => eventId), [events]),
    total,
    hasSelection: chosen !== undefined,
    renew: flat.renew,
  });
  const details = useDetails();
  const opened = details?.kind === 'event' ? details.eventId : undefined;
  const cursor = useCursor(rows, opened, (row) => {
    if (details?.kind === 'event' && row.kind === 'event' && details.eventId !== row.event.eventId)
      openDetails({ kind: 'event', eventId: row.event.eventId, ...(details.tab && { tab: details.tab }) });
  });
  const actions = useEventActions({
    onDone: () => select(NOTHING_SELECTED),
    onReshaped: () => {
      select(NOTHING_SELECTED);
      flat.renew();
    },
  });
  const undo = useUndo();
  useLogKeys({
    cursor,
    chosen,
    isOn: !actions.isAsking,
    canEdit: usePermission('EditEvents'),
    onSelect: ({ eventId }) => select(withSelected(selection, [eventId], !isSelected(selection, eventId))),
    onStart: actions.start,
    onUndo: ({ eventId }) => undo.mutate(eventId),
    onOrder: () => onSearch(sort.by === 'lostEnergy' ? UNSORTED : COSTLIEST_FIRST),
  });

  if (error)
    return <ErrorState error={error} level="page" title="Common_Error_Query_Title" onRetry={groupBy ? grouped.retry : flat.renew} />;
  if (isLoading)
    return <div className={classes.skeleton} data-skeleton role="status" aria-label={formatMessage({ id: 'Common_Loading' })} />;
  return (
    <div className={classes.list}>
      {!groupBy && flat.newCount > 0 && (
        <button type="button" className={classes.news} onClick={flat.renew}>
          <IconArrowUp size={14} aria-hidden="true" />
          {formatMessage({ id: 'EventLog_News' }, { count: flat.newCount })}
        </button>
      )}
      {rows.length === 0 ? (
        <EmptyLog icon={<IconListSearch />} onSearch={onSearch} />
      ) : (
        <div className={classes.rows}>
          <EventTable
            rows={rows}
            groupBy={groupBy}
            totals={totals}
            columns={columns}
            onColumns={onColumns}
            isOld={isOld}
            hasMore={!groupBy && flat.hasMore}
            onEndReached={flat.loadMore}
            sort={sort}
            onSort={(by) => {
              const next = nextSort(sort, by);
              onSearch({ sort: next.by, direction: next.direction });
            }}
            selection={selection}
            onSelect={select}
            cursor={cursor}
            onToggleGroup={grouped.toggle}
            onNarrow={({ group }) =>
              groupBy && onSearch({ q: withTokens(search.q ?? '', tokensOfGroup(groupBy, group)), group: undefined })
            }
          />
        </div>
      )}
      {chosen && (
        <BulkBar
          chosen={chosen}
          total={total}
          sort={sort}
          columns={columns}
          isPending={actions.isPending}
          onStart={(kind) => actions.start(kind, chosen)}
          onSelectAll={() => select({ kind: 'all', exceptEventIds: new Set() })}
          onClear={() => select(NOTHING_SELECTED)}
        />
      )}
      {actions.dialog}
    </div>
  );
}
