import { expect, test } from 'vitest';
import { type DayPoints, toDays } from './day-points.ts';
import { type CachedSlice, RecentSlices } from './recent-slices.ts';

/** A day with one point in each of `count` places: 8 bytes each, and what it takes beside them. */
function dayOf(block: number, day: number, count = 1_000): CachedSlice<DayPoints> {
  const timesMs = Float64Array.from({ length: count }, (_, i) => day * 86_400_000 + i * 60_000);
  const series = new Float64Array(count).fill(block * 256);
  const content = toDays({ series, timesMs, values: timesMs }, { first: day, last: day }).get(day);
  if (content === undefined) throw new Error('There is no such day');
  return { block, slice: day, content, engine: 'engine', counted: 1 };
}

const { bytes: DAY_BYTES } = dayOf(1, 0).content;
const requested = (day: number) => ({ blocks: [1], first: day, last: day });

/** Which of the first days are there, without asking for them. */
function here(recent: RecentSlices<DayPoints>): number[] {
  return Array.from({ length: 20 }, (_, day) => day).filter((day) => recent.find({ block: 1, slice: day }) !== undefined);
}

function openRecent(days: number): { recent: RecentSlices<DayPoints>; pass(ms: number): void } {
  let nowMs = 0;
  const recent = new RecentSlices<DayPoints>({ maxBytes: days * DAY_BYTES, mostRequestedAtOnce: 32, now: () => nowMs });
  return {
    recent,
    pass: (ms) => {
      nowMs += ms;
    },
  };
}

test('days that were not requested are kept as far as there is room, and never push out others', () => {
  const { recent } = openRecent(4);
  expect([1, 2, 3, 4, 5].map((day) => recent.add(dayOf(1, day)))).toEqual([true, true, true, true, false]);
  expect(here(recent)).toEqual([1, 2, 3, 4]);
  expect(recent.bytes).toBe(4 * DAY_BYTES);
});

test('a day that was requested takes the place of one that were not requested, then of the one that was not requested the longest', () => {
  const { recent } = openRecent(4);
  for (const day of [1, 2, 3, 4]) recent.add(dayOf(1, day));
  recent.lookUp(requested(1));
  recent.lookUp(requested(2));
  recent.lookUp(requested(1));
  for (const day of [5, 6, 7]) {
    recent.requestPrefetch(requested(day));
    expect(recent.add(dayOf(1, day))).toBe(true);
    expect(recent.bytes).toBeLessThanOrEqual(4 * DAY_BYTES);
  }
  expect(here(recent)).toEqual([1, 5, 6, 7]);
});

test('however much is cached, replaced and evicted, the cache never exceeds its limit', () => {
  const { recent } = openRecent(6);
  for (let turn = 0; turn < 500; turn++) {
    const day = (turn * 7) % 13;
    if (turn % 3 === 0) recent.requestPrefetch(requested(day));
    if (turn % 5 === 0) recent.lookUp(requested((turn * 11) % 13));
    if (turn % 17 === 0) recent.evict({ block: 1, slice: turn % 13 });
    recent.add(dayOf(1, day, 200 + ((turn * 31) % 800)));
    const there = here(recent).map((each) => recent.find({ block: 1, slice: each })?.content.bytes ?? 0);
    expect(recent.bytes).toBe(there.reduce((sum, bytes) => sum + bytes, 0));
    expect(recent.bytes).toBeLessThanOrEqual(6 * DAY_BYTES);
  }
});

test('one day never pushes out most of the others', () => {
  const { recent } = openRecent(3);
  recent.requestPrefetch(requested(1));
  expect(recent.add(dayOf(1, 1))).toBe(false);
  expect([here(recent), recent.bytes]).toEqual([[], 0]);
});

test('days are found together or not at all', () => {
  const { recent } = openRecent(8);
  recent.add(dayOf(1, 1));
  recent.add(dayOf(1, 2));
  recent.add(dayOf(2, 1));
  expect(recent.lookUp({ blocks: [1], first: 1, last: 2 })?.map(({ slice }) => slice)).toEqual([1, 2]);
  expect(recent.lookUp({ blocks: [1, 2], first: 1, last: 1 })).toHaveLength(2);
  expect(recent.lookUp({ blocks: [1, 2], first: 1, last: 2 })).toBeUndefined();
  expect(recent.lookUp({ blocks: [1], first: -100_000, last: 100_000 })).toBeUndefined();
});

test('the latest requests come first, and a read through years requests no prefetch', () => {
  const { recent } = openRecent(4);
  for (const day of [1, 2, 3, 1]) recent.requestPrefetch(requested(day));
  recent.requestPrefetch({ blocks: [1], first: 0, last: 400 });
  expect(recent.prefetchRequests.map(({ slice }) => slice)).toEqual([1, 3, 2]);
});

test('what was requested lately is kept up to date', () => {
  const { recent, pass } = openRecent(4);
  for (const day of [1, 2]) recent.add(dayOf(1, day));
  recent.lookUp(requested(1));
  expect(recent.requestedLately.map(({ slice }) => slice)).toEqual([1]);
  pass(3_600_000);
  expect(recent.requestedLately).toEqual([]);
});

test('a reload is no request', () => {
  const { recent, pass } = openRecent(4);
  recent.requestPrefetch(requested(1));
  recent.add(dayOf(1, 1));
  pass(1_000_000);
  recent.requestPrefetch(requested(1));
  recent.add(dayOf(1, 1));
  expect(recent.requestedLately).toHaveLength(1);
  pass(1_000_000);
  expect(recent.requestedLately).toEqual([]);
});

test('without capacity nothing is requested, and listeners hear of new requests', () => {
  let told = 0;
  const onPrefetchRequest = () => {
    told += 1;
  };
  const full = new RecentSlices<DayPoints>({ maxBytes: 0, mostRequestedAtOnce: 32, onPrefetchRequest });
  full.requestPrefetch(requested(1));
  expect([full.prefetchRequests.length, told]).toEqual([0, 0]);
  const recent = new RecentSlices<DayPoints>({ maxBytes: 4 * DAY_BYTES, mostRequestedAtOnce: 32, onPrefetchRequest });
  for (const day of [1, 1, 2]) recent.requestPrefetch(requested(day));
  expect(told).toBe(2);
});
