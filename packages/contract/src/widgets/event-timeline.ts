import { z } from 'zod';
import { eventPlaces } from './event-places.ts';
import { EVENT_TYPES_FIELD, eventTypesSetting } from './event-types-setting.ts';
import type { WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { widgetSettings } from './widget-settings.ts';

const MOST_LANES = 500;
/** Parts of the period that can be told apart. */
const STEPS = 1_000;

const shape = {
  lanes: z.number().int().min(1).max(MOST_LANES).default(20),
  sort: z.enum(['cost', 'name']).default('cost'),
  types: eventTypesSetting,
};
export type EventTimelineSettings = z.output<z.ZodObject<typeof shape>>;

/** Events along time, a lane for each device. */
export const eventTimelineSettings = widgetSettings({
  type: 'eventTimeline',
  shape,
  without: ['numbers', 'nulls'],
  form: [
    { name: 'lanes', label: 'EventTimeline_Lanes', min: 1, max: MOST_LANES },
    { name: 'sort', label: 'EventTimeline_Sort', choices: { cost: 'EventTimeline_Sort_cost', name: 'EventTimeline_Sort_name' } },
    EVENT_TYPES_FIELD,
  ],
});

export function eventTimelineQueries({ lanes, types }: EventTimelineSettings, page: WidgetPage) {
  const filter = { ...eventPlaces(page), ...page.period, types, members: 'hidden' as const };
  return { lanes: { kind: 'eventLanes', body: { filter, view: page.period, steps: STEPS, limit: lanes } } } as const satisfies Record<
    string,
    WidgetQuery
  >;
}
