import type { PeriodMetricId } from '../metric-ids.ts';
import type { MetricBucket } from '../metric-values.ts';
import { metricDefinition } from '../metrics.ts';
import type { WidgetPage } from './widget-page.ts';

/** Whether the values of a metric add up. */
export function isSum(metricId: PeriodMetricId): boolean {
  const { time, fleet, perCurrency } = metricDefinition(metricId);
  return time === 'sum' && fleet === 'sum' && !perCurrency;
}

/** Counted by the day, however they add up. */
const BY_DAY: readonly PeriodMetricId[] = [
  'energyGross',
  'siteQuality',
  'avoidedCost',
  'contractAmount',
  'failures',
  'curtailedHours',
  'co2Avoided',
];

/** Whether a metric has values inside a day. */
export function isHourly(metricId: PeriodMetricId): boolean {
  const { time } = metricDefinition(metricId);
  return (time === 'sum' || time === 'avg') && !BY_DAY.includes(metricId);
}

const HOURS_MS = 60 * 3_600_000;
const DAY_MS = 86_400_000;
const MOST_BARS = 62;

/** The finest bucket of which a period has few enough to tell apart. */
export function bucketOfPeriod(
  { startMs, endMs }: WidgetPage['period'],
  metricIds: readonly PeriodMetricId[],
): Exclude<MetricBucket, 'none'> {
  const lengthMs = endMs - startMs;
  if (lengthMs <= HOURS_MS && metricIds.every(isHourly)) return 'hour';
  if (lengthMs <= MOST_BARS * DAY_MS) return 'day';
  return lengthMs <= MOST_BARS * 31 * DAY_MS ? 'month' : 'year';
}
