import type { MetricBucket } from '@solvane/contract/metric-values';
import { type BucketUnit, bucketOf, bucketsIn, CLOCK_UNITS, countCalendarBuckets, isClockUnit } from '@solvane/energy/time/bucket';
import { dayStart, localDay, localDayOf, type Period, parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import { comparedPeriod } from '../signals/queries/comparison.ts';
import type { MetricValuesBody } from './metric-items.ts';

/** What a value belongs to: empty for the whole period, a local date for calendar buckets, else an instant. */
export type BucketKey = string;

export const WHOLE_PERIOD: BucketKey = '';

/** A Monday, so weeks, months and years begin with it, too. West of Greenwich it comes after the first instant that can be asked for. */
const FIRST_DAY = localDay(1, 1, 1);

/** The period of a request in each zone, and its buckets. Periods end now: nothing is expected of what has not passed. */
export interface MetricPeriods {
  /** Of the sites, or UTC where they differ. */
  zone: string;
  unit: BucketUnit | undefined;
  /** Empty where nothing of it has passed. */
  in(zone: string): Period;
  /** Zone that buckets of a site are made in: hours of several zones have one clock. */
  bucketZone(siteZone: string): string;
  /** Ascending. */
  keys: readonly BucketKey[];
  startOf(key: BucketKey): number | null;
  /** Of a bucket, as far as it lies in the period and has passed, in the zone of a site; empty where nothing of it has. */
  spanOf(key: BucketKey, siteZone: string): Period;
}

export interface PeriodsOptions {
  by: MetricBucket;
  zones: ReadonlySet<string>;
  nowMs: number;
}

/** How many buckets the period of a request has at most, without making them: as fast for a thousand years as for one. */
export function countBuckets(period: MetricValuesBody['period'], { by, zones, nowMs }: PeriodsOptions): number {
  if (by === 'none') return 1;
  return Math.max(
    0,
    ...[...zones].map((zone) => {
      const { startMs, endMs } = asked(period, zone);
      const passed = { startMs, endMs: Math.max(startMs, Math.min(endMs, nowMs)) };
      return isClockUnit(by) ? Math.ceil((passed.endMs - startMs) / CLOCK_UNITS[by]) + 1 : countCalendarBuckets(passed, by, zone);
    }),
  );
}

export function metricPeriods(period: MetricValuesBody['period'], { by, zones, nowMs }: PeriodsOptions): MetricPeriods {
  return periodsOf((zone) => asked(period, zone), { by, zones, nowMs });
}

/** The same earlier; where the period still runs, as much of the earlier one as has passed of it. */
export function earlierPeriods(
  period: MetricValuesBody['period'],
  comparison: Parameters<typeof comparedPeriod>[1],
  { by, zones, nowMs }: PeriodsOptions,
): MetricPeriods {
  const earlier = (zone: string): Period => {
    const whole = asked(period, zone);
    const { startMs, endMs } = fromFirstDay(comparedPeriod(whole, comparison, zone), zone);
    const isRunning = nowMs < whole.endMs;
    return { startMs, endMs: isRunning ? Math.min(endMs, startMs + Math.max(0, nowMs - whole.startMs)) : endMs };
  };
  return periodsOf(earlier, { by, zones, nowMs });
}

export function bucketKeyOf(timeMs: number, { unit, zone }: { unit: BucketUnit | undefined; zone: string }): BucketKey {
  if (unit === undefined) return WHOLE_PERIOD;
  return isClockUnit(unit) ? String(timeMs) : toIsoDate(localDayOf(timeMs, zone));
}

function periodsOf(whole: (zone: string) => Period, { by, zones, nowMs }: PeriodsOptions): MetricPeriods {
  const zone = (zones.size === 1 ? [...zones][0] : undefined) ?? 'UTC';
  const unit = by === 'none' ? undefined : by;
  const passed = (siteZone: string): Period => {
    const { startMs, endMs } = whole(siteZone);
    return { startMs, endMs: Math.max(startMs, Math.min(endMs, nowMs)) };
  };
  const bucketZone = (siteZone: string) => (unit !== undefined && isClockUnit(unit) ? zone : siteZone);
  const keysIn = (siteZone: string) =>
    unit === undefined
      ? [WHOLE_PERIOD]
      : [...bucketsIn(passed(siteZone), unit, bucketZone(siteZone)).keysMs].map((keyMs) =>
          bucketKeyOf(keyMs, { unit, zone: bucketZone(siteZone) }),
        );
  const found = new Set([...zones].flatMap(keysIn));
  const keys = unit !== undefined && isClockUnit(unit) ? [...found].sort((a, b) => Number(a) - Number(b)) : [...found].sort();
  return { zone, unit, in: passed, bucketZone, keys, startOf: (key) => startOf(key, { unit, zone }), spanOf };

  function spanOf(key: BucketKey, siteZone: string): Period {
    const { startMs, endMs } = passed(siteZone);
    if (unit === undefined) return { startMs, endMs };
    const bucket = bucketOf(startOf(key, { unit, zone: bucketZone(siteZone) }) ?? startMs, unit, bucketZone(siteZone));
    return { startMs: Math.max(startMs, bucket.startMs), endMs: Math.min(endMs, bucket.endMs) };
  }
}

function asked(period: MetricValuesBody['period'], zone: string): Period {
  if ('startMs' in period) return fromFirstDay(period, zone);
  const day = (text: string) => dayStart(parseIsoDate(text) ?? Number.NaN, zone);
  return fromFirstDay({ startMs: day(period.fromDay), endMs: day(period.toDay) }, zone);
}

function fromFirstDay({ startMs, endMs }: Period, zone: string): Period {
  const firstMs = dayStart(FIRST_DAY, zone);
  return { startMs: Math.max(firstMs, startMs), endMs: Math.max(firstMs, endMs) };
}

function startOf(key: BucketKey, { unit, zone }: { unit: BucketUnit | undefined; zone: string }): number | null {
  if (unit === undefined) return null;
  return isClockUnit(unit) ? Number(key) : dayStart(parseIsoDate(key) ?? Number.NaN, zone);
}
