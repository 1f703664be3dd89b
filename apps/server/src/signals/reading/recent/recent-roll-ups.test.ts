import { dayBounds, dayStart, localDay } from '@solvane/energy/time/local-day';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSignalStore } from '../../create-signal-store.ts';
import type { PointKind } from '../../point-kind.ts';
import type { SignalMaintenance } from '../../signal-maintenance.ts';
import type { Aggregation, GroupMember, GroupQuery, ReadQuery, TreeAggregation } from '../../signal-reader.ts';
import type { SignalStore } from '../../signal-store.ts';
import type { SignalDatabase } from '../../sql/signal-database.ts';
import { type DatabaseElsewhere, openDatabaseElsewhere } from '../../testing/database-elsewhere.ts';
import { DIRECTION, openTestStore, type StoreFixture, type TestPoint, toPointColumns } from '../../testing/store-fixture.ts';
import type { MonthRollUps } from './month-roll-ups.ts';
import { RecentLoader } from './recent-loader.ts';
import { isUnchanged, RecentSlices } from './recent-slices.ts';
import { rollUpMonths } from './roll-up-months.ts';

const HOUR_MS = 3_600_000;
const MEGABYTE = 1024 * 1024;
const STOCKHOLM = 'Europe/Stockholm';
/** The clock goes forward in the middle. */
const FIRST = localDay(2026, 3, 10);
const DAYS = 40;
const ESTIMATED = 2 ** 16;

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

async function loadAll({ loadRecent }: Pick<SignalMaintenance, 'loadRecent'>): Promise<void> {
  while ((await loadRecent({ quietMs: 0 })) > 0);
}

async function rollUpAll(): Promise<void> {
  while ((await fixture.store.rollUp()) > 0);
}

const addBlock = (kind: PointKind = 'raw', zone = STOCKHOLM): number => fixture.directory.addBlock({ kind, zone, intervalMs: HOUR_MS });
const write = (points: readonly TestPoint[]) => fixture.store.writeRaw(toPointColumns(points));
/** A point for each hour of a day of Stockholm. */
const hoursOf = (series: number, day: number, value: number): TestPoint[] => {
  const { startMs, endMs } = dayBounds(FIRST + day, STOCKHOLM);
  return Array.from({ length: (endMs - startMs) / HOUR_MS }, (_, hour) => ({ series, timeMs: startMs + hour * HOUR_MS, value }));
};
const daysOf = (series: number, days: number, value = 1): TestPoint[] =>
  Array.from({ length: days }, (_, day) => hoursOf(series, day, value)).flat();

interface RequestedMember {
  series: number;
  kind?: PointKind;
  zone?: string;
  aggregation?: Aggregation;
  group?: number;
}

function memberOf({ series, kind = 'raw', zone = STOCKHOLM, aggregation = 'sum', group = 0 }: RequestedMember): GroupMember {
  return { series, kind, zone, aggregation, group, capacity: 1 + (series % 5), intervalMs: HOUR_MS };
}

/** The first days of all, in whole local days. */
function sumOf(series: readonly number[], days = DAYS, from = 0): GroupQuery {
  return {
    members: series.map((each) => memberOf({ series: each })),
    treeAggregation: 'sum',
    resolution: 'day',
    minCompleteness: 0,
    startMs: dayStart(FIRST + from, STOCKHOLM),
    endMs: dayStart(FIRST + days, STOCKHOLM),
  };
}

/** What is cached, and how many statements it took. */
async function ask(store: SignalStore, query: GroupQuery): Promise<{ values: number[][]; statements: number }> {
  const before = elsewhere.selects.length;
  const { groups } = await store.readGroups(query);
  return { values: groups.map(({ values }) => Array.from(values)), statements: elsewhere.selects.length - before };
}

describe('days of roll-ups in memory', () => {
  test('sums not requested before take no statement, whichever devices they are of', async () => {
    const [one, other] = [addBlock(), addBlock()];
    await write([...daysOf(one, DAYS), ...daysOf(one + 1, DAYS, 2), ...daysOf(other, 3, 4)]);
    await rollUpAll();
    const store = openStore(4 * MEGABYTE);
    await loadAll(store);
    const hours = (value: number) => Array.from({ length: DAYS }, (_, day) => (FIRST + day === localDay(2026, 3, 29) ? 23 : 24) * value);
    expect(await ask(store, sumOf([one]))).toEqual({ values: [hours(1)], statements: 0 });
    expect(await ask(store, sumOf([one + 1, one]))).toEqual({ values: [hours(3)], statements: 0 });
    expect(await ask(store, sumOf([one, other], 4))).toEqual({ values: [[5 * 24, 5 * 24, 5 * 24, 24]], statements: 0 });
    expect(await ask(store, sumOf([one + 2]))).toEqual({ values: [[]], statements: 0 });
  });

  test('a cache miss leaves a prefetch request, which is served at the next look', async () => {
    const series = addBlock();
    await write(daysOf(series, 3));
    await rollUpAll();
    const store = openStore(4 * MEGABYTE);
    let prefetchRequests = 0;
    const unsubscribe = store.onPrefetchRequest(() => {
      prefetchRequests += 1;
    });
    expect((await ask(store, sumOf([series], 2))).statements).toBeGreaterThan(0);
    expect(prefetchRequests).toBe(1);
    expect(await store.loadRecent({ quietMs: 0 })).toBeGreaterThan(0);
    expect(await ask(store, sumOf([series], 3))).toEqual({ values: [[24, 24, 24]], statements: 0 });
    unsubscribe();
    await ask(store, sumOf([addBlock()]));
    const full = openStore(0);
    full.onPrefetchRequest(() => {
      prefetchRequests += 1;
    });
    await ask(full, sumOf([series]));
    expect(prefetchRequests).toBe(1);
  });

  test('late points are in the next response, before they are rolled up and after it, and days without any stay in memory', async () => {
    const [series, other] = [addBlock(), addBlock()];
    await write([...daysOf(series, 20), ...daysOf(other, 20)]);
    await rollUpAll();
    const store = openStore(4 * MEGABYTE);
    await loadAll(store);
    for (let turn = 2; turn < 5; turn++) {
      await write(hoursOf(series, 10, turn));
      // Reads that find no change are cached: another period is another query.
      const late = await ask(store, sumOf([series], 12 + turn, 10));
      expect([late.values[0]?.[0], late.values[0]?.[1]]).toEqual([24 * turn, 24]);
      expect(late.statements).toBeGreaterThan(0);
      expect(await ask(store, sumOf([series], 7, turn - 2))).toMatchObject({ statements: 0 });
      expect(await ask(store, sumOf([other], 20, turn - 2))).toMatchObject({ statements: 0 });
      await rollUpAll();
      const rolledUp = await ask(store, sumOf([series, series + 1], 12 + turn, 10));
      expect(rolledUp.values[0]?.[0]).toBe(24 * turn);
      expect(rolledUp.statements).toBeGreaterThan(0);
      await loadAll(store);
      expect(await ask(store, sumOf([series, series + 2], 12 + turn, 10))).toEqual({ values: rolledUp.values, statements: 0 });
    }
  });

  test('months that are read while a day of them waits are cached around it, and are read again once it is rolled up', async () => {
    const series = addBlock();
    await write(daysOf(series, 20));
    await rollUpAll();
    await write(hoursOf(series, 10, 5));
    const store = openStore(4 * MEGABYTE);
    await ask(store, sumOf([series], 20));
    await loadAll(store);
    expect(await ask(store, sumOf([series], 8))).toMatchObject({ statements: 0 });
    const around = await ask(store, sumOf([series], 19));
    expect(around.values[0]?.[10]).toBe(24 * 5);
    // The marks are known, only the roll-ups and points are read.
    expect(around.statements).toBe(1);
    await rollUpAll();
    await ask(store, sumOf([series], 18));
    await loadAll(store);
    const after = await ask(store, sumOf([series], 17));
    expect([after.values[0]?.[10], after.statements]).toEqual([24 * 5, 0]);
  });

  test('what is deleted is in no response, nor what was recalculated', async () => {
    const [series, derived] = [addBlock(), addBlock('derived')];
    await write(daysOf(series, 5));
    const replace = (value: number, rollUp: boolean) => {
      const points = toPointColumns(daysOf(derived, 5, value));
      const calendar = { zone: STOCKHOLM, intervalMs: HOUR_MS, directions: new Set<number>() };
      return fixture.store.replaceComputed({
        startMs: dayStart(FIRST, STOCKHOLM),
        endMs: dayStart(FIRST + 5, STOCKHOLM),
        derived: { series: [derived], points: { ...points, weights: new Float64Array(points.series.length) } },
        rollUp: rollUp ? calendar : undefined,
      });
    };
    await replace(1, true);
    await rollUpAll();
    const store = openStore(4 * MEGABYTE);
    await loadAll(store);
    const computed = (days: number): GroupQuery => ({ ...sumOf([], days), members: [memberOf({ series: derived, kind: 'derived' })] });
    expect(await ask(store, computed(1))).toEqual({ values: [[24]], statements: 0 });
    await replace(2, true);
    expect(await ask(store, computed(2))).toMatchObject({ values: [[48, 48]] });
    await replace(3, false);
    expect(await ask(store, computed(3))).toMatchObject({ values: [[72, 72, 72]] });
    await loadAll(store);
    expect(await ask(store, computed(4))).toMatchObject({ values: [[72, 72, 72, 72]] });
    await rollUpAll();
    await fixture.store.deleteBefore([memberOf({ series })], dayStart(FIRST + 2, STOCKHOLM));
    expect(await ask(store, sumOf([series], 4))).toMatchObject({ values: [[24, 24]] });
    await loadAll(store);
    expect(await ask(store, sumOf([series], 5))).toEqual({ values: [[24, 24, 24]], statements: 0 });
  });

  test('once what has changed is read again, the engine vouches for the others as well, so that a fleet is true together', async () => {
    const [one, other] = [addBlock(), addBlock()];
    await write([...daysOf(one, 20), ...daysOf(other, 20)]);
    await rollUpAll();
    let nowMs = 0;
    const recent = new RecentSlices<MonthRollUps>({ maxBytes: MEGABYTE, mostRequestedAtOnce: 256 });
    const loader = new RecentLoader({ database, recent, source: rollUpMonths(database), now: () => nowMs });
    const march = 2026 * 12 + 2;
    const fleet = { blocks: [one / 256, other / 256], first: march, last: march };
    const isTrue = async () => {
      const change = await database.findChange({ blocks: fleet.blocks, first: FIRST, last: FIRST + 15 });
      const kept = recent.lookUp(fleet);
      return change !== undefined && kept !== undefined && isUnchanged(kept, change);
    };
    recent.requestPrefetch(fleet);
    while ((await loader.next({ quietMs: 0 })) > 0);
    expect(await isTrue()).toBe(true);
    await write(hoursOf(one, 10, 5));
    await rollUpAll();
    expect(await isTrue()).toBe(false);
    nowMs += 20_000;
    while ((await loader.next({ quietMs: 0 })) > 0);
    expect(await isTrue()).toBe(true);
  });

  test('days that are written while their month is read are in the next response', async () => {
    const series = addBlock();
    await write(daysOf(series, 2));
    await rollUpAll();
    let value = 1;
    const slow: SignalDatabase = {
      ...database,
      select: async (sql, options) => {
        const columns = await database.select(sql, options);
        if (!sql.includes('from solvane.rollup_day') || options?.lane !== 'background') return columns;
        value += 1;
        await write(daysOf(series, 2, value));
        await rollUpAll();
        return columns;
      },
    };
    const store = createSignalStore({ database: slow, directory: fixture.directory, recentBytes: MEGABYTE });
    for (const turn of [1, 2, 3]) {
      await store.readGroups(sumOf([series], 1));
      await store.loadRecent({ quietMs: 0 });
      expect(value).toBeGreaterThan(turn);
      expect((await ask(store, sumOf([series], 2))).values).toEqual([[24 * value, 24 * value]]);
    }
  });

  test('what roll-ups of days do not suffice for is read by the engine, and nothing is prefetched', async () => {
    const series = addBlock();
    await write(daysOf(series, DAYS));
    await rollUpAll();
    const store = openStore(4 * MEGABYTE);
    let prefetchRequests = 0;
    store.onPrefetchRequest(() => {
      prefetchRequests += 1;
    });
    const query = sumOf([series]);
    const others: GroupQuery[] = [
      { ...query, resolution: 'hour' },
      { ...query, resolution: 'month', startMs: dayStart(localDay(2026, 3, 1), STOCKHOLM) },
      { ...query, startMs: query.startMs + HOUR_MS },
      { ...query, endMs: query.endMs - HOUR_MS },
      { ...query, treeAggregation: 'or', members: [memberOf({ series, aggregation: 'or' })] },
      ...(['first', 'last', 'median', 'mode', 'or'] as const).map((aggregation) => ({
        ...query,
        members: [memberOf({ series, aggregation })],
      })),
    ];
    for (const other of others) expect((await ask(store, other)).statements).toBeGreaterThan(0);
    // What is read in the background is not waited for.
    await store.readGroups(query, { lane: 'background' });
    expect(prefetchRequests).toBe(0);
  });

  test('with a small cache responses are the same, and nothing is cached where others may write past us', async () => {
    const blocks = Array.from({ length: 6 }, () => addBlock());
    await write(blocks.flatMap((series) => daysOf(series, 30)));
    await rollUpAll();
    const room = 30_000;
    const recent = new RecentSlices<MonthRollUps>({ maxBytes: room, mostRequestedAtOnce: 256 });
    const loader = new RecentLoader({ database, recent, source: rollUpMonths(database) });
    for (const series of blocks) {
      recent.requestPrefetch({ blocks: [series / 256], first: 2026 * 12 + 2, last: 2026 * 12 + 3 });
      while ((await loader.next({ quietMs: 0 })) > 0) expect(recent.bytes).toBeLessThanOrEqual(room);
    }
    expect(recent.find({ block: (blocks.at(-1) ?? 0) / 256, slice: 2026 * 12 + 2 })).toBeDefined();
    const store = openStore(2 * room);
    for (const days of [10, 20, 30]) {
      expect((await ask(store, sumOf(blocks, days))).values[0]?.slice(0, 3)).toEqual([144, 144, 144]);
      await loadAll(store);
    }
    const blind = new RecentLoader({ database: { findChange: () => Promise.resolve(undefined) }, recent, source: rollUpMonths(database) });
    expect(await blind.next({ quietMs: 0 })).toBe(0);
  });
});

const AGGREGATIONS = ['avg', 'sum', 'count', 'min', 'max', 'circ', 'circSigned'] as const;
const COMBINATIONS = ['sum', 'avg', 'cap', 'min', 'max', 'circ', 'ratio'] as const satisfies readonly TreeAggregation[];

describe('memory and engine', () => {
  interface Fleet {
    blocks: readonly { first: number; kind: PointKind; zone: string }[];
  }

  /** Blocks of every kind, most of them by one clock. */
  function openFleet(zone: string): Fleet {
    const kinds = ['raw', 'raw', 'validated', 'derived'] as const;
    return { blocks: kinds.map((kind) => ({ first: addBlock(kind, zone), kind, zone })) };
  }

  const seed = fc.integer({ min: 1, max: 2 ** 31 });
  const SLOTS = [0, 1, DIRECTION, 255] as const;

  /** Some points of some days; others get none. */
  function randomPoints({ first, zone }: Fleet['blocks'][number], random: () => number, days: number): TestPoint[] {
    return SLOTS.flatMap((slot) => {
      const share = random() < 0.3 ? 1 : random();
      const measure = () => (slot === DIRECTION ? 360 * random() : 100 * random() - 20);
      const ofDay = (day: number): TestPoint[] => {
        const { startMs, endMs } = dayBounds(FIRST + day, zone);
        const hours = Array.from({ length: (endMs - startMs) / HOUR_MS }, (_, hour) => startMs + hour * HOUR_MS);
        return hours.filter(() => random() < share).map((timeMs) => ({ series: first + slot, timeMs, value: measure() }));
      };
      return Array.from({ length: days }, (_, day) => (random() < 0.2 ? [] : ofDay(day))).flat();
    });
  }

  async function writeFleet({ blocks }: Fleet, random: () => number, days: number): Promise<void> {
    for (const block of blocks) {
      const points = toPointColumns(randomPoints(block, random, days));
      if (block.kind === 'raw') {
        await fixture.store.writeRaw(points);
        continue;
      }
      const some = (of: () => number) => Float64Array.from(points.series, of);
      const values = points.values.map((value) => (random() < 0.1 ? Number.NaN : value));
      const series = SLOTS.map((slot) => block.first + slot);
      await fixture.store.replaceComputed({
        startMs: dayStart(FIRST, block.zone),
        endMs: dayStart(FIRST + days, block.zone),
        ...(block.kind === 'validated'
          ? {
              validated: {
                series,
                points: {
                  ...points,
                  values,
                  flags: Uint32Array.from(some(() => (random() < 0.3 ? ESTIMATED : 0))),
                  methods: new Uint8Array(values.length),
                },
              },
            }
          : { derived: { series, points: { ...points, weights: some(() => (random() < 0.5 ? 0 : 10_000 * random())) } } }),
        rollUp: random() < 0.5 ? { zone: block.zone, intervalMs: HOUR_MS, directions: new Set([block.first + DIRECTION]) } : undefined,
      });
    }
  }

  function randomOf(start: number): () => number {
    let state = start;
    return () => {
      state = (1_664_525 * state + 1_013_904_223) % 2 ** 32;
      return state / 2 ** 32;
    };
  }

  const oneOf = <T>(random: () => number, list: readonly T[]): T => {
    const one = list[Math.floor(random() * list.length)];
    if (one === undefined) throw new Error('An empty list');
    return one;
  };

  function randomQuery({ blocks }: Fleet, random: () => number): { groups: GroupQuery; devices: ReadQuery } {
    const aggregation = oneOf(random, AGGREGATIONS);
    const requested = [...blocks, ...blocks]
      .slice(Math.floor(random() * blocks.length))
      .slice(0, 1 + Math.floor(random() * blocks.length))
      .flatMap(({ first, kind, zone }) =>
        SLOTS.map((slot) => ({ series: first + slot, kind, zone, aggregation, group: Math.floor(3 * random()) })),
      );
    const [from, to] = [Math.floor(random() * DAYS), Math.floor(random() * DAYS) + 1].toSorted((left, right) => left - right);
    const zone = blocks[0]?.zone ?? STOCKHOLM;
    const period = { startMs: dayStart(FIRST + (from ?? 0), zone), endMs: dayStart(FIRST + (to ?? 0) + (from === to ? 1 : 0), zone) };
    const resolution = oneOf(random, ['day', 'day', 'week'] as const);
    const horizonMs = random() < 0.3 ? period.startMs + Math.floor(random() * (period.endMs - period.startMs)) : undefined;
    const members = requested.map(memberOf);
    const facet = random() < 0.2 ? ('estimated' as const) : ('value' as const);
    return {
      groups: {
        ...{ ...period, resolution, horizonMs },
        members: members.map((member) => (member.kind === 'validated' ? { ...member, facet } : member)),
        treeAggregation: oneOf(random, COMBINATIONS),
        minCompleteness: oneOf(random, [0, 0.25, 0.5, 1]),
      },
      devices: {
        ...{ ...period, resolution, horizonMs },
        series: [...members, ...members.slice(0, 2)],
        withExtremes: random() < 0.5,
        withCompleteness: random() < 0.5,
      },
    };
  }

  test.each([
    [STOCKHOLM, 'a month with a day of 23 hours'],
    ['Asia/Kathmandu', 'intervals that cross its hours'],
    ['America/St_Johns', 'a day that is half an hour off'],
  ])('tell the same in %s, with %s, whatever is written, rolled up or not', { timeout: 120_000 }, async (zone) => {
    await fc.assert(
      fc.asyncProperty(seed, async (start) => {
        const random = randomOf(start);
        const fleet = openFleet(zone);
        const [store, withoutMemory] = [openStore(4 * MEGABYTE), openStore(0)];
        for (let round = 0; round < 2; round++) {
          await writeFleet(fleet, random, round === 0 ? DAYS : Math.ceil(random() * DAYS));
          if (round > 0) await compare(fleet, random, { store, withoutMemory });
          if (random() < 0.5) await fixture.store.rollUp();
          await compare(fleet, random, { store, withoutMemory });
          await rollUpAll();
          await compare(fleet, random, { store, withoutMemory });
          await store.readGroups(everything(fleet));
          await loadAll(store);
          for (let turn = 0; turn < 10; turn++) await compare(fleet, random, { store, withoutMemory, isInMemory: true });
        }
      }),
      { numRuns: 1 },
    );
  });

  function everything({ blocks }: Fleet): GroupQuery {
    const query = sumOf([]);
    const zone = blocks[0]?.zone ?? STOCKHOLM;
    return {
      ...query,
      startMs: dayStart(FIRST, zone),
      endMs: dayStart(FIRST + DAYS, zone),
      members: blocks.map(({ first, kind }) => memberOf({ series: first, kind, zone })),
    };
  }

  interface Compared {
    store: SignalStore;
    withoutMemory: SignalStore;
    isInMemory?: boolean;
  }

  async function compare(fleet: Fleet, random: () => number, { store, withoutMemory, isInMemory = false }: Compared): Promise<void> {
    const { groups, devices } = randomQuery(fleet, random);
    const before = elsewhere.selects.length;
    const cached = [await store.readGroups(groups), await store.read(devices)] as const;
    if (isInMemory) expect(elsewhere.selects.length - before, 'is cached from memory').toBe(0);
    const [ofGroups, ofDevices] = [await withoutMemory.readGroups(groups), await withoutMemory.read(devices)];
    const name = `${groups.resolution} ${groups.treeAggregation} ${groups.members[0]?.aggregation} ${groups.minCompleteness}`;
    expect(cached[0].groups.length).toBe(ofGroups.groups.length);
    cached[0].groups.forEach(({ timesMs, values, completeness }, n) => {
      const expected = ofGroups.groups[n];
      expect(Array.from(timesMs), name).toEqual(Array.from(expected?.timesMs ?? []));
      expectClose(values, expected?.values, name);
      expectClose(completeness, expected?.completeness, name);
    });
    expect(cached[1].series.length).toBe(ofDevices.series.length);
    cached[1].series.forEach((series, n) => {
      const expected = ofDevices.series[n];
      expect(Array.from(series.timesMs), name).toEqual(Array.from(expected?.timesMs ?? []));
      for (const column of ['values', 'min', 'max', 'completeness'] as const)
        expectClose(series[column], expected?.[column], `${column} ${name}`);
    });
  }

  /** Sums are added in another order. */
  function expectClose(cached: Float64Array | undefined, expected: Float64Array | undefined, name: string): void {
    expect(cached?.length, name).toBe(expected?.length);
    cached?.forEach((value, i) => {
      const other = expected?.[i] ?? Number.NaN;
      const isClose = Object.is(value, other) || Math.abs(value - other) <= 1e-9 * Math.max(1, Math.abs(other));
      if (!isClose) expect(value, `${name} at ${i}`).toBe(other);
    });
  }
});
