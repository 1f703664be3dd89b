import type { WritableColumn } from '../sql/native-format.ts';
import type { BucketRows, WholeDays } from './accumulate-points.ts';

const TIME = "DateTime64(3, 'UTC')";

export function hourColumns(rows: BucketRows, { hours }: WholeDays, intervalMs: number): WritableColumn[] {
  const times = rows.bucket.length === 0 ? [] : Float64Array.from(rows.bucket, (at) => hours.keysMs[at] ?? Number.NaN);
  return bucketColumns(rows, { name: 'time', type: TIME, values: times }, intervalMs);
}

export function dayColumns(rows: BucketRows, { days }: WholeDays, intervalMs: number): WritableColumn[] {
  const keys = Int32Array.from(rows.bucket, (at) => days[at] ?? 0);
  return bucketColumns(rows, { name: 'day', type: 'Date32', values: keys }, intervalMs);
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
