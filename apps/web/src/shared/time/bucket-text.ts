import type { MetricBucket } from '@solvane/contract/metric-values';
import { addUnits, type CalendarUnit } from '@solvane/energy/time/bucket';
import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import type { PeriodSelection } from '@solvane/energy/time/period';
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

/** The local days of a bucket, as a period of the page. */
export function bucketPeriod(startMs: number, { bucket, zone }: { bucket: CalendarUnit; zone: string }): PeriodSelection {
  const first = localDayOf(startMs, zone);
  return { type: 'custom', value: { start: toIsoDate(first), end: toIsoDate(addUnits(first, bucket, 1)) } };
}
