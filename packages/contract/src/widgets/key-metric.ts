import { z } from 'zod';
import { currentMonthQuery, SITE_STATUS_QUERY, type WidgetPage } from './widget-page.ts';
import { widgetSettings } from './widget-settings.ts';

export const KEY_METRICS = [
  'powerNow',
  'lostCostNow',
  'openEvents',
  'runningSites',
  'availability.Technical.time',
  'energy',
  'dataAge',
] as const;
export type KeyMetric = (typeof KEY_METRICS)[number];

/** Message keys of their names. */
export const KEY_METRIC_NAMES = {
  powerNow: 'Home_Strip_PowerNow',
  lostCostNow: 'Home_Strip_Losing',
  openEvents: 'Home_Column_OpenEvents',
  runningSites: 'Home_Strip_Delivering',
  'availability.Technical.time': 'Home_Column_Availability',
  energy: 'Home_Column_EnergyAgainstExpected',
  dataAge: 'Home_Strip_DataAge',
} as const satisfies Record<KeyMetric, string>;

/** One number with its comparison. Availability and energy are those of the current month. */
export const keyMetricSettings = widgetSettings({
  type: 'keyMetric',
  shape: { metric: z.enum(KEY_METRICS) },
  without: ['period'],
  thresholdsOf: ['value', 'percentOfExpected', 'percentOfBudget'],
  form: [{ name: 'metric', label: 'Widget_Form_Metric', choices: KEY_METRIC_NAMES }],
});

const OF_MONTH: ReadonlySet<KeyMetric> = new Set<KeyMetric>(['availability.Technical.time', 'energy']);

export function keyMetricQueries({ metric }: { metric: KeyMetric }, page: WidgetPage) {
  return {
    status: SITE_STATUS_QUERY,
    ...(OF_MONTH.has(metric) && { month: currentMonthQuery(page) }),
  };
}

/** Points of the last hour, beside the age of the data. */
export function keyMetricOptionalQueries({ metric }: { metric: KeyMetric }) {
  return { ingestion: metric === 'dataAge' ? ({ kind: 'ingestion', body: {} } as const) : null };
}
