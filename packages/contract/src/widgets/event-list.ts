import { z } from 'zod';
import { eventPlaces } from './event-places.ts';
import { SITE_STATUS_QUERY, type WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { widgetSettings } from './widget-settings.ts';

/** Events with losses are picked from this many that need attention. */
const EVENTS_READ = 100;

/** Open events with losses, the largest first. */
export const eventListSettings = widgetSettings({
  type: 'eventList',
  shape: { rows: z.number().int().min(1).max(200).default(20) },
  without: ['period', 'nulls'],
  form: [{ name: 'rows', label: 'Widget_Form_Rows', min: 1, max: 200 }],
});

export function eventListQueries(_settings: unknown, page: WidgetPage) {
  const filter = { ...eventPlaces(page), isOpen: true, members: 'hidden' as const };
  const body = { filter, sort: { by: 'attention' as const, direction: 'desc' as const }, limit: EVENTS_READ };
  return { events: { kind: 'events', body } } as const satisfies Record<string, WidgetQuery>;
}

/** Currencies of the sites, and the instant that the server takes for now. */
export function eventListOptionalQueries() {
  return { status: SITE_STATUS_QUERY };
}
