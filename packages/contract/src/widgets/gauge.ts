import { z } from 'zod';
import { currentMonthQuery, SITE_STATUS_QUERY, type WidgetPage } from './widget-page.ts';
import { widgetSettings } from './widget-settings.ts';

/** Metrics with a scale of their own. */
export const GAUGE_METRIC_NAMES = {
  powerNow: 'Home_Strip_PowerNow',
  'availability.Technical.time': 'Home_Column_Availability',
} as const;
export type GaugeMetric = keyof typeof GAUGE_METRIC_NAMES;

const number = z.number().nullable().default(null);
const shape = {
  metric: z.enum(['powerNow', 'availability.Technical.time']),
  /** In the canonical unit of the metric, as max and target. null: 0, or minus the rating where a site can take power */
  min: number,
  /** null: the rating, or 100 % */
  max: number,
  /** null: none */
  target: number,
};
export type GaugeSettings = z.output<z.ZodObject<typeof shape>>;

/** One value on a scale; availability is that of the current month. */
export const gaugeSettings = widgetSettings({
  type: 'gauge',
  shape,
  without: ['period'],
  thresholdsOf: ['value'],
  isConsistent: ({ min, max }) => min === null || max === null || min < max,
  form: [
    { name: 'metric', label: 'Widget_Form_Metric', choices: GAUGE_METRIC_NAMES },
    { name: 'min', label: 'Gauge_Min', help: 'Gauge_Min_Help', isOpen: true },
    { name: 'max', label: 'Gauge_Max', help: 'Gauge_Max_Help', isOpen: true, above: 'min' },
    { name: 'target', label: 'Gauge_Target', isOpen: true },
  ],
});

export function gaugeQueries({ metric }: Pick<GaugeSettings, 'metric'>, page: WidgetPage) {
  return {
    status: SITE_STATUS_QUERY,
    ...(metric === 'availability.Technical.time' && { month: currentMonthQuery(page) }),
  };
}
