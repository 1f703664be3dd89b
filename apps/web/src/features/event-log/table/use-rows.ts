import type { Event, EventSort } from '@solvane/contract/events';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { eventKeys } from '../../../shared/events/event.queries.ts';
import { useSiteChanges } from '../../../shared/live/use-site-changes.ts';
import { eventPagesQuery, rowUpdatesQuery } from '../event-log.queries.ts';
import type { EventQuery } from '../use-event-query.ts';
import { NO_UPDATES, steadyRows } from './steady-rows.ts';

export interface Rows {
  events: readonly Event[];
  /** Events that happened since the list was made, and do not stand in it. */
  newCount: number;
  error: Error | null;
  isLoading: boolean;
  /** Still the rows of the query before. */
  isOld: boolean;
  hasMore: boolean;
  /** undefined: there is no more, or the list is being asked for; a caller who wants more waits until it is there. */
  loadMore: (() => void) | undefined;
  /** Builds the list again. */
  renew: () => void;
}

/** Rows that stay where they are while computations and people change them; what is new is counted until the user wants to see it. */
export function useRows(eventQuery: EventQuery, sort: EventSort, isEnabled: boolean): Rows {
  const queryClient = useQueryClient();
  const { loaded: loadedFilter, filter } = eventQuery;
  const pages = useInfiniteQuery({ ...eventPagesQuery(loadedFilter, sort), enabled: isEnabled });
  const loaded = useMemo(() => pages.data?.pages.flatMap(({ items }) => items) ?? [], [pages.data]);
  const updatesQuery = rowUpdatesQuery({ loaded: { filter: loadedFilter, sort }, filter, shown: loaded, isComplete: !pages.hasNextPage });
  const news = useQuery({ ...updatesQuery, enabled: isEnabled && pages.data !== undefined && !pages.isPlaceholderData });
  const events = useMemo(() => steadyRows(loaded, news.data), [loaded, news.data]);
  const { refetch } = news;
  const lookAgain = useEffectEvent(() => {
    if (filter !== loadedFilter) void refetch();
  });
  // The period goes on by itself: the clock lies outside of React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another instant is the reason to look again
  useEffect(() => lookAgain(), [filter]);
  useSiteChanges((changes) => {
    if (changes.some(({ what }) => what === 'events' || what === 'results'))
      void queryClient.invalidateQueries({ queryKey: eventKeys.all });
  });
  return {
    events,
    newCount: pages.isPlaceholderData ? 0 : news.data.added.length,
    error: pages.data ? null : pages.error,
    isLoading: pages.isPending,
    isOld: pages.isPlaceholderData,
    hasMore: pages.hasNextPage,
    loadMore: pages.hasNextPage && !pages.isFetching ? () => void pages.fetchNextPage() : undefined,
    renew: () => {
      queryClient.setQueryData(updatesQuery.queryKey, NO_UPDATES);
      eventQuery.reload();
      void queryClient.invalidateQueries({ queryKey: eventPagesQuery(filter, sort).queryKey });
    },
  };
}
