import { z } from 'zod';
import { type NamedPeriodMetricId, PERIOD_METRIC_IDS, type PeriodMetricId, periodMetricIdSchema } from '../metric-ids.ts';
import type { PermissionName } from '../permissions.ts';
import { bucketOfPeriod } from './metric-buckets.ts';
import { METRIC_CHOICES, METRIC_REFERENCES, metricQuery, REFERENCE_CHOICES } from './metric-choices.ts';
import { GROUP_BY_FIELD, GROUP_BY_SHAPE } from './widget-grouping.ts';
import { currentMonth, currentMonthQuery, SITE_STATUS_QUERY, type WidgetPage } from './widget-page.ts';
import { type CommonSettings, widgetSettings } from './widget-settings.ts';

/** Numbers of now, and of the current month unless the widget has a period of its own. */
const NOW_METRICS = ['powerNow', 'lostPowerNow', 'lostCostNow', 'openEvents', 'runningSites', 'staleSites', 'dataAge'] as const;
type NowMetric = (typeof NOW_METRICS)[number];
export type KeyMetric = NowMetric | PeriodMetricId;

/** Message keys of their names. */
export const KEY_METRIC_NAMES: Readonly<Record<NowMetric | NamedPeriodMetricId, string>> = {
  powerNow: 'Home_Strip_PowerNow',
  lostPowerNow: 'Metric_lostPowerNow',
  lostCostNow: 'Home_Strip_Losing',
  openEvents: 'Home_Column_OpenEvents',
  runningSites: 'Home_Strip_Delivering',
  staleSites: 'Metric_staleSites',
  dataAge: 'Home_Strip_DataAge',
  ...METRIC_CHOICES,
};

const shape = {
  metric: z.union([z.enum(NOW_METRICS), periodMetricIdSchema]),
  /** Of metrics of a period. */
  reference: z.enum(METRIC_REFERENCES).default('none'),
  /** What the value should reach: `target`, or what was planned or promised. */
  targetOf: z.enum(['number', 'budget', 'expected', 'guarantee']).default('number'),
  /** In the unit of the metric, of `number`. null: none */
  target: z.number().nullable().default(null),
  /** How the number came about over the period. */
  sparkline: z.enum(['none', 'line', 'bars']).default('none'),
  /** Which way is good, where it is not the way of the metric. */
  direction: z.enum(['asMetric', 'up', 'down', 'neutral']).default('asMetric'),
  ...GROUP_BY_SHAPE,
};
export type KeyMetricSettings = z.output<z.ZodObject<typeof shape>>;

/** One number with its comparison. Availability and energy are those of the current month where the widget has no period of its own. */
export const keyMetricSettings = widgetSettings({
  type: 'keyMetric',
  shape,
  thresholdsOf: ['value', 'percentOfExpected', 'percentOfBudget', 'percentOfTarget'],
  form: [
    { name: 'metric', label: 'Widget_Form_Metric', choices: KEY_METRIC_NAMES, isMetric: true },
    { name: 'reference', label: 'Bar_Reference', help: 'KeyMetric_Reference_Help', choices: REFERENCE_CHOICES },
    {
      name: 'targetOf',
      label: 'KeyMetric_TargetOf',
      choices: {
        number: 'KeyMetric_TargetOf_number',
        budget: REFERENCE_CHOICES.budget,
        expected: REFERENCE_CHOICES.expected,
        guarantee: REFERENCE_CHOICES.guarantee,
      },
    },
    { name: 'target', label: 'Gauge_Target', isOpen: true, when: { name: 'targetOf', is: ['number'] } },
    { ...GROUP_BY_FIELD, help: 'KeyMetric_GroupBy_Help' },
    {
      name: 'direction',
      label: 'KeyMetric_Direction',
      choices: {
        asMetric: 'KeyMetric_Direction_asMetric',
        up: 'KeyMetric_Direction_up',
        down: 'KeyMetric_Direction_down',
        neutral: 'KeyMetric_Direction_neutral',
      },
    },
    {
      name: 'sparkline',
      label: 'KeyMetric_Sparkline',
      choices: { none: 'KeyMetric_Sparkline_none', line: 'KeyMetric_Sparkline_line', bars: 'KeyMetric_Sparkline_bars' },
    },
  ],
});

/** What a user needs to read the number; undefined: what the page itself needs. */
export function keyMetricPermission(settings: Chosen): PermissionName | undefined {
  const { metric } = settings;
  if (isOfMonth(settings)) return 'PageDataStudio';
  return OF_EVENTS.test(metric) ? 'PageEventLogs' : undefined;
}

const STATE_METRICS = PERIOD_METRIC_IDS.filter((id) => id.startsWith('devices.'));

const OF_EVENTS = /^(lostCostNow|lostPowerNow|lossBy\..*|openEvents|unacknowledged|eventHours|avoidedCost|events(\..*)?)$/;

type Chosen = KeyMetricSettings & Pick<CommonSettings, 'period'>;

/** Whether the number is read from the results of the current month. */
export function isOfMonth({ metric, period, reference, target, targetOf, sparkline, groupBy }: Chosen): boolean {
  return (
    period === 'page' &&
    groupBy === 'none' &&
    reference === 'none' &&
    target === null &&
    targetOf === 'number' &&
    sparkline === 'none' &&
    (metric === 'availability.Technical.time' || metric === 'energy')
  );
}

/** The metric of the period that is asked for; undefined: a number of now or of the month */
export function periodMetricOf(settings: Chosen): PeriodMetricId | undefined {
  const { metric } = settings;
  return isNow(metric) || isOfMonth(settings) ? undefined : metric;
}

export function keyMetricQueries(settings: Chosen, page: WidgetPage) {
  const metricId = periodMetricOf(settings);
  return {
    ...(metricId === undefined && { status: SITE_STATUS_QUERY }),
    ...(isOfMonth(settings) && { month: currentMonthQuery(page) }),
    ...(metricId !== undefined && {
      metrics: metricQuery(page, { metricIds: [metricId], by: 'none', groupBy: 'total', reference: settings.reference }),
    }),
  };
}

/** Points of the last hour, beside the age of the data; and the values that the number is made of. */
export function keyMetricOptionalQueries(settings: Chosen, page: WidgetPage) {
  const metricId = periodMetricOf(settings);
  const hasTrend = settings.sparkline !== 'none' && metricId !== undefined;
  return {
    /** Of the month: what its availability is budgeted at. */
    budget:
      isOfMonth(settings) && settings.metric === 'availability.Technical.time'
        ? metricQuery(
            { ...page, period: currentMonth(page) },
            { metricIds: [settings.metric], by: 'none', groupBy: 'total', reference: 'budget' },
          )
        : null,
    /** The value against what is its target. */
    promised:
      settings.targetOf === 'number' || metricId === undefined
        ? null
        : metricQuery(page, { metricIds: [metricId], by: 'none', groupBy: 'total', reference: settings.targetOf }),
    /** Beside the devices in one state, those in the others. */
    states: metricId?.startsWith('devices.')
      ? metricQuery(page, { metricIds: STATE_METRICS, by: 'none', groupBy: 'total', reference: 'none' })
      : null,
    /** The same of each group of sites. */
    groups:
      settings.groupBy === 'none' || metricId === undefined
        ? null
        : metricQuery(page, { metricIds: [metricId], by: 'none', groupBy: settings.groupBy, reference: 'none' }),
    ingestion: settings.metric === 'dataAge' ? ({ kind: 'ingestion', body: {} } as const) : null,
    trend: hasTrend
      ? metricQuery(page, { metricIds: [metricId], by: bucketOfPeriod(page.period, [metricId]), groupBy: 'total', reference: 'none' })
      : null,
  };
}

function isNow(metric: KeyMetric): metric is NowMetric {
  return NOW_METRICS.some((each) => each === metric);
}
