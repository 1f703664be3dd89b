import { z } from 'zod';
import { metricQuery } from './metric-choices.ts';
import { currentMonthQuery, SITE_STATUS_QUERY, type WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { widgetSettings } from './widget-settings.ts';

/** Metrics of the period on a scale from 0 to 100 %. */
export const GAUGE_PERIOD_METRICS = [
  'soh',
  'dataAvailability',
  'siteQuality',
  'pr',
  'prTempCorr',
  'capacityFactor',
  'performanceIndex',
  'rte',
  'dispatchAdherence',
  'capacityAvailability',
  'powerAvailability',
] as const;
type GaugePeriodMetric = (typeof GAUGE_PERIOD_METRICS)[number];

const PERIOD_NAMES = Object.fromEntries(GAUGE_PERIOD_METRICS.map((metricId) => [metricId, `Metric_${metricId}`])) as {
  [Id in GaugePeriodMetric]: `Metric_${Id}`;
};

/** Metrics with a scale of their own. */
export const GAUGE_METRIC_NAMES = {
  powerNow: 'Home_Strip_PowerNow',
  soc: 'Metric_soc',
  'availability.Technical.time': 'Home_Column_Availability',
  ...PERIOD_NAMES,
} as const;
export type GaugeMetric = keyof typeof GAUGE_METRIC_NAMES;

const number = z.number().nullable().default(null);
const shape = {
  metric: z.enum(['powerNow', 'soc', 'availability.Technical.time', ...GAUGE_PERIOD_METRICS]),
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
  thresholdsOf: ['value'],
  isConsistent: ({ min, max }) => min === null || max === null || min < max,
  form: [
    { name: 'metric', label: 'Widget_Form_Metric', choices: GAUGE_METRIC_NAMES },
    { name: 'min', label: 'Gauge_Min', help: 'Gauge_Min_Help', isOpen: true },
    { name: 'max', label: 'Gauge_Max', help: 'Gauge_Max_Help', isOpen: true, above: 'min' },
    { name: 'target', label: 'Gauge_Target', isOpen: true },
  ],
});

/** Whether a metric is one of the period. */
export function isGaugePeriodMetric(metric: GaugeMetric): metric is GaugePeriodMetric {
  return GAUGE_PERIOD_METRICS.some((each) => each === metric);
}

export function gaugeQueries({ metric }: Pick<GaugeSettings, 'metric'>, page: WidgetPage) {
  const siteIds = page.sites
    .filter(({ metadata: { energyType } }) => energyType === 'BESS' || energyType === 'Hybrid')
    .map(({ siteId }) => siteId);
  const isCharge = metric === 'soc' && siteIds.length > 0;
  return {
    status: SITE_STATUS_QUERY,
    ...(metric === 'availability.Technical.time' && { month: currentMonthQuery(page) }),
    ...(isCharge && {
      batteries: { kind: 'batteryStates', body: { siteIds, units: 'site', history: 'none' } } as const satisfies WidgetQuery,
    }),
    ...(isGaugePeriodMetric(metric) && {
      metrics: metricQuery(page, { metricIds: [metric], by: 'none', groupBy: 'total', reference: 'none' }),
    }),
  };
}
