import { z } from 'zod';
import { eventPlaces } from './event-places.ts';
import { EVENT_TYPES_FIELD, eventTypesSetting } from './event-types-setting.ts';
import type { WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { widgetSettings } from './widget-settings.ts';

const shape = {
  groupBy: z.enum(['code', 'category', 'type', 'device', 'site']).default('code'),
  measure: z.enum(['lostEnergy', 'duration', 'count']).default('lostEnergy'),
  top: z.number().int().min(5).max(50).default(15),
  types: eventTypesSetting,
  acknowledged: z.enum(['all', 'yes', 'no']).default('all'),
  cumulative: z.boolean().default(true),
};
export type EventParetoSettings = z.output<z.ZodObject<typeof shape>>;

/** Which codes, categories or devices cost most. Whole events, as in the event log. */
export const eventParetoSettings = widgetSettings({
  type: 'eventPareto',
  shape,
  form: [
    {
      name: 'groupBy',
      label: 'EventLog_GroupBy',
      choices: {
        code: 'EventLog_GroupBy_code',
        category: 'EventLog_GroupBy_category',
        type: 'EventLog_Column_Type',
        device: 'EventLog_GroupBy_device',
        site: 'EventLog_GroupBy_site',
      },
    },
    {
      name: 'measure',
      label: 'EventLog_Measure',
      choices: { lostEnergy: 'EventLog_Measure_lostEnergy', duration: 'EventLog_Measure_duration', count: 'EventLog_Measure_count' },
    },
    { name: 'top', label: 'Widget_Form_Top', min: 5, max: 50 },
    EVENT_TYPES_FIELD,
    {
      name: 'acknowledged',
      label: 'Widget_Form_Acknowledged',
      choices: { all: 'Widget_Form_Acknowledged_all', yes: 'Widget_Form_Acknowledged_yes', no: 'Widget_Form_Acknowledged_no' },
    },
    { name: 'cumulative', label: 'Widget_Form_Cumulative', isFlag: true },
  ],
});

export function eventParetoQueries({ groupBy, measure, top, types, acknowledged }: EventParetoSettings, page: WidgetPage) {
  const filter = {
    ...eventPlaces(page),
    ...page.period,
    types,
    ...(acknowledged !== 'all' && { isAcknowledged: acknowledged === 'yes' }),
    members: 'hidden' as const,
  };
  return { groups: { kind: 'eventGroups', body: { filter, groupBy, measure, limit: top } } } as const satisfies Record<string, WidgetQuery>;
}

/** Open events of any type that began before the period: what a user may look for where there are none in it. */
export function eventParetoOptionalQueries(_settings: EventParetoSettings, page: WidgetPage) {
  const filter = { ...eventPlaces(page), isOpen: true, endMs: page.period.startMs, members: 'hidden' as const };
  return { open: { kind: 'eventTotals', body: { filter } } } as const satisfies Record<string, WidgetQuery>;
}
