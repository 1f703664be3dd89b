import { z } from 'zod';
import { SITE_GROUPINGS } from '../fleet.ts';
import { PERIOD_METRIC_IDS } from '../metric-ids.ts';
import { METRICS } from '../metrics.ts';
import { bucketOfPeriod, isSum } from './metric-buckets.ts';
import { METRIC_CHOICES, METRIC_REFERENCES, metricQuery, REFERENCE_CHOICES, SITE_GROUPING_CHOICES } from './metric-choices.ts';
import type { WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { widgetSettings } from './widget-settings.ts';

const BY = { period: 'Bar_By_period', site: 'Bar_By_site', ...SITE_GROUPING_CHOICES, total: 'Bar_By_total' } as const;

const shape = {
  metrics: z.array(z.enum(PERIOD_METRIC_IDS)).min(1).max(6).default(['energy']),
  by: z.enum(['period', 'site', ...SITE_GROUPINGS, 'total']).default('period'),
  stacked: z.boolean().default(false),
  order: z.enum(['auto', 'value', 'name']).default('auto'),
  top: z.number().int().min(1).max(100).default(20),
  rest: z.boolean().default(true),
  reference: z.enum(METRIC_REFERENCES).default('none'),
};
export type BarSettings = z.output<z.ZodObject<typeof shape>>;

/** Metrics by period, site or group. */
export const barSettings = widgetSettings({
  type: 'bar',
  shape,
  // Only amounts of one unit make a whole.
  isConsistent: ({ stacked, metrics }) =>
    !stacked || (metrics.every(isSum) && new Set(metrics.map((metricId) => METRICS[metricId].unit)).size === 1),
  form: [
    { name: 'metrics', label: 'Widget_Form_Metrics', isMultiple: true, choices: METRIC_CHOICES },
    { name: 'by', label: 'Bar_By', choices: BY },
    { name: 'reference', label: 'Bar_Reference', choices: REFERENCE_CHOICES },
    { name: 'stacked', label: 'Bar_Stacked', isFlag: true },
    { name: 'order', label: 'Bar_Order', choices: { auto: 'Bar_Order_auto', value: 'Bar_Order_value', name: 'Bar_Order_name' } },
    { name: 'top', label: 'Widget_Form_Top', min: 1, max: 100 },
    { name: 'rest', label: 'Bar_Rest', isFlag: true },
  ],
});

export function barQueries({ metrics, by, reference }: BarSettings, page: WidgetPage) {
  const bucket = by === 'period' ? bucketOfPeriod(page.period, metrics) : 'none';
  const groupBy = by === 'period' ? 'total' : by === 'site' ? 'each' : by;
  const metricIds = [...new Set(metrics)];
  return { metrics: metricQuery(page, { metricIds, by: bucket, groupBy, reference }) } as const satisfies Record<string, WidgetQuery>;
}
