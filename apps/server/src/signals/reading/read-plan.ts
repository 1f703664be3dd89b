import { type BucketUnit, bucketOf, isClockUnit, unitStart } from '@solvane/energy/time/bucket';
import { type LocalDay, localDayOf, type Period } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import type { PointKind, ReadResolution } from '../point-kind.ts';
import { POINT_TABLES, toRanges } from '../sql/point-tables.ts';

/** Finer buckets than hours are always made of points. */
export function usesRollUps(resolution: ReadResolution): boolean {
  return resolution === 'hour' || (resolution !== 'raw' && !isClockUnit(resolution));
}

/** Local days, both included. */
export interface DayRange {
  first: LocalDay;
  last: LocalDay;
}

/** Which part of a period is read from where; together they are the period, and no bucket is read twice. */
export interface ReadPlan {
  points: Period[];
  /** Whole hours; for days and longer those of days that are not whole. */
  hours: Period[];
  days: DayRange[];
  /** Whole months, as days. */
  months: DayRange[];
}

export interface PlanQuery extends Period {
  kind: PointKind;
  unit: BucketUnit;
  zone: string;
  intervalMs: number;
  /** Days (of UTC) whose roll-ups may differ from their points. */
  pendingDays: readonly LocalDay[];
}

/** The coarsest roll-ups that give the exact answer: hours where a day is out of date or cut by the period, points where an hour is. */
export function planRead(query: PlanQuery): ReadPlan {
  const plan = planWithHours(query);
  // Hours of chunks are not kept: their points are read nearly as soon.
  return POINT_TABLES[query.kind].isChunked ? { ...plan, points: joinPeriods([...plan.points, ...plan.hours]), hours: [] } : plan;
}

function planWithHours(query: PlanQuery): ReadPlan {
  const { unit, startMs, endMs } = query;
  if (isClockUnit(unit) && unit !== 'hour') return { points: [{ startMs, endMs }], hours: [], days: [], months: [] };
  const points = outdated(query, 'hour');
  if (unit === 'hour') return { points, hours: gapsBetween(points, query), days: [], months: [] };
  const loose = outdated(query, 'day');
  const { months, days } = splitOffMonths(
    gapsBetween(loose, query).map((period) => toDays(period, query.zone)),
    unit,
  );
  // What makes an hour loose makes its day loose.
  const hours = loose.flatMap((period) =>
    gapsBetween(
      points.filter(({ startMs }) => startMs >= period.startMs && startMs < period.endMs),
      period,
    ),
  );
  return { points, hours, days, months };
}

/** Where the roll-ups of a unit do not say what the period asks: it cuts them, or they may differ from their points. */
function outdated(query: PlanQuery, unit: BaseUnit): Period[] {
  return joinPeriods([...cutBuckets(query, unit), ...pendingBuckets(query, unit)].map((period) => clip(period, query)));
}

type BaseUnit = 'hour' | 'day';

function cutBuckets({ startMs, endMs, zone }: PlanQuery, base: BaseUnit): Period[] {
  const first = bucketOf(startMs, base, zone);
  const last = bucketOf(endMs - 1, base, zone);
  return [...(first.startMs < startMs ? [first] : []), ...(last.endMs > endMs ? [last] : [])];
}

function pendingBuckets({ pendingDays, zone, intervalMs }: PlanQuery, base: BaseUnit): Period[] {
  const shift = 1_000_000; // ranges are of numbers from 0; days before 1970 are below
  return toRanges(pendingDays.map((day) => day + shift)).map(({ first, last }) => ({
    startMs: bucketOf((first - shift) * DAY_MS, base, zone).startMs,
    // The day's last interval may reach into the next bucket.
    endMs: bucketOf((last - shift + 1) * DAY_MS - 1 + intervalMs, base, zone).endMs,
  }));
}

function clip(period: Period, bounds: Period): Period {
  return { startMs: Math.max(period.startMs, bounds.startMs), endMs: Math.min(period.endMs, bounds.endMs) };
}

function joinPeriods(periods: readonly Period[]): Period[] {
  const joined: Period[] = [];
  for (const { startMs, endMs } of [...periods].sort((left, right) => left.startMs - right.startMs)) {
    if (startMs >= endMs) continue;
    const last = joined.at(-1);
    if (last !== undefined && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
    else joined.push({ startMs, endMs });
  }
  return joined;
}

function gapsBetween(periods: readonly Period[], { startMs, endMs }: Period): Period[] {
  const gaps: Period[] = [];
  let fromMs = startMs;
  for (const period of periods) {
    if (period.startMs > fromMs) gaps.push({ startMs: fromMs, endMs: period.startMs });
    fromMs = period.endMs;
  }
  if (fromMs < endMs) gaps.push({ startMs: fromMs, endMs });
  return gaps;
}

/** The period begins and ends with whole days. */
function toDays({ startMs, endMs }: Period, zone: string): DayRange {
  return { first: localDayOf(startMs, zone), last: localDayOf(endMs - 1, zone) };
}

function splitOffMonths(ranges: readonly DayRange[], unit: BucketUnit): Pick<ReadPlan, 'days' | 'months'> {
  if (unit === 'day' || unit === 'week') return { days: [...ranges], months: [] };
  const days: DayRange[] = [];
  const months: DayRange[] = [];
  for (const { first, last } of ranges) {
    const firstWhole = unitStart(first, 'month') === first ? first : nextMonth(first);
    const lastWhole = (nextMonth(last) - 1 === last ? last + 1 : unitStart(last, 'month')) - 1;
    if (firstWhole > lastWhole) {
      days.push({ first, last });
      continue;
    }
    if (first < firstWhole) days.push({ first, last: firstWhole - 1 });
    months.push({ first: firstWhole, last: lastWhole });
    if (lastWhole < last) days.push({ first: lastWhole + 1, last });
  }
  return { days, months };
}

function nextMonth(day: LocalDay): LocalDay {
  return unitStart(unitStart(day, 'month') + 31, 'month');
}
