import { SECONDARY_EVENT_TYPES } from '@solvane/contract/event-names';
import type { EventFilter, EventSort } from '@solvane/contract/events';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { EVENT_TYPES, type EventType } from '@solvane/energy/events/event-types';
import type { Period } from '@solvane/energy/time/local-day';
import type { EventLogSearch } from './event-log-search.ts';

const SECONDARY: ReadonlySet<EventType> = new Set(SECONDARY_EVENT_TYPES);
export const PRIMARY_TYPES: readonly EventType[] = EVENT_TYPES.filter((type) => !SECONDARY.has(type));

/** The log opens with what needs attention. */
const DEFAULT_SORT: EventSort = { by: 'attention', direction: 'desc' };

export function shownTypes({ types }: EventLogSearch): readonly EventType[] {
  return types ?? PRIMARY_TYPES;
}

export function sortOf({ sort, direction }: EventLogSearch): EventSort {
  return sort === undefined ? DEFAULT_SORT : { by: sort, direction: direction ?? 'desc' };
}

/** What a click on a head does: the other direction of the same column, or a new column from its useful end. */
export function nextSort(current: EventSort, by: EventSort['by']): EventSort {
  if (current.by === by) return { by, direction: current.direction === 'asc' ? 'desc' : 'asc' };
  return { by, direction: TEXT_SORTS.has(by) ? 'asc' : 'desc' };
}

const TEXT_SORTS: ReadonlySet<EventSort['by']> = new Set(['site', 'device', 'code', 'category', 'type', 'priority']);

/** One type on or off. The last one stays: a list of nothing says nothing. */
export function toggleType(search: EventLogSearch, type: EventType): EventType[] {
  const shown = shownTypes(search);
  const next = shown.includes(type)
    ? shown.filter((each) => each !== type)
    : EVENT_TYPES.filter((each) => each === type || shown.includes(each));
  return next.length === 0 ? [...shown] : next;
}

export interface EventScope {
  /** null: every site the user may see. */
  siteIds: readonly SiteId[] | null;
  /** Chosen devices; empty: all. */
  segmentIds: readonly SegmentId[];
  period: Period;
}

/** The filter of the list; without its types it is that of the counts on the chips. */
export function toEventFilter(search: EventLogSearch, { siteIds, segmentIds, period }: EventScope): EventFilter {
  return {
    ...allTypesFilter(search, { siteIds, segmentIds, period }),
    types: [...shownTypes(search)],
  };
}

export function allTypesFilter({ q }: EventLogSearch, { siteIds, segmentIds, period }: EventScope): EventFilter {
  return {
    ...(segmentIds.length > 0 ? { segmentIds: [...segmentIds] } : siteIds ? { siteIds: [...siteIds] } : {}),
    startMs: period.startMs,
    endMs: period.endMs,
    ...(q?.trim() ? { query: q.trim() } : {}),
    members: 'hidden',
  };
}
