import { z } from 'zod';
import { SITE_GROUPINGS } from '../fleet.ts';
import { periodMetricIdSchema } from '../metric-ids.ts';
import type { MetricBucket } from '../metric-values.ts';
import { metricDefinition } from '../metrics.ts';
import { bucketOfPeriod, isSum } from './metric-buckets.ts';
import { METRIC_CHOICES, METRIC_REFERENCES, metricQuery, REFERENCE_CHOICES, SITE_GROUPING_CHOICES } from './metric-choices.ts';
import { type DeviceLevel, devicesAt } from './widget-devices.ts';
import { RESOLUTION_FIELD, RESOLUTION_SHAPE } from './widget-extras.ts';
import type { WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { type CommonSettings, widgetSettings } from './widget-settings.ts';

const BY = {
  period: 'Bar_By_period',
  site: 'Bar_By_site',
  device: 'EventLog_GroupBy_device',
  ...SITE_GROUPING_CHOICES,
  total: 'Bar_By_total',
} as const;

const BUCKETS = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
const BUCKET_NAMES = Object.fromEntries(['auto', ...BUCKETS].map((bucket) => [bucket, `PeriodTable_Bucket_${bucket}`]));

const shape = {
  metrics: z.array(periodMetricIdSchema).min(1, { error: 'Widget_Validation_Metrics' }).max(6).default(['energy']),
  by: z.enum(['period', 'site', 'device', ...SITE_GROUPINGS, 'total']).default('period'),
  stacked: z.boolean().default(false),
  order: z.enum(['auto', 'value', 'name']).default('auto'),
  top: z.number().int().min(1).max(100).default(20),
  rest: z.boolean().default(true),
  reference: z.enum(METRIC_REFERENCES).default('none'),
  horizontal: z.enum(['auto', 'yes', 'no']).default('auto'),
  ...RESOLUTION_SHAPE,
};
export type BarSettings = z.output<z.ZodObject<typeof shape>>;

/** Metrics by period, site or group. */
export const barSettings = widgetSettings({
  type: 'bar',
  shape,
  levels: ['generators', 'asSelected', 'Inverter', 'WindTurbine', 'BatteryInverter'],
  // Only amounts of one unit make a whole.
  isConsistent: ({ stacked, metrics }) =>
    !stacked ||
    (metrics.every(isSum) && new Set(metrics.map((metricId) => metricDefinition(metricId).unit)).size === 1) ||
    'Widget_Validation_Stacked',
  form: [
    { name: 'metrics', label: 'Widget_Form_Metrics', isMultiple: true, choices: METRIC_CHOICES, isMetric: true },
    { name: 'by', label: 'Bar_By', choices: BY },
    { name: 'reference', label: 'Bar_Reference', choices: REFERENCE_CHOICES },
    { name: 'stacked', label: 'Bar_Stacked', isFlag: true },
    { name: 'order', label: 'Bar_Order', choices: { auto: 'Bar_Order_auto', value: 'Bar_Order_value', name: 'Bar_Order_name' } },
    { name: 'top', label: 'Widget_Form_Top', min: 1, max: 100 },
    { name: 'rest', label: 'Bar_Rest', isFlag: true },
    {
      name: 'horizontal',
      label: 'Bar_Horizontal',
      choices: { auto: 'Bar_Horizontal_auto', yes: 'Bar_Horizontal_yes', no: 'Bar_Horizontal_no' },
    },
    { ...RESOLUTION_FIELD, choices: BUCKET_NAMES, when: { name: 'by', is: ['period'] } },
  ],
});

/** Bars by device wait for the trees of the sites. */
export function barQueries(settings: Chosen, page: WidgetPage) {
  const { by, reference } = settings;
  const metricIds = [...new Set(settings.metrics)];
  const groupBy = by === 'period' ? 'total' : by === 'site' || by === 'device' ? 'each' : by;
  const own = by === 'device' ? ofDevices(page, settings.level) : page;
  return { metrics: own && metricQuery(own, { metricIds, by: barBucket(settings, page), groupBy, reference }) } as const satisfies Record<
    string,
    WidgetQuery | null
  >;
}

/** Length of the periods that bars stand for; `none`: they stand for something else. */
export function barBucket({ by, metrics, resolution }: Chosen, { period }: Pick<WidgetPage, 'period'>): MetricBucket {
  if (by !== 'period') return 'none';
  return BUCKETS.find((bucket) => bucket === resolution) ?? bucketOfPeriod(period, metrics);
}

type Chosen = BarSettings & Pick<CommonSettings, 'level'>;

/** null: the trees are not loaded yet. */
export function ofDevices(page: WidgetPage, level: DeviceLevel): WidgetPage | null {
  const devices = devicesAt(page, level);
  return devices && { ...page, segmentIds: devices.map(({ segmentId }) => segmentId) };
}
