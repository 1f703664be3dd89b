import { z } from 'zod';
import { eventPlaces } from './event-places.ts';
import { EVENT_TYPES_FIELD, eventTypesSetting } from './event-types-setting.ts';
import { SITE_STATUS_QUERY, type WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { widgetSettings } from './widget-settings.ts';

/** Events with losses are picked from this many that need attention. */
const EVENTS_READ = 100;

/** What stands in a row, in this order; `mark`: the shape of the type. */
const COLUMNS = {
  mark: 'EventList_Column_mark',
  site: 'Widget_Column_Site',
  device: 'EventLog_GroupBy_device',
  category: 'EventLog_Column_Category',
  start: 'Widget_Start',
  duration: 'EventLog_Column_Duration',
  lostPower: 'Home_Strip_Losing',
  lostEnergy: 'Widget_LostEnergy',
  cost: 'Home_Column_Cost',
  acknowledge: 'EventDetails_Acknowledge',
} as const;
export type EventListColumn = keyof typeof COLUMNS;
const COLUMN_NAMES = Object.keys(COLUMNS) as [EventListColumn, ...EventListColumn[]];

const SORTS = {
  attention: 'EventList_Sort_attention',
  start: 'EventList_Sort_start',
  duration: 'EventList_Sort_duration',
  lostEnergy: 'EventList_Sort_lostEnergy',
  revenueLoss: 'EventList_Sort_revenueLoss',
  priority: 'EventLog_Column_Priority',
} as const;

const shape = {
  /** `open`: those that go on now and lose energy. `period`: all that share time with the period. */
  which: z.enum(['open', 'period']).default('open'),
  types: eventTypesSetting,
  sort: z.enum(Object.keys(SORTS) as [keyof typeof SORTS, ...(keyof typeof SORTS)[]]).default('attention'),
  columns: z
    .array(z.enum(COLUMN_NAMES))
    .min(1, { error: 'Widget_Validation_Columns' })
    .default(COLUMN_NAMES.filter((name) => name !== 'start' && name !== 'lostEnergy')),
  /** As in the search box of the event log. */
  query: z.string().max(500).default(''),
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
    { name: 'query', label: 'EventList_Query', help: 'EventList_Query_Help', maxLength: 500, isOptional: true },
    { name: 'sort', label: 'Bar_Order', choices: SORTS },
    { name: 'columns', label: 'PeriodTable_Columns', isMultiple: true, choices: COLUMNS, missing: 'Widget_Validation_Columns' },
    { name: 'rows', label: 'Widget_Form_Rows', min: 1, max: 200 },
  ],
});

export function eventListQueries(settings: EventListSettings, page: WidgetPage) {
  const { which, sort, rows } = settings;
  const limit = which === 'open' ? Math.max(EVENTS_READ, rows) : rows;
  const direction = sort === 'priority' ? ('asc' as const) : ('desc' as const);
  const body = { filter: filterOf(settings, page), sort: { by: sort, direction }, limit };
  return { events: { kind: 'events', body } } as const satisfies Record<string, WidgetQuery>;
}

/** Currencies of the sites with the instant that the server takes for now, and how many events there are in all. */
export function eventListOptionalQueries(settings: EventListSettings, page: WidgetPage) {
  return {
    status: SITE_STATUS_QUERY,
    totals: { kind: 'eventTotals', body: { filter: filterOf(settings, page) } },
  } as const satisfies Record<string, WidgetQuery>;
}

function filterOf({ which, types, query }: EventListSettings, page: WidgetPage) {
  const when = which === 'open' ? { isOpen: true } : page.period;
  return { ...eventPlaces(page), ...when, types, ...(query.trim() !== '' && { query: query.trim() }), members: 'hidden' as const };
}
