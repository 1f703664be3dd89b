import { type BucketUnit, bucketsIn, isClockUnit, unitStart } from '@solvane/energy/time/bucket';
import { dayStart, localDayOf, type Period } from '@solvane/energy/time/local-day';
import { type BucketBounds, bucketSeconds } from './bucket-seconds.ts';

/** Seconds of each bucket of the period that lie in it and before the data horizon, by the bucket as the column `bucket` names it. */
export function secondsByBucket(bounds: BucketBounds): Map<number, number> {
  const keys = bucketColumn(bounds);
  const seconds = bucketSeconds(keys, bounds);
  return new Map(Array.from(keys, (key, i) => [key, seconds[i] ?? 0]));
}

/** Seconds of the bucket in the column `bucket` that lie in the period and before the data horizon, as an expression. */
export function secondsOfBucket(bounds: BucketBounds): string {
  const keys = bucketColumn(bounds);
  return lookUp('toInt64(bucket)', { keys, type: 'Int64' }, { values: bucketSeconds(keys, bounds), type: 'Float64' });
}

/** Start of the bucket in the column `bucket` in epoch milliseconds, as an expression; for a clock unit its key. */
export function startOfBucket(bounds: BucketBounds): string {
  if (isClockUnit(bounds.unit)) return 'toInt64(bucket)';
  const keys = bucketColumn(bounds);
  return lookUp('toInt64(bucket)', { keys, type: 'Int64' }, { values: keys.map((day) => dayStart(day, bounds.zone)), type: 'Int64' });
}

export interface LookUpKeys {
  keys: ArrayLike<number>;
  type: 'Int64' | 'UInt32';
}

export interface LookUpValues {
  values: ArrayLike<number>;
  type: 'Int64' | 'UInt32' | 'Float64';
}

/** The value that belongs to a key, 0 for any other; a constant where all values are the same. */
export function lookUp(expression: string, { keys, type: keyType }: LookUpKeys, { values, type }: LookUpValues): string {
  const list = Array.from(values);
  const [first = 0] = list;
  if (list.every((value) => value === first)) return `to${type}(${first})`;
  return `transform(${expression}, CAST([${Array.from(keys).join(',')}], 'Array(${keyType})'), CAST([${list.join(',')}], 'Array(${type})'), to${type}(0))`;
}

/** Buckets of a period as the column `bucket` names them: keys of a clock unit, days of a calendar unit. */
function bucketColumn({ unit, zone, startMs, endMs }: Period & { unit: BucketUnit; zone: string }): Float64Array {
  const { keysMs } = bucketsIn({ startMs, endMs }, unit, zone);
  return isClockUnit(unit) ? keysMs : keysMs.map((keyMs) => unitStart(localDayOf(keyMs, zone), unit));
}
