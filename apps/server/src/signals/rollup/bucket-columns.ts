import type { WritableColumn } from '../sql/native-format.ts';
import type { Accumulation, BucketRows, WholeDays } from './accumulate-points.ts';
import type { BucketKeys } from './changed-buckets.ts';

const TIME = "DateTime64(3, 'UTC')";

type Calendar = Pick<Accumulation, 'days' | 'intervalMs'>;

export function hourColumns(rows: BucketRows, { days, intervalMs }: Calendar): WritableColumn[] {
  return bucketColumns(rows, hourKey(rows, days), intervalMs);
}

export function dayColumns(rows: BucketRows, { days, intervalMs }: Calendar): WritableColumn[] {
  return bucketColumns(rows, dayKey(rows, days), intervalMs);
}

/** Of hours without a point. */
export function goneHourColumns(keys: BucketKeys, days: WholeDays): WritableColumn[] {
  return emptyColumns(keys, hourKey(keys, days));
}

/** Of days without a point. */
export function goneDayColumns(keys: BucketKeys, days: WholeDays): WritableColumn[] {
  return emptyColumns(keys, dayKey(keys, days));
}

function hourKey({ bucket }: BucketKeys, { hours }: WholeDays): WritableColumn {
  const values = new Float64Array(bucket.length);
  for (let i = 0; i < bucket.length; i++) values[i] = hours.keysMs[bucket[i] ?? 0] ?? Number.NaN;
  return { name: 'time', type: TIME, values };
}

function dayKey({ bucket }: BucketKeys, { days }: WholeDays): WritableColumn {
  const values = new Int32Array(bucket.length);
  for (let i = 0; i < bucket.length; i++) values[i] = days[bucket[i] ?? 0] ?? 0;
  return { name: 'day', type: 'Date32', values };
}

function emptyColumns({ series }: BucketKeys, key: WritableColumn): WritableColumn[] {
  const missing = new Float64Array(series.length).fill(Number.NaN);
  return [
    { name: 'series', type: 'UInt32', values: series },
    key,
    ...(['min', 'max', 'first', 'last'] as const).map((name): WritableColumn => ({ name, type: 'Float64', values: missing })),
  ];
}

/** What is not named is 0: nobody expects anything of time that the calendar alone decides. */
function bucketColumns(rows: BucketRows, key: WritableColumn, intervalMs: number): WritableColumn[] {
  const { series, flags, firstTime, lastTime, count } = rows;
  const number = (name: string, values: Float64Array): WritableColumn => ({ name, type: 'Float64', values });
  return [
    { name: 'series', type: 'UInt32', values: series },
    key,
    number(
      'seconds',
      count.map((each) => (each * intervalMs) / 1000),
    ),
    number('estimated', rows.estimated),
    number('weight', rows.weight),
    number('weighted', rows.weighted),
    number('total', rows.total),
    number('count', count),
    number('min', rows.min),
    number('max', rows.max),
    number('first', rows.first),
    { name: 'firstTime', type: TIME, values: firstTime },
    number('last', rows.last),
    { name: 'lastTime', type: TIME, values: lastTime },
    number('sines', rows.sines),
    number('cosines', rows.cosines),
    { name: 'flags', type: 'UInt32', values: flags },
  ];
}
