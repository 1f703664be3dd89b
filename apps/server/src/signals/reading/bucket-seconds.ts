import { addUnits, type BucketUnit, bucketOf, CLOCK_UNITS, isClockUnit } from '@solvane/energy/time/bucket';
import { dayStart, type Period } from '@solvane/energy/time/local-day';
import { spanAt } from '@solvane/energy/time/zone';

export interface BucketBounds extends Period {
  unit: BucketUnit;
  zone: string;
  horizonMs?: number | undefined;
}

/** Seconds of each bucket that lie in the period and before the data horizon: what its valid time is compared with. */
export function bucketSeconds(buckets: Float64Array, { unit, zone, startMs, endMs, horizonMs = endMs }: BucketBounds): Float64Array {
  const lastMs = Math.min(endMs, horizonMs);
  const clip = (fromMs: number, toMs: number): number => Math.max(0, Math.min(toMs, lastMs) - Math.max(fromMs, startMs)) / 1000;
  if (!isClockUnit(unit)) return buckets.map((day) => clip(dayStart(day, zone), dayStart(addUnits(day, unit, 1), zone)));
  const lengthMs = CLOCK_UNITS[unit];
  return buckets.map((keyMs) => {
    const span = spanAt(keyMs, zone);
    // Far from a change of the clock a bucket is as long as its name says; the others are requested.
    if (keyMs - span.startMs >= lengthMs && span.endMs - keyMs >= 2 * lengthMs) return clip(keyMs, keyMs + lengthMs);
    const bucket = bucketWithKey(keyMs, unit, zone);
    return clip(bucket.startMs, bucket.endMs);
  });
}

/** A key can lie before its bucket's start, where the clock was put forward by part of the unit. */
function bucketWithKey(keyMs: number, unit: BucketUnit, zone: string): Period {
  const bucket = bucketOf(keyMs, unit, zone);
  return bucket.keyMs === keyMs ? bucket : bucketOf(spanAt(keyMs, zone).endMs, unit, zone);
}
