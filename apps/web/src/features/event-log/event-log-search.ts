import { EVENT_SORTS, eventTypeSchema, SECONDARY_EVENT_TYPES } from '@solvane/contract/event-names';
import type { EventGrouping } from '@solvane/contract/event-overview';
import type { EventFilter, EventSort } from '@solvane/contract/events';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { EVENT_TYPES, type EventType } from '@solvane/energy/events/event-types';
import type { Period } from '@solvane/energy/time/local-day';
import { z } from 'zod';

export const LOG_SHAPES = ['table', 'lanes', 'overview'] as const;
export type LogShape = (typeof LOG_SHAPES)[number];
export const TABLE_GROUPINGS = ['site', 'device', 'code', 'category', 'day'] as const satisfies readonly EventGrouping[];
export type TableGrouping = (typeof TABLE_GROUPINGS)[number];
export const OWN_VIEW = 'own';

/** What a colleague must see when given the link. A value that cannot be read is left out. */
export const eventLogSearchSchema = z.object({
  /** What stands in the search box. */
  q: z.string().max(500).optional().catch(undefined),
  /** undefined: all but the secondary ones. */
  types: z.array(eventTypeSchema).min(1).optional().catch(undefined),
  sort: z.enum(EVENT_SORTS).optional().catch(undefined),
  direction: z.enum(['asc', 'desc']).optional().catch(undefined),
  show: z.enum(LOG_SHAPES).optional().catch(undefined),
  group: z.enum(TABLE_GROUPINGS).optional().catch(undefined),
  /** The saved view this began from; `own`: the log's own, also for those who made another one their default. */
  view: z
    .union([z.uuid(), z.literal(OWN_VIEW)])
    .optional()
    .catch(undefined),
});
export type EventLogSearch = z.infer<typeof eventLogSearchSchema>;

/** What the log itself has in the address, without what is absent and without what the shell has there. */
export function ownSearch(address: EventLogSearch): EventLogSearch {
  const entries = Object.entries(address).filter(([name, value]) => Object.hasOwn(eventLogSearchSchema.shape, name) && value !== undefined);
  return Object.fromEntries(entries);
}

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
