import { EVENT_SORTS, eventTypeSchema } from '@solvane/contract/event-names';
import type { EventGrouping } from '@solvane/contract/event-overview';
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
