import { z } from 'zod';
import { type EventLogSearch, eventLogSearchSchema, ownSearch } from '../event-log-search.ts';
import { type Column, columnsSchema, DEFAULT_COLUMNS } from '../table/columns.ts';

const VERSION = 1;

/** What a saved view holds; what cannot be read of an older or newer one is left out. */
const contentSchema = z.object({
  version: z.number().int(),
  search: eventLogSearchSchema.omit({ view: true }).catch({}),
  /** undefined: the usual ones. */
  columns: columnsSchema.optional().catch(undefined),
});

export interface ViewContent {
  search: Omit<EventLogSearch, 'view'>;
  columns: readonly Column[];
}

export const OWN_CONTENT: ViewContent = { search: {}, columns: DEFAULT_COLUMNS };

export function parseView(content: unknown): ViewContent {
  const { data } = contentSchema.safeParse(content);
  return data ? { search: withoutView(data.search), columns: data.columns ?? DEFAULT_COLUMNS } : OWN_CONTENT;
}

export function toViewContent({ search, columns }: ViewContent): Record<string, unknown> {
  return { version: VERSION, search: withoutView(search), ...(columns !== DEFAULT_COLUMNS && { columns: [...columns] }) };
}

export function isSameView(left: ViewContent, right: ViewContent): boolean {
  return canonical(left) === canonical(right);
}

function canonical({ search, columns }: ViewContent): string {
  return JSON.stringify([Object.entries(withoutView(search)).sort(([one], [other]) => (one < other ? -1 : 1)), columns]);
}

function withoutView(search: EventLogSearch): Omit<EventLogSearch, 'view'> {
  const { view: _, ...own } = ownSearch(search);
  return own;
}
