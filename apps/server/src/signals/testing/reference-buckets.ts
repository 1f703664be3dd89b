import { type BucketUnit, bucketOf } from '@solvane/energy/time/bucket';
import type { TestPoint } from './store-fixture.ts';

export interface ReferenceBucket {
  keyMs: number;
  count: number;
  sum: number;
  min: number;
  max: number;
  first: number;
  last: number;
}

/** Buckets of one series' points, each interval in proportion to its overlap, computed point by point with nothing but the calendar. */
export function referenceBuckets(
  points: readonly TestPoint[],
  { unit, zone, intervalMs }: { unit: BucketUnit; zone: string; intervalMs: number },
): ReferenceBucket[] {
  const newest = new Map(points.map((point) => [point.timeMs, point]));
  const buckets = new Map<number, ReferenceBucket>();
  for (const { timeMs, value } of [...newest.values()].sort((left, right) => left.timeMs - right.timeMs)) {
    for (let fromMs = timeMs; fromMs < timeMs + intervalMs; ) {
      // The engine cuts an interval at hours; longer buckets consist of hours.
      const piece = bucketOf(fromMs, unit, zone);
      const toMs = Math.min(timeMs + intervalMs, piece.endMs);
      const share = (toMs - fromMs) / intervalMs;
      const known = buckets.get(piece.keyMs) ?? { keyMs: piece.keyMs, count: 0, sum: 0, min: value, max: value, first: value, last: value };
      known.count += share;
      known.sum += value * share;
      known.min = Math.min(known.min, value);
      known.max = Math.max(known.max, value);
      known.last = value;
      buckets.set(piece.keyMs, known);
      fromMs = toMs;
    }
  }
  return [...buckets.values()].sort((left, right) => left.keyMs - right.keyMs);
}
