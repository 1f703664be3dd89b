import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSignalStore } from '../create-signal-store.ts';
import type { SignalStore } from '../signal-store.ts';
import { type DatabaseElsewhere, openDatabaseElsewhere } from '../testing/database-elsewhere.ts';
import { openTestStore, type StoreFixture, toPointColumns } from '../testing/store-fixture.ts';

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 2, 1);

let fixture: StoreFixture;
let other: DatabaseElsewhere;
/** The same engine, seen by another process. */
let elsewhere: SignalStore;
let selects: string[];
/** How often the last change was queried. */
let requested: number;

beforeAll(async () => {
  fixture = await openTestStore();
  other = openDatabaseElsewhere(fixture);
  const { database } = other;
  ({ selects } = other);
  const { findChange } = database;
  database.findChange = (seriesQuery) => {
    requested += 1;
    return findChange(seriesQuery);
  };
  elsewhere = createSignalStore({ database, directory: fixture.directory });
});
afterAll(async () => {
  await elsewhere.close();
  await other.close();
  await fixture.close();
});

const write = (series: number, timeMs: number, value: number) => fixture.store.writeRaw(toPointColumns([{ series, timeMs, value }]));

/** Values of the first day, and how many statements it took to tell them. */
async function readDay(series: number, resolution: 'raw' | 'hour' | 'day' = 'raw', horizonMs = START_MS + DAY_MS) {
  selects.length = 0;
  requested = 0;
  const seriesQuery = { series, kind: 'raw', zone: 'UTC', intervalMs: 600_000, aggregation: 'sum' } as const;
  const response = await elsewhere.read({ series: [seriesQuery], startMs: START_MS, endMs: START_MS + DAY_MS, resolution, horizonMs });
  return { values: Array.from(response.series[0]?.values ?? []), statements: selects.length };
}

test('what was cached is cached again without asking the engine, and later points of other days change nothing of it', async () => {
  const series = fixture.directory.addBlock({ zone: 'UTC' });
  await write(series, START_MS, 7);
  expect(await readDay(series)).toEqual({ values: [7], statements: 1 });
  expect(await readDay(series)).toEqual({ values: [7], statements: 0 });
  await write(series, START_MS + 10 * DAY_MS, 1);
  await write(fixture.directory.addBlock({ zone: 'UTC' }), START_MS, 1);
  expect(await readDay(series)).toEqual({ values: [7], statements: 0 });
});

test('what is requested the first time takes one way to the engine and back', async () => {
  const series = fixture.directory.addBlock({ zone: 'UTC' });
  await write(series, START_MS, 7);
  expect([await readDay(series), requested]).toEqual([{ values: [7], statements: 1 }, 0]);
  expect([await readDay(series), requested]).toEqual([{ values: [7], statements: 0 }, 1]);
});

test('newest points are cached again without asking the engine, until one of the series has another point', async () => {
  const series = fixture.directory.addBlock({ zone: 'UTC' });
  const latest = async () => {
    selects.length = 0;
    const { values } = await elsewhere.readLatest([series, series + 1]);
    return { values: Array.from(values), statements: selects.length };
  };
  await write(series, START_MS, 7);
  await write(series + 1, START_MS - 400 * DAY_MS, 8);
  expect(await latest()).toEqual({ values: [7, 8], statements: 1 });
  await write(fixture.directory.addBlock({ zone: 'UTC' }), START_MS, 1);
  expect(await latest()).toEqual({ values: [7, 8], statements: 0 });
  await write(series + 1, START_MS + 20 * DAY_MS, 9);
  expect(await latest()).toEqual({ values: [7, 9], statements: 1 });
});

test('newest points of a fleet are cached of whichever of its series, in whichever order, until one of them has another point', async () => {
  const first = fixture.directory.addBlock({ zone: 'UTC' });
  const second = fixture.directory.addBlock({ zone: 'UTC' });
  const fleet = Array.from({ length: 150 }, (_, i) => (i % 2 === 0 ? first : second) + i);
  await fixture.store.writeRaw(toPointColumns(fleet.map((series, i) => ({ series, timeMs: START_MS + i, value: i }))));
  const latest = async (requested: readonly number[]) => {
    selects.length = 0;
    const { series, timesMs, values, flags } = await elsewhere.readLatest(requested);
    const rows = Array.from(series, (number, i) => [number, timesMs[i], values[i], flags[i]]);
    return { rows, statements: selects.length };
  };
  const cached = (requested: readonly number[]) =>
    requested
      .map((series) => [series, START_MS + fleet.indexOf(series), fleet.indexOf(series), 0])
      .sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
  const without = [...fleet.slice(40), second + 200].reverse();

  expect(await latest(fleet)).toEqual({ rows: cached(fleet), statements: 1 });
  expect(await latest(fleet)).toEqual({ rows: cached(fleet), statements: 0 });
  expect(await latest(without)).toEqual({ rows: cached(fleet.slice(40)), statements: 0 });
  await write(fixture.directory.addBlock({ zone: 'UTC' }), START_MS, 1);
  expect((await latest(without)).statements).toBe(0);

  await write(second + 200, START_MS - DAY_MS, 5);
  expect(await latest(without)).toEqual({ rows: [...cached(fleet.slice(40)), [second + 200, START_MS - DAY_MS, 5, 0]], statements: 1 });
  await elsewhere.deleteBefore([{ series: second + 200, kind: 'raw', zone: 'UTC', intervalMs: 600_000 }], START_MS);
  expect(await latest(without)).toEqual({ rows: cached(fleet.slice(40)), statements: 1 });
});

test('which days wait to be rolled up is read once for all series of a block, until it changes', async () => {
  const series = fixture.directory.addBlock({ zone: 'UTC' });
  await write(series, START_MS, 7);
  await write(series + 1, START_MS, 8);
  expect(await readDay(series, 'hour')).toEqual({ values: [7], statements: 2 });
  expect(await readDay(series + 1, 'hour')).toEqual({ values: [8], statements: 1 });
  while ((await fixture.store.rollUp()) > 0);
  expect(await readDay(series + 1, 'hour')).toEqual({ values: [8], statements: 2 });
});

test('points are the same however far the data have come', async () => {
  const series = fixture.directory.addBlock({ zone: 'UTC' });
  await write(series, START_MS, 7);
  await readDay(series, 'raw', START_MS + 1_000);
  expect(await readDay(series, 'raw', START_MS + 2_000)).toEqual({ values: [7], statements: 0 });
});

test('a write, a roll-up and a deletion of one process are seen by another at once', async () => {
  const series = fixture.directory.addBlock({ zone: 'UTC' });
  for (const resolution of ['raw', 'hour', 'day'] as const) {
    await write(series, START_MS, 1);
    expect((await readDay(series, resolution)).values).toEqual([1]);
    await write(series, START_MS, 2);
    expect((await readDay(series, resolution)).values).toEqual([2]);
    while ((await fixture.store.rollUp()) > 0);
    expect((await readDay(series, resolution)).values).toEqual([2]);
    await fixture.store.deleteBefore([{ series, kind: 'raw', zone: 'UTC', intervalMs: 600_000 }], START_MS + DAY_MS);
    expect((await readDay(series, resolution)).values).toEqual([]);
  }
});

test('computed points that are replaced are seen by another at once, and change nothing of what is cached of other series', async () => {
  const raw = fixture.directory.addBlock({ zone: 'UTC' });
  await write(raw, START_MS, 7);
  await readDay(raw);
  const series = fixture.directory.addBlock({ kind: 'derived', zone: 'UTC' });
  const seriesQuery = { series, kind: 'derived', zone: 'UTC', intervalMs: 600_000, aggregation: 'sum' } as const;
  const period = { startMs: START_MS, endMs: START_MS + DAY_MS };
  for (const value of [1, 2]) {
    const points = { ...toPointColumns([{ series, timeMs: START_MS, value }]), weights: Float64Array.of(0) };
    await fixture.store.replaceComputed({
      ...period,
      derived: { series: [series], points },
      rollUp: { zone: 'UTC', intervalMs: 600_000, directions: new Set() },
    });
    for (const resolution of ['raw', 'day'] as const) {
      const response = await elsewhere.read({ ...period, series: [seriesQuery], resolution });
      expect(Array.from(response.series[0]?.values ?? [])).toEqual([value]);
    }
    expect(await readDay(raw)).toEqual({ values: [7], statements: 0 });
  }
});

test('large responses stay unchanged while others are made beside and after them, and when they are served again', async () => {
  // Some hundred kilobytes each: what they are made of is given back on the way.
  const [hours, perHour, count] = [1_000, 6, 12];
  const first = fixture.directory.addBlock({ zone: 'UTC' });
  const points = Array.from({ length: count * hours * perHour }, (_, point) => {
    // In no order at all.
    const place = (point * 7919) % (count * hours * perHour);
    const [n, step] = [Math.floor(place / (hours * perHour)), place % (hours * perHour)];
    return { series: first + n, timeMs: START_MS + step * 600_000, value: n * 10_000 + Math.floor(step / perHour) };
  });
  await fixture.store.writeRaw(toPointColumns(points));
  while ((await fixture.store.rollUp()) > 0);
  const read = (offset: number, resolution: 'raw' | 'hour') =>
    elsewhere.read({
      series: Array.from({ length: count }, (_, n) => ({
        series: first + ((n * 5 + offset) % count),
        kind: 'raw',
        zone: 'UTC',
        intervalMs: 600_000,
        aggregation: 'avg',
      })),
      startMs: START_MS,
      endMs: START_MS + hours * 3_600_000,
      resolution,
      withExtremes: resolution === 'hour',
      withCompleteness: resolution === 'hour',
    });
  const offsets = [0, 1, 2, 3];
  const hourly = await Promise.all(offsets.map((offset) => read(offset, 'hour')));
  const raw = await Promise.all(offsets.map((offset) => read(offset, 'raw')));
  const again = await Promise.all(offsets.map((offset) => read(offset, 'hour')));
  for (const [offset, { series }] of [...hourly.entries(), ...again.entries()]) {
    for (const [n, { timesMs, values, min, max, completeness }] of series.entries()) {
      const expected = Array.from({ length: hours }, (_, hour) => ((n * 5 + offset) % count) * 10_000 + hour);
      expect(Array.from(timesMs)).toEqual(expected.map((_, hour) => START_MS + hour * 3_600_000));
      for (const column of [values, min, max]) expect(Array.from(column ?? [])).toEqual(expected);
      expect(Array.from(completeness ?? [])).toEqual(expected.map(() => 1));
      // Neighbours with the same hours share their times, and their shares.
      expect([timesMs === series[0]?.timesMs, completeness === series[0]?.completeness]).toEqual([true, true]);
    }
  }
  for (const [offset, { series }] of raw.entries()) {
    for (const [n, { timesMs, values }] of series.entries()) {
      const steps = Array.from({ length: hours * perHour }, (_, step) => step);
      expect(Array.from(timesMs)).toEqual(steps.map((step) => START_MS + step * 600_000));
      expect(Array.from(values)).toEqual(steps.map((step) => ((n * 5 + offset) % count) * 10_000 + Math.floor(step / perHour)));
    }
  }
});
