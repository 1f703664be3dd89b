import type { Resolution } from '@solvane/contract/signal-resolutions';
import { type BucketUnit, CLOCK_UNITS, countCalendarBuckets, isClockUnit } from '@solvane/energy/time/bucket';
import type { Period } from '@solvane/energy/time/local-day';

export type FixedResolution = Exclude<Resolution, 'auto'>;

export interface ChosenResolution {
  resolution: FixedResolution;
  /** The request was finer than the native interval. */
  isNative: boolean;
}

/** Points per series when a request does not name a number. */
const DEFAULT_MAX_POINTS = 2_000;

const UNITS: Record<Exclude<FixedResolution, 'raw'>, BucketUnit> = {
  PT1M: 'minute',
  PT5M: 'fiveMinutes',
  PT10M: 'tenMinutes',
  PT15M: 'quarterHour',
  PT30M: 'halfHour',
  hour: 'hour',
  day: 'day',
  week: 'week',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
};

/** From fine to coarse, by how long a bucket lasts. */
const AUTOMATIC: readonly (readonly [FixedResolution, number])[] = [
  ['hour', CLOCK_UNITS.hour],
  ['day', 24 * CLOCK_UNITS.hour],
  ['week', 7 * 24 * CLOCK_UNITS.hour],
  ['month', 28 * 24 * CLOCK_UNITS.hour],
  ['quarter', 90 * 24 * CLOCK_UNITS.hour],
];

/** Fixed resolutions finer than the native interval answer native; `auto` takes the finest of which no more than `maxPoints` fit into the period. */
export function chooseResolution(
  requested: Resolution,
  { startMs, endMs }: Period,
  { intervalMs, maxPoints = DEFAULT_MAX_POINTS }: { intervalMs: number; maxPoints: number | undefined },
): ChosenResolution {
  if (requested === 'raw') return { resolution: 'raw', isNative: false };
  if (requested !== 'auto') {
    const unit = UNITS[requested];
    const lengthMs = isClockUnit(unit) ? CLOCK_UNITS[unit] : Number.POSITIVE_INFINITY;
    return { resolution: lengthMs <= intervalMs ? 'raw' : requested, isNative: lengthMs < intervalMs };
  }
  if ((endMs - startMs) / intervalMs <= maxPoints) return { resolution: 'raw', isNative: false };
  const [resolution] =
    AUTOMATIC.find(([, lengthMs]) => lengthMs > intervalMs && (endMs - startMs) / lengthMs <= maxPoints) ?? (['year'] as const);
  return { resolution, isNative: false };
}

/** The store's word for a resolution of the contract. */
export function toBucketUnit(resolution: Exclude<FixedResolution, 'raw'>): BucketUnit {
  return UNITS[resolution];
}

/** Upper bound of the points that one series has in the period. */
export function countPoints(
  resolution: FixedResolution,
  period: Period,
  { intervalMs, zone }: { intervalMs: number; zone: string },
): number {
  const lengthMs = period.endMs - period.startMs;
  if (resolution === 'raw') return Math.ceil(lengthMs / intervalMs);
  const unit = toBucketUnit(resolution);
  return isClockUnit(unit) ? Math.ceil(lengthMs / CLOCK_UNITS[unit]) + 1 : countCalendarBuckets(period, unit, zone);
}
