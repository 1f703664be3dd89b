import type { MetricBucket } from '@solvane/contract/metric-values';
import type { WidgetText } from '../widgets/widget-table.ts';

const FORMS = {
  hour: { day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { day: '2-digit', month: 'short' },
  week: { day: '2-digit', month: 'short', year: 'numeric' },
  month: { month: 'short', year: 'numeric' },
  quarter: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
} as const;

/** A bucket of time by its start, on the clock of the zone. */
export function bucketText(
  startMs: number,
  { bucket, zone }: { bucket: Exclude<MetricBucket, 'none'>; zone: string },
  { formatDate }: Pick<WidgetText['intl'], 'formatDate'>,
): string {
  return formatDate(startMs, { ...FORMS[bucket], timeZone: zone });
}
