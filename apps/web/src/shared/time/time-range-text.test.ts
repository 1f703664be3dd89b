import { expect, test } from 'vitest';
import { parseTimeRangeText, toTimeRangeText } from './time-range-text.ts';

const RANGE = { startMs: Date.UTC(2026, 5, 22, 21), endMs: Date.UTC(2026, 5, 23, 4, 30) };

test('a range that was copied is the same when it is pasted', () => {
  expect(toTimeRangeText(RANGE)).toBe('2026-06-22T21:00:00.000Z/2026-06-23T04:30:00.000Z');
  expect(parseTimeRangeText(` ${toTimeRangeText(RANGE)}\n`)).toEqual(RANGE);
});

test('offsets, epoch milliseconds and the range that Grafana copies are understood', () => {
  expect(parseTimeRangeText('2026-06-22T23:00+02:00/2026-06-23T06:30+02:00')).toEqual(RANGE);
  expect(parseTimeRangeText(`${RANGE.startMs}/${RANGE.endMs}`)).toEqual(RANGE);
  expect(parseTimeRangeText('{"from":"2026-06-22T21:00:00.000Z","to":"2026-06-23T04:30:00.000Z"}')).toEqual(RANGE);
});

test('a time without zone, a range that ends before it starts and other text are none', () => {
  expect(parseTimeRangeText('2026-06-22T21:00/2026-06-23T04:30')).toBeUndefined();
  expect(parseTimeRangeText('2026-06-23T04:30Z/2026-06-22T21:00Z')).toBeUndefined();
  expect(parseTimeRangeText('{"from":"now-6h","to":"now"}')).toBeUndefined();
  expect(parseTimeRangeText('{broken')).toBeUndefined();
  expect(parseTimeRangeText('Inverter 3')).toBeUndefined();
});
