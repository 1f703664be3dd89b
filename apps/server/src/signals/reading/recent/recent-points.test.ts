import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSignalStore } from '../../create-signal-store.ts';
import type { SignalMaintenance } from '../../signal-maintenance.ts';
import type { ReadQuery } from '../../signal-reader.ts';
import type { SignalStore } from '../../signal-store.ts';
import type { SignalDatabase } from '../../sql/signal-database.ts';
import { type DatabaseElsewhere, openDatabaseElsewhere } from '../../testing/database-elsewhere.ts';
import { openTestStore, type StoreFixture, toPointColumns } from '../../testing/store-fixture.ts';
import type { DayPoints } from './day-points.ts';
import { pointDays } from './point-days.ts';
import { RecentLoader } from './recent-loader.ts';
import { RecentSlices } from './recent-slices.ts';

const DAY_MS = 86_400_000;
const STEP_MS = 600_000;
const FIRST_DAY = Date.UTC(2026, 2, 1) / DAY_MS;
const MEGABYTE = 1024 * 1024;

let fixture: StoreFixture;
/** The same engine, seen by a process that people ask. */
let elsewhere: DatabaseElsewhere;
let database: SignalDatabase;

beforeAll(async () => {
  fixture = await openTestStore();
  elsewhere = openDatabaseElsewhere(fixture);
  ({ database } = elsewhere);
});
afterAll(async () => {
  await elsewhere.close();
  await fixture.close();
});

const openStore = (recentBytes: number): SignalStore => createSignalStore({ database, directory: fixture.directory, recentBytes });

/** Every chunk that there is, whichever process writes. */
async function loadAll({ loadRecent }: Pick<SignalMaintenance, 'loadRecent'>): Promise<void> {
  while ((await loadRecent({ quietMs: 0 })) > 0);
}

async function rollUpAll(): Promise<void> {
  while ((await fixture.store.rollUp()) > 0);
}

const write = (series: number, timeMs: number, value: number) => fixture.store.writeRaw(toPointColumns([{ series, timeMs, value }]));
const startOf = (day: number): number => (FIRST_DAY + day) * DAY_MS;

function queryOf(series: readonly number[], startMs: number, endMs: number): ReadQuery {
  const seriesQueries = series.map(
    (each) => ({ series: each, kind: 'raw', zone: 'UTC', intervalMs: STEP_MS, aggregation: 'sum' }) as const,
  );
  return { series: seriesQueries, startMs, endMs, resolution: 'raw' };
}

/** What is told, and how many statements it took. */
async function ask(store: SignalStore, query: ReadQuery): Promise<{ values: number[][]; statements: number }> {
  const before = elsewhere.selects.length;
  const { series } = await store.read(query);
  return { values: series.map(({ values }) => Array.from(values)), statements: elsewhere.selects.length - before };
}

const dayOf = (series: number, day = 0) => queryOf([series], startOf(day), startOf(day + 1));

describe('recent days in memory', () => {
  test('once a signal was requested, every signal of its block is answered without the engine', async () => {
    const store = openStore(MEGABYTE);
    const series = fixture.directory.addBlock({ zone: 'UTC' });
    await write(series, startOf(0), 7);
    await write(series + 1, startOf(0), 8);
    expect(await ask(store, dayOf(series))).toEqual({ values: [[7]], statements: 1 });
    await loadAll(store);
    expect(await ask(store, dayOf(series + 1))).toEqual({ values: [[8]], statements: 0 });
    expect(await ask(store, dayOf(series + 2))).toEqual({ values: [[]], statements: 0 });
    expect(await ask(store, queryOf([series + 1, series, series + 1], startOf(0), startOf(1)))).toEqual({
      values: [[8], [7], [8]],
      statements: 0,
    });
  });

  test('a write that another process has acknowledged is in the next response, and so is what it deletes', async () => {
    const store = openStore(MEGABYTE);
    const series = fixture.directory.addBlock({ zone: 'UTC' });
    await write(series, startOf(0), 0);
    await store.read(dayOf(series));
    for (let turn = 1; turn <= 5; turn++) {
      await loadAll(store);
      expect(await ask(store, dayOf(series))).toEqual({ values: [[turn - 1]], statements: 0 });
      await write(series, startOf(0), turn);
      expect(await ask(store, dayOf(series))).toEqual({ values: [[turn]], statements: 1 });
    }
    await loadAll(store);
    await fixture.store.deleteBefore([{ series, kind: 'raw', zone: 'UTC', intervalMs: STEP_MS }], startOf(1));
    expect((await ask(store, dayOf(series))).values).toEqual([[]]);
  });

  test('a change of one day leaves the others in memory, and of what was read before it nothing is read again', async () => {
    const store = openStore(MEGABYTE);
    const series = fixture.directory.addBlock({ zone: 'UTC' });
    // A point near midnight decides how long the last one before it lasts.
    const noonOf = (day: number) => startOf(day) + 12 * 3_600_000;
    for (const day of [0, 1]) await write(series, noonOf(day), day);
    const both = queryOf([series], startOf(0), startOf(2));
    await store.read(both);
    await loadAll(store);
    expect(await ask(store, both)).toEqual({ values: [[0, 1]], statements: 0 });
    await write(series, noonOf(1), 9);
    expect(await ask(store, dayOf(series))).toEqual({ values: [[0]], statements: 0 });
    expect(await ask(store, both)).toEqual({ values: [[0, 9]], statements: 1 });
    const before = elsewhere.selects.length;
    await loadAll(store);
    expect(elsewhere.selects.length - before).toBe(1);
    expect(await ask(store, both)).toEqual({ values: [[0, 9]], statements: 0 });
  });

  test('points that are written while their day is read are in the next response', async () => {
    const series = fixture.directory.addBlock({ zone: 'UTC' });
    await write(series, startOf(0), 0);
    let value = 0;
    const slow: SignalDatabase = {
      ...database,
      select: async (sql, options) => {
        const columns = await database.select(sql, options);
        value += 1;
        await write(series, startOf(0), value);
        return columns;
      },
    };
    const store = createSignalStore({ database: slow, directory: fixture.directory, recentBytes: MEGABYTE });
    for (const turn of [1, 2, 3]) {
      await store.read(dayOf(series));
      await store.loadRecent({ quietMs: 0 });
      expect(value).toBeGreaterThanOrEqual(turn);
      expect((await ask(store, dayOf(series))).values).toEqual([[value]]);
    }
  });

  test('only points as they were received are kept', async () => {
    const store = openStore(MEGABYTE);
    const series = fixture.directory.addBlock({ zone: 'UTC' });
    await write(series, startOf(0), 7);
    await store.read(dayOf(series));
    await loadAll(store);
    const reduced = { ...queryOf([series], startOf(0), startOf(1)), maxPoints: 10 };
    expect((await store.read(reduced)).reduced).toBe(true);
    const hours = await store.read({ ...dayOf(series), resolution: 'hour' });
    expect(Array.from(hours.series[0]?.values ?? [])).toEqual([7]);
    const derived = await store.read({ ...dayOf(series), series: dayOf(series).series.map((each) => ({ ...each, kind: 'derived' })) });
    expect(Array.from(derived.series[0]?.values ?? [])).toEqual([]);
  });
});

describe('what is read into memory', () => {
  let nowMs = 0;
  const openLoader = (maxBytes: number) => {
    const recent = new RecentSlices<DayPoints>({ maxBytes, mostRequestedAtOnce: 32, now: () => nowMs });
    return { recent, loader: new RecentLoader({ database, recent, source: pointDays(database), now: () => nowMs }) };
  };
  const findDays = (recent: RecentSlices<DayPoints>, series: number): number[] =>
    Array.from({ length: 50 }, (_, day) => day).filter((day) => recent.find({ block: series / 256, slice: FIRST_DAY + day }) !== undefined);

  test('while anything is written, only requested days are read, and afterwards the newest days that have been rolled up', async () => {
    const { recent, loader } = openLoader(4 * MEGABYTE);
    const series = fixture.directory.addBlock({ zone: 'UTC' });
    for (let day = 30; day < 36; day++) await write(series, startOf(day), day);
    await rollUpAll();
    for (let turn = 0; turn < 5; turn++) {
      expect(await loader.next()).toBe(0);
      await write(series, startOf(30), turn);
      nowMs += 4_000;
    }
    await rollUpAll();
    expect(await loader.next()).toBe(0);
    nowMs += 5_000;
    expect(await loader.next()).toBe(4);
    expect(findDays(recent, series)).toEqual([32, 33, 34, 35]);
  });

  test('days that were not requested are read as far as there is room, and then no more', async () => {
    const series = fixture.directory.addBlock({ zone: 'UTC' });
    const places = Array.from({ length: 1_440 * 10 }, (_, i) => ({ slot: i % 10, timeMs: startOf(36) + Math.floor(i / 10) * 60_000 }));
    for (let day = 0; day < 5; day++) {
      await fixture.store.writeRaw(
        toPointColumns(places.map(({ slot, timeMs }) => ({ series: series + slot, timeMs: timeMs + day * DAY_MS, value: slot }))),
      );
    }
    await rollUpAll();
    const { recent, loader } = openLoader(500_000);
    while ((await loader.next({ quietMs: 0 })) > 0);
    expect(findDays(recent, series)).toEqual([37, 38, 39, 40]);
    const { bytes } = recent;
    await write(series, startOf(0), 1);
    nowMs += 60_000;
    const before = elsewhere.selects.length;
    expect(await loader.next({ quietMs: 0 })).toBe(0);
    expect([recent.bytes, elsewhere.selects.length - before]).toEqual([bytes, 0]);
  });

  test('a requested day is read when it has not changed for a while, whatever else is written', async () => {
    const { recent, loader } = openLoader(4 * MEGABYTE);
    const [series, other] = [fixture.directory.addBlock({ zone: 'UTC' }), fixture.directory.addBlock({ zone: 'UTC' })];
    recent.requestPrefetch({ blocks: [series / 256], first: FIRST_DAY, last: FIRST_DAY });
    for (let turn = 0; turn < 3; turn++) {
      await write(series, startOf(0), turn);
      expect(await loader.next()).toBe(0);
      nowMs += 4_000;
    }
    await write(other, startOf(0), 1);
    nowMs += 2_000;
    expect(await loader.next()).toBe(1);
    expect(findDays(recent, series)).toEqual([0]);
  });

  test('a day requested lately is read again after it changed, and one no longer requested is not', async () => {
    const { recent, loader } = openLoader(4 * MEGABYTE);
    const series = fixture.directory.addBlock({ zone: 'UTC' });
    const seriesQuery = { blocks: [series / 256], first: FIRST_DAY, last: FIRST_DAY };
    const readAgain = async (): Promise<number> => {
      await write(series, startOf(0), nowMs);
      let days = 0;
      for (let look = 0; look < 4; look++) {
        await write(series, startOf(20), look);
        nowMs += 6_000;
        days += await loader.next();
      }
      return days;
    };
    await write(series, startOf(0), 0);
    recent.requestPrefetch(seriesQuery);
    expect(await readAgain()).toBe(1);
    recent.lookUp(seriesQuery);
    expect(await readAgain()).toBe(1);
    nowMs += 3_600_000;
    expect(await readAgain()).toBe(0);
  });

  test('where others may write past us, nothing is kept', async () => {
    const recent = new RecentSlices<DayPoints>({ maxBytes: MEGABYTE, mostRequestedAtOnce: 32 });
    const loader = new RecentLoader({
      database: { ...database, findChange: () => Promise.resolve(undefined) },
      recent,
      source: pointDays(database),
    });
    recent.requestPrefetch({ blocks: [1], first: FIRST_DAY, last: FIRST_DAY });
    const before = elsewhere.selects.length;
    expect([await loader.next({ quietMs: 0 }), recent.bytes, elsewhere.selects.length - before]).toEqual([0, 0, 0]);
  });
});

describe('memory and engine', () => {
  const offset = fc.oneof(
    { weight: 4, arbitrary: fc.nat(6 * 24).map((place) => place * STEP_MS) },
    { weight: 1, arbitrary: fc.nat(DAY_MS - 1) },
    { weight: 1, arbitrary: fc.constantFrom(0, DAY_MS - 1, -1) },
  );
  const time = fc.record({ day: fc.nat(3), offset }).map((at) => startOf(at.day) + at.offset);
  const slot = fc.constantFrom(0, 1, 255, 256, 300);
  const point = fc.record({ slot, timeMs: time, value: fc.double({ noNaN: true, noDefaultInfinity: true }) });
  const points = fc.array(point, { minLength: 1, maxLength: 30 });
  const change = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('write' as const), points }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const), slot, beforeMs: time }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'rollUp' } as const) },
    { weight: 1, arbitrary: fc.constant({ kind: 'nothing' } as const) },
  );
  type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;
  const round = fc.record({ change, slots: fc.array(slot, { minLength: 1, maxLength: 5 }), one: time, other: time });

  async function make(each: Change, { first, shift }: { first: number; shift: number }): Promise<void> {
    if (each.kind === 'write') {
      const shifted = each.points.map((one) => ({ series: first + one.slot, timeMs: one.timeMs + shift, value: one.value }));
      await fixture.store.writeRaw(toPointColumns(shifted));
    } else if (each.kind === 'rollUp') await rollUpAll();
    else if (each.kind === 'forget') {
      await fixture.store.deleteBefore(
        [{ series: first + each.slot, kind: 'raw', zone: 'UTC', intervalMs: STEP_MS }],
        each.beforeMs + shift,
      );
    }
  }

  test('give the same bit for bit, whatever is written, corrected and deleted between', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 4 }), fc.constantFrom(0, -40_000 * DAY_MS), async (rounds, shift) => {
        // Blocks follow each other.
        const first = fixture.directory.addBlock({ zone: 'UTC' });
        fixture.directory.addBlock({ zone: 'UTC' });
        const [store, withoutMemory] = [openStore(500_000), openStore(0)];
        const everything = queryOf(
          [300, 0, 1, 255, 256, 0].map((each) => first + each),
          startOf(0) + shift,
          startOf(4) + shift,
        );
        await store.read(everything);
        for (const { slots, one, other, change: each } of rounds) {
          await loadAll(store);
          const before = elsewhere.selects.length;
          await store.read(everything);
          expect(elsewhere.selects.length, 'what was read last is in memory').toBe(before);
          await make(each, { first, shift });
          const part = queryOf(
            slots.map((position) => first + position),
            Math.min(one, other) + shift,
            Math.max(one, other) + shift,
          );
          for (const query of [part, everything]) expect(toBits(await store.read(query))).toEqual(toBits(await withoutMemory.read(query)));
        }
      }),
      { numRuns: 8 },
    );
  });
});

function toBits({ reduced, series }: Awaited<ReturnType<SignalStore['read']>>): unknown {
  const bits = (column: Float64Array | undefined) =>
    column && Buffer.from(column.buffer, column.byteOffset, column.byteLength).toString('hex');
  return {
    reduced,
    series: series.map(({ timesMs, values, min, max, completeness }) => [timesMs, values, min, max, completeness].map(bits)),
  };
}
