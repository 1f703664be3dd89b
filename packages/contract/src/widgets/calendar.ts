import { addUnits, unitStart } from '@solvane/energy/time/bucket';
import { dayStart, localDayOf } from '@solvane/energy/time/local-day';
import { z } from 'zod';
import { periodMetricIdSchema } from '../metric-ids.ts';
import { METRIC_CHOICES, METRIC_REFERENCES, metricQuery, REFERENCE_CHOICES } from './metric-choices.ts';
import type { WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { widgetSettings } from './widget-settings.ts';

export const MOST_CALENDAR_MONTHS = 24;

const end = z.number().nullable().default(null);
const shape = {
  metric: periodMetricIdSchema.default('energy'),
  /** Newest months of the local calendar, the current one included. */
  months: z.number().int().min(1).max(MOST_CALENDAR_MONTHS).default(12),
  scale: z.enum(['sequential', 'diverging']).default('sequential'),
  /** Of a diverging scale: what its middle stands for. `none`: zero */
  reference: z.enum(METRIC_REFERENCES).default('none'),
  /** Ends of the scale, in the unit of the metric, of a diverging one in that of the difference. null: as the values need */
  from: end,
  to: end,
  reverse: z.boolean().default(false),
  weekStart: z.enum(['locale', 'Monday']).default('locale'),
};
export type CalendarSettings = z.output<z.ZodObject<typeof shape>>;

/** One metric by local day, a cell for each. */
export const calendarSettings = widgetSettings({
  type: 'calendar',
  shape,
  without: ['period'],
  isConsistent: ({ from, to }) => from === null || to === null || from < to,
  form: [
    { name: 'metric', label: 'Widget_Form_Metric', choices: METRIC_CHOICES, isMetric: true },
    { name: 'months', label: 'Calendar_Months', min: 1, max: MOST_CALENDAR_MONTHS },
    {
      name: 'scale',
      label: 'Widget_Form_Scale',
      choices: { sequential: 'Widget_Form_Scale_sequential', diverging: 'Widget_Form_Scale_diverging' },
    },
    { name: 'reference', label: 'Bar_Reference', help: 'Calendar_Reference_Help', choices: REFERENCE_CHOICES },
    { name: 'from', label: 'Widget_Form_ScaleFrom', help: 'Widget_Form_Scale_Help', isOpen: true },
    { name: 'to', label: 'Widget_Form_ScaleTo', help: 'Widget_Form_Scale_Help', isOpen: true, above: 'from' },
    { name: 'reverse', label: 'Widget_Form_ScaleReverse', isFlag: true },
    {
      name: 'weekStart',
      label: 'Calendar_WeekStart',
      choices: { locale: 'Calendar_WeekStart_locale', Monday: 'Calendar_WeekStart_Monday' },
    },
  ],
});

/** From the first day of the first month to the end of today. */
export function calendarQueries({ metric, months, reference }: CalendarSettings, page: WidgetPage) {
  const today = localDayOf(page.nowMs, page.zone);
  const first = addUnits(unitStart(today, 'month'), 'month', 1 - months);
  const period = { startMs: dayStart(first, page.zone), endMs: dayStart(today + 1, page.zone) };
  const days = metricQuery({ ...page, period }, { metricIds: [metric], by: 'day', groupBy: 'total', reference });
  return { days } as const satisfies Record<string, WidgetQuery>;
}
