import { expect, test } from 'vitest';
import { DAY_MS } from '../time/zone.ts';
import { detectedDays } from './detected-days.ts';
import type { RawEvent } from './raw-events.ts';

const GAP_MS = 20 * 60_000;

function event(deviceId: string, from: number, to: number | null, code = 'SYS-COMM'): RawEvent {
  const startMs = from * DAY_MS;
  return { id: `${code} ${deviceId} ${startMs}`, deviceId, code, startMs, endMs: to === null ? null : to * DAY_MS, source: 'Detected' };
}

/** Each event on the day it begins on. */
const byDay = (...events: RawEvent[]) => Map.groupBy(events, ({ startMs }) => Math.floor(startMs / DAY_MS));

const found = (detected: Map<number, RawEvent[]>, day: number) =>
  [...detectedDays(detected, { first: day - 2, last: day + 2, gapMs: GAP_MS })]
    .flatMap(([, events]) => events.map(({ deviceId, startMs }) => `${deviceId} ${startMs / DAY_MS}`))
    .sort();

test('a silence is followed through all its days, however many there are', () => {
  const days = Array.from({ length: 40 }, (_, k) => event('a', 100 + k, 101 + k));
  expect(found(byDay(...days), 120)).toHaveLength(40);
  expect(found(byDay(...days), 98)).toHaveLength(40);
});

test('a silence ends where another day has none of it', () => {
  const days = [event('a', 100, 101), event('a', 102, 103), event('a', 103, 104), event('a', 104, 105), event('a', 105, 105.5)];
  expect(found(byDay(...days), 106)).toEqual(['a 102', 'a 103', 'a 104', 'a 105']);
});

test('other devices and codes of far days stay away', () => {
  const days = [
    event('b', 100, 101),
    event('a', 100, 101, 'SYS-UNDERPERF'),
    event('a', 100, 101),
    event('a', 101, 102),
    event('c', 103.5, 103.9),
  ];
  expect(found(byDay(...days), 103)).toEqual(['a 100', 'a 101', 'c 103.5'].sort());
});

test('an event of a far day that ended before midnight is another one', () => {
  expect(found(byDay(event('a', 100, 100.9), event('a', 101, 102)), 103)).toEqual(['a 101']);
  expect(found(byDay(event('a', 100, null), event('a', 101, 102)), 103)).toEqual(['a 100', 'a 101']);
});
