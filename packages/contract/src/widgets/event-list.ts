import { z } from 'zod';
import { eventPlaces } from './event-places.ts';
import { EVENT_TYPES_FIELD, eventTypesSetting } from './event-types-setting.ts';
import { SITE_STATUS_QUERY, type WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { widgetSettings } from './widget-settings.ts';

/** Events with losses are picked from this many that need attention. */
const EVENTS_READ = 100;

const shape = {
  /** `open`: those that go on now and lose energy. `period`: all that share time with the period. */
  which: z.enum(['open', 'period']).default('open'),
  types: eventTypesSetting,
  rows: z.number().int().min(1).max(200).default(20),
};
export type EventListSettings = z.output<z.ZodObject<typeof shape>>;

/** Events that need attention, the most urgent first. */
export const eventListSettings = widgetSettings({
  type: 'eventList',
  shape,
  without: ['nulls'],
  form: [
    { name: 'which', label: 'EventList_Which', choices: { open: 'EventList_Which_open', period: 'EventList_Which_period' } },
    EVENT_TYPES_FIELD,
    { name: 'rows', label: 'Widget_Form_Rows', min: 1, max: 200 },
  ],
});

export function eventListQueries({ which, types, rows }: EventListSettings, page: WidgetPage) {
  const when = which === 'open' ? { isOpen: true } : page.period;
  const filter = { ...eventPlaces(page), ...when, types, members: 'hidden' as const };
  const limit = which === 'open' ? EVENTS_READ : rows;
  const body = { filter, sort: { by: 'attention' as const, direction: 'desc' as const }, limit };
  return { events: { kind: 'events', body } } as const satisfies Record<string, WidgetQuery>;
}

/** Currencies of the sites, and the instant that the server takes for now. */
export function eventListOptionalQueries() {
  return { status: SITE_STATUS_QUERY };
}
