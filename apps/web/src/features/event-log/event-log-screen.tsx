import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { eventKeys } from '../../shared/events/event.queries.ts';
import { useSiteChanges } from '../../shared/live/use-site-changes.ts';
import { Screen } from '../../shared/screen/screen.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { useSelectedSegmentIds } from '../../workspace/device-selection.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { useViewZone } from '../../workspace/fleet/use-view-zone.ts';
import { usePeriod } from '../../workspace/period.ts';
import { BulkBar } from './bulk-bar.tsx';
import { EventFilters } from './event-filters.tsx';
import classes from './event-log.module.css';
import { eventPagesQuery, eventTotalsQuery } from './event-log.queries.ts';
import { allTypesFilter, type EventLogSearch, type EventScope, nextSort, sortOf, toEventFilter } from './event-log-search.ts';
import { NOTHING_SELECTED, selectedCount } from './event-selection.ts';
import { EventTable } from './event-table.tsx';
import { ExportButton } from './export-button.tsx';

interface EventLogScreenProps {
  search: EventLogSearch;
  onSearch: (patch: Partial<EventLogSearch>) => void;
}

/** Where operators start their day: what happened, what it cost, and who knows about it. */
export function EventLogScreen({ search, onSearch }: EventLogScreenProps) {
  const { formatMessage } = useIntl();
  const scope = useEventScope();
  const filter = useMemo(() => toEventFilter(search, scope), [search, scope]);
  const sort = sortOf(search);
  const pages = useInfiniteQuery(eventPagesQuery(filter, sort));
  const totals = useQuery(eventTotalsQuery(filter));
  const counts = useQuery(eventTotalsQuery(useMemo(() => allTypesFilter(search, scope), [search, scope])));
  const events = useMemo(() => pages.data?.pages.flatMap(({ items }) => items) ?? [], [pages.data]);
  const [selected, setSelected] = useState({ of: filter, selection: NOTHING_SELECTED });
  // Another question, another selection: what is not in sight is never acted on.
  const selection = selected.of === filter ? selected.selection : NOTHING_SELECTED;
  const select = (next: typeof selection): void => setSelected({ of: filter, selection: next });
  useFreshEvents();

  const total = totals.data?.count ?? events.length;
  return (
    <Screen
      title={formatMessage({ id: 'Route_event-log' })}
      fullBleed
      actions={<ExportButton filter={filter} sort={sort} count={totals.data?.count ?? null} />}
    >
      <div className={classes.log}>
        <EventFilters search={search} onSearch={onSearch} counts={counts.data} issues={totals.data?.issues ?? []} />
        {pages.error && !pages.data ? (
          <ErrorState error={pages.error} level="page" title="Common_Error_Query_Title" onRetry={() => void pages.refetch()} />
        ) : (
          <EventTable
            events={events}
            totals={totals.data}
            isLoading={pages.isPending}
            isOld={pages.isPlaceholderData}
            hasMore={pages.hasNextPage}
            onEndReached={() => {
              if (pages.hasNextPage && !pages.isFetching) void pages.fetchNextPage();
            }}
            sort={sort}
            onSort={(by) => {
              const next = nextSort(sort, by);
              onSearch({ sort: next.by, direction: next.direction });
            }}
            selection={selection}
            onSelect={select}
          />
        )}
        {selectedCount(selection, total) > 0 && (
          <BulkBar events={events} total={total} filter={filter} selection={selection} onSelect={select} />
        )}
      </div>
    </Screen>
  );
}

/** Devices, sites and period as the shell has them. */
function useEventScope(): EventScope {
  const segmentIds = useSelectedSegmentIds();
  const { sites, allSites } = useFleet();
  const period = usePeriod(useViewZone());
  return useMemo(
    () => ({ segmentIds, siteIds: sites.length === allSites.length ? null : sites.map(({ siteId }) => siteId), period }),
    [segmentIds, sites, allSites, period],
  );
}

/** The list follows what computations and colleagues change. */
function useFreshEvents(): void {
  const queryClient = useQueryClient();
  useSiteChanges((changes) => {
    if (changes.some(({ what }) => what === 'events' || what === 'results'))
      void queryClient.invalidateQueries({ queryKey: eventKeys.all });
  });
}
