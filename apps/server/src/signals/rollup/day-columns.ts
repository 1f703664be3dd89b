import type { WritableColumn } from '../sql/native-format.ts';
import type { Accumulation, DayRows, WholeDays } from './accumulate-points.ts';
import type { DayKeys } from './changed-days.ts';

const TIME = "DateTime64(3, 'UTC')";

/** Of days without a point. */
export function goneDayColumns(keys: DayKeys, days: WholeDays): WritableColumn[] {
  const missing = new Float64Array(keys.series.length).fill(Number.NaN);
  return [
    { name: 'series', type: 'UInt32', values: keys.series },
    dayKey(keys, days),
    ...(['min', 'max', 'first', 'last'] as const).map((name): WritableColumn => ({ name, type: 'Float64', values: missing })),
  ];
}

function dayKey({ day }: DayKeys, { days }: WholeDays): WritableColumn {
  const values = new Int32Array(day.length);
  for (let i = 0; i < day.length; i++) values[i] = days[day[i] ?? 0] ?? 0;
  return { name: 'day', type: 'Date32', values };
}

/** What is not named is 0: time that the calendar alone decides has no expectation of its own. */
export function dayColumns(rows: DayRows, { days, intervalMs }: Pick<Accumulation, 'days' | 'intervalMs'>): WritableColumn[] {
  const { series, flags, firstTime, lastTime, count } = rows;
  const number = (name: string, values: Float64Array): WritableColumn => ({ name, type: 'Float64', values });
  return [
    { name: 'series', type: 'UInt32', values: series },
    dayKey(rows, days),
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
