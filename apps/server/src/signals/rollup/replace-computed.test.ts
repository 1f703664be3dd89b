import { AppError } from '@solvane/contract/errors';
import { dayBounds, localDay, type Period } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DerivedColumns, Replacement, ValidatedColumns } from '../signal-writer.ts';
import { ACCUMULATOR } from '../sql/accumulator.ts';
import { selectLatest } from '../sql/latest.ts';
import { numbersOf, textsOf } from '../sql/native-format.ts';
import { pointSource } from '../sql/point-source.ts';
import { VERSION_NOW } from '../sql/point-tables.ts';
import type { SignalDatabase } from '../sql/signal-database.ts';
import { DIRECTION, openTestStore, type StoreFixture } from '../testing/store-fixture.ts';
import { ComputedWriter } from './computed-writer.ts';
import { replaceComputed } from './replace-computed.ts';

const STEP_MS = 600_000;
const KEYS = { rollup_day: 'toInt32(day)', rollup_month: 'toInt32(month)' } as const;

let fixture: StoreFixture;
beforeAll(async () => {
  fixture = await openTestStore();
});
afterAll(() => fixture.close());

test.each([
  ['Europe/Stockholm', 'a day of 23 hours and the end of a month', localDay(2025, 3, 29), localDay(2025, 4, 1)],
  ['America/St_Johns', 'a zone half an hour off, and a day of 25 hours', localDay(2025, 11, 1), localDay(2025, 11, 3)],
])('in %s, with %s, computed points are rolled up at once as they would be in the background', async (zone, _what, first, last) => {
  const period = { startMs: dayBounds(first, zone).startMs, endMs: dayBounds(last, zone).endMs };
  const [here, later] = [openBlocks(zone), openBlocks(zone)];
  for (const [seed, shareOfPoints] of [
    [1, 0.9],
    // Whole hours and days are empty now, and one series is.
    [2, 0.05],
  ] as const) {
    const columns = (blocks: Blocks): Replacement => ({ ...period, ...randomPoints(blocks, { ...period, seed, shareOfPoints }) });
    const rollUp = { zone, intervalMs: STEP_MS, directions: new Set([here.validated + DIRECTION, here.derived + DIRECTION]) };
    await fixture.store.replaceComputed({ ...columns(here), rollUp });
    expect(await fixture.store.rollUp()).toBe(0);
    await fixture.store.replaceComputed(columns(later));
    while ((await fixture.store.rollUp()) > 0);
    for (const table of ['rollup_day', 'rollup_month'] as const) {
      for (const kind of ['validated', 'derived'] as const) {
        const [rows, expected] = [await readRows(table, here[kind]), await readRows(table, later[kind])];
        expect([...rows.keys()], `${table} of ${kind} points`).toEqual([...expected.keys()]);
        for (const [key, columnsOfRow] of expected) expectClose(rows.get(key), columnsOfRow, `${table} ${kind} ${key}`);
      }
    }
  }
});

test('where an interval crosses the edge of an hour, days stay marked for the background', async () => {
  const zone = 'Asia/Kathmandu';
  const { startMs, endMs } = dayBounds(localDay(2025, 5, 5), zone);
  const { derived } = openBlocks(zone);
  const points = {
    series: Uint32Array.of(derived),
    timesMs: Float64Array.of(startMs),
    values: Float64Array.of(5),
    weights: new Float64Array(1),
  };
  const rollUp = { zone, intervalMs: 1_800_000, directions: new Set<number>() };
  await fixture.store.replaceComputed({ startMs, endMs, derived: { series: [derived], points }, rollUp });
  expect((await fixture.store.rollUpState()).pendingBlockDays).toBe(2);
  while ((await fixture.store.rollUp()) > 0);
});

test('days that were to be rolled up for another reason still are', async () => {
  const zone = 'Europe/Stockholm';
  const period = dayBounds(localDay(2025, 6, 5), zone);
  const { validated, derived } = openBlocks(zone);
  const write = () =>
    fixture.store.replaceComputed({
      ...period,
      ...randomPoints({ validated, derived }, { ...period, seed: 3, shareOfPoints: 1 }),
      rollUp: { zone, intervalMs: STEP_MS, directions: new Set() },
    });
  await write();
  expect((await fixture.store.rollUpState()).pendingBlockDays).toBe(0);
  await fixture.store.invalidateRollups([derived], period);
  await write();
  expect((await fixture.store.rollUpState()).pendingBlockDays).toBe(2);
  expect(await fixture.store.rollUp()).toBe(2);
});

test('of a day that is computed again only the chunks that differ are written, with their day', async () => {
  const zone = 'Europe/Stockholm';
  const period = dayBounds(localDay(2025, 7, 1), zone);
  const blocks = openBlocks(zone);
  const rollUp = { zone, intervalMs: STEP_MS, directions: new Set<number>() };
  const computed = randomPoints(blocks, { ...period, seed: 4, shareOfPoints: 1 });
  const write = () => fixture.store.replaceComputed({ ...period, ...computed, rollUp });
  await write();
  const after = await readClock();
  await write();
  expect(await countSince(after, blocks)).toEqual({ chunk_validated: 0, chunk_derived: 0, rollup_day: 0 });
  const { validated, derived } = computed;
  if (!validated || !derived) throw new Error('Both kinds were to be computed');
  validated.points.flags[3] = 12;
  derived.points.values[5] = -7;
  derived.points.weights[5] = 2;
  await write();
  expect(await countSince(after, blocks)).toEqual({ chunk_validated: 1, chunk_derived: 1, rollup_day: 2 });
  expect((await fixture.store.rollUpState()).pendingBlockDays).toBe(0);
});

test('the newest computed point of each series is kept beside the points, as the engine would find it among them', async () => {
  const zone = 'Europe/Stockholm';
  const period = dayBounds(localDay(2025, 8, 3), zone);
  const blocks = openBlocks(zone);
  const rollUp = { zone, intervalMs: STEP_MS, directions: new Set<number>() };
  await fixture.store.replaceComputed({ ...period, ...randomPoints(blocks, { ...period, seed: 7, shareOfPoints: 0.5 }), rollUp });
  for (const kind of ['validated', 'derived'] as const) {
    const source = pointSource({ database: 'solvane', kind, columns: ['flags'] });
    const where = `series between ${blocks[kind]} and ${blocks[kind] + SERIES - 1}`;
    const found = await fixture.database.select(
      `select series, newestValue as value, newestFlags as flags, toUnixTimestamp64Milli(at) as ms from (${selectLatest(source, where)}) order by series`,
    );
    const kept = await fixture.database.select(
      `select series, value, flags, toUnixTimestamp64Milli(time) as ms from solvane.point_latest final where ${where} order by series`,
    );
    expect(found.rowCount).toBe(SERIES);
    expect(kept).toEqual(found);
  }
});

test('the newest point follows a value that changes, and not one of an earlier day', async () => {
  const [day, dayBefore] = [dayBounds(localDay(2025, 8, 5), 'UTC'), dayBounds(localDay(2025, 8, 4), 'UTC')];
  const { validated } = openBlocks('UTC');
  const write = async ({ startMs, endMs }: Period, values: readonly number[]) => {
    const points = {
      series: new Uint32Array(values.length).fill(validated),
      timesMs: Float64Array.from(values, (_, i) => startMs + i * STEP_MS),
      values: Float64Array.from(values),
      flags: Uint32Array.from(values, (_, i) => i),
      methods: new Uint8Array(values.length),
    };
    await fixture.store.replaceComputed({ startMs, endMs, validated: { series: [validated], points } });
    const { timesMs, values: newest, flags } = await fixture.store.readLatest([validated]);
    return [timesMs[0], newest[0], flags[0]];
  };
  const lastMs = day.startMs + 2 * STEP_MS;
  expect(await write(day, [1, 2, 3, Number.NaN])).toEqual([lastMs, 3, 2]);
  expect(await write(dayBefore, [7, 8, 9, 10])).toEqual([lastMs, 3, 2]);
  expect(await write(day, [1, 2, 4, Number.NaN])).toEqual([lastMs, 4, 2]);
  expect(await write(day, [1, 2, 4, 0])).toEqual([lastMs + STEP_MS, 0, 3]);
});

test.each([
  ['on the first day of 1970', 0],
  ['before 1970', Date.UTC(1969, 11, 30)],
  ['behind what 32 bits of seconds can say', Date.UTC(2150, 0, 1)],
])('points and their roll-ups %s are read back as they were written, also where all of them are 0', async (_when, startMs) => {
  const period = { startMs, endMs: startMs + DAY_MS };
  for (const [values, offsetMs] of [
    [[0, 0, 0], 0],
    [[-0, 5, 0], 0],
    [[1, 2, 3], 1],
  ] as const) {
    const { derived } = openBlocks('UTC');
    const points = {
      series: new Uint32Array(values.length).fill(derived),
      timesMs: Float64Array.from(values, (__, i) => startMs + i * STEP_MS + offsetMs),
      values: Float64Array.from(values),
      weights: new Float64Array(values.length),
    };
    const rollUp = { zone: 'UTC', intervalMs: STEP_MS, directions: new Set<number>() };
    await fixture.store.replaceComputed({ ...period, derived: { series: [derived], points }, rollUp });
    const stored = await fixture.store.readPoints({ ...period, kind: 'derived', series: [derived] });
    expect(stored).toEqual({ series: points.series, timesMs: points.timesMs, values: points.values });
    const key = startMs / DAY_MS;
    const rows = await readRows('rollup_day', derived);
    expect([...rows.keys()]).toEqual([`0 ${key}`]);
    const [total, count] = ['total', 'count'].map((name) => rows.get(`0 ${key}`)?.[ACCUMULATOR.findIndex((each) => each === name)]);
    expect([total, count]).toEqual([values.reduce((sum: number, each) => sum + each, 0), 3]);
  }
});

test('sites whose days are done together are written together, and each is rolled up by its own clock', async () => {
  const zones = ['Europe/Stockholm', 'America/St_Johns', 'Europe/Stockholm', 'Asia/Kathmandu'];
  const sites = zones.map((zone, i) => {
    const blocks = openBlocks(zone);
    const period = dayBounds(localDay(2025, 9, 30 + (i % 2)), zone);
    // Intervals of half an hour cross the hours of the last one.
    const directions = new Set([blocks.validated + DIRECTION, blocks.derived + DIRECTION]);
    const rollUp = { zone, intervalMs: i === 3 ? 1_800_000 : STEP_MS, directions };
    return { zone, blocks, period, rollUp };
  });
  for (const [seed, shareOfPoints] of [
    [5, 0.8],
    [6, 0.3],
  ] as const) {
    await Promise.all(
      sites.map(({ blocks, period, rollUp }, i) =>
        fixture.store.replaceComputed({ ...period, ...randomPoints(blocks, { ...period, seed: seed + i, shareOfPoints }), rollUp }),
      ),
    );
    while ((await fixture.store.rollUp()) > 0);
    for (const [i, { zone, blocks, period }] of sites.slice(0, 3).entries()) {
      const alone = openBlocks(zone);
      await fixture.store.replaceComputed({ ...period, ...randomPoints(alone, { ...period, seed: seed + i, shareOfPoints }) });
      while ((await fixture.store.rollUp()) > 0);
      for (const table of ['rollup_day', 'rollup_month'] as const) {
        for (const kind of ['validated', 'derived'] as const) {
          const [rows, expected] = [await readRows(table, blocks[kind]), await readRows(table, alone[kind])];
          expect([...rows.keys()], `${table} of ${kind} points of ${zone}`).toEqual([...expected.keys()]);
          for (const [key, columnsOfRow] of expected) expectClose(rows.get(key), columnsOfRow, `${table} ${kind} ${key}`);
        }
      }
    }
  }
});

test('a site that cannot be written does not keep those that came with it', async () => {
  const zone = 'UTC';
  const period = dayBounds(localDay(2025, 7, 1), zone);
  const [good, bad] = [openBlocks(zone), openBlocks(zone)];
  const database: SignalDatabase = {
    ...fixture.database,
    insertFrom: async (insert) => {
      const columns = 'path' in insert.data ? [] : insert.data;
      const isBad = columns.some((column) => column.type === 'UInt32' && Array.from(column.values).includes(bad.derived));
      if (isBad) throw new AppError('storage.full');
      return fixture.database.insertFrom(insert);
    },
  };
  const writer = new ComputedWriter(database);
  const replacementOf = ({ derived }: Blocks): Replacement => ({
    ...period,
    derived: {
      series: [derived],
      points: {
        series: Uint32Array.of(derived),
        timesMs: Float64Array.of(period.startMs),
        values: Float64Array.of(5),
        weights: new Float64Array(1),
      },
    },
  });
  const [written, refused] = await Promise.allSettled([writer.write(replacementOf(good)), writer.write(replacementOf(bad))]);
  expect([written.status, refused]).toMatchObject(['fulfilled', { status: 'rejected', reason: { code: 'storage.full' } }]);
  const { series } = await fixture.store.readPoints({ ...period, kind: 'derived', series: [good.derived, bad.derived] });
  expect([...series]).toEqual([good.derived]);
});

test('points of both kinds are written side by side, roll-ups only when they are there, and the days are closed last', async () => {
  const zone = 'UTC';
  const period = dayBounds(localDay(2025, 7, 2), zone);
  const log: string[] = [];
  const recorded = recordInserts(log, (_table, insert) => insert());
  const points = randomPoints(openBlocks(zone), { ...period, seed: 3, shareOfPoints: 0.9 });
  await replaceComputed(recorded, [{ ...period, ...points, rollUp: { zone, intervalMs: STEP_MS, directions: new Set() } }]);
  const at = (entry: string) => log.indexOf(entry);
  const lastOf = (...entries: string[]) => Math.max(...entries.map(at));
  const firstOf = (...entries: string[]) => Math.min(...entries.map(at));
  const pointsBegin = ['begin chunk_validated', 'begin chunk_derived'];
  const pointsEnd = ['end chunk_validated', 'end chunk_derived'];
  expect(log).toHaveLength(12);
  expect(lastOf('end dirty_day', 'end point_latest')).toBeLessThan(firstOf(...pointsBegin));
  expect(lastOf(...pointsBegin)).toBeLessThan(firstOf(...pointsEnd));
  expect(lastOf(...pointsEnd)).toBeLessThan(firstOf('begin rollup_day'));
  expect(log.slice(-2)).toEqual(['begin dirty_day', 'end dirty_day']);
});

test('where points of one kind cannot be written, the failure is reported after those of the other kind are done', async () => {
  const zone = 'UTC';
  const period = dayBounds(localDay(2025, 7, 3), zone);
  const log: string[] = [];
  const refusing = recordInserts(log, (table, insert) =>
    table === 'chunk_validated' ? Promise.reject(new AppError('storage.full')) : insert(),
  );
  const points = randomPoints(openBlocks(zone), { ...period, seed: 4, shareOfPoints: 0.9 });
  await expect(replaceComputed(refusing, [{ ...period, ...points }])).rejects.toMatchObject({ code: 'storage.full' });
  expect(log).toContain('end chunk_derived');
});

/** The database, with a line for the beginning and the end of each insert. */
function recordInserts(log: string[], run: (table: string, insert: () => Promise<void>) => Promise<void>): SignalDatabase {
  return {
    ...fixture.database,
    insertFrom: async (insert) => {
      const table = /insert into \w+\.(\w+)/.exec(insert.statement('x'))?.[1] ?? '';
      log.push(`begin ${table}`);
      await run(table, () => fixture.database.insertFrom(insert));
      log.push(`end ${table}`);
    },
  };
}

async function readClock(): Promise<string> {
  const [version] = textsOf(await fixture.database.select(`select toString(${VERSION_NOW}) as version`), 'version');
  return version ?? '';
}

async function countSince(version: string, { validated, derived }: Blocks): Promise<Record<string, number>> {
  const ofBlock = (base: number) => `series between ${base} and ${base + SERIES - 1}`;
  const counts: Record<string, number> = {};
  for (const table of ['chunk_validated', 'chunk_derived', 'rollup_day']) {
    const where = `(${ofBlock(validated)} or ${ofBlock(derived)}) and version > ${version}`;
    const response = await fixture.database.select(`select count() as n from solvane.${table} final where ${where}`);
    counts[table] = numbersOf(response, 'n')[0] ?? Number.NaN;
  }
  return counts;
}

interface Blocks {
  validated: number;
  derived: number;
}

function openBlocks(zone: string): Blocks {
  return {
    validated: fixture.directory.addBlock({ zone, kind: 'validated' }),
    derived: fixture.directory.addBlock({ zone, kind: 'derived' }),
  };
}

const SERIES = 9;

function randomPoints(
  { validated, derived }: Blocks,
  { startMs, endMs, seed, shareOfPoints }: { startMs: number; endMs: number; seed: number; shareOfPoints: number },
): Pick<Replacement, 'validated' | 'derived'> {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const points = (base: number) => {
    const rows: { series: number; timeMs: number; value: number; own: number }[] = [];
    for (let k = 0; k < SERIES; k++) {
      for (let timeMs = startMs; timeMs < endMs; timeMs += STEP_MS) {
        const [isThere, isMissing, value, own] = [random() < shareOfPoints, random() < 0.1, random() * 720 - 360, random()];
        if (isThere && !(shareOfPoints < 0.5 && k === 2))
          rows.push({ series: base + k, timeMs, value: isMissing ? Number.NaN : value, own });
      }
    }
    return rows;
  };
  const columns = (rows: ReturnType<typeof points>) => ({
    series: Uint32Array.from(rows, ({ series }) => series),
    timesMs: Float64Array.from(rows, ({ timeMs }) => timeMs),
    values: Float64Array.from(rows, ({ value }) => value),
  });
  const ofValidated = points(validated);
  const ofDerived = points(derived).filter(({ value }) => !Number.isNaN(value));
  const validatedColumns: ValidatedColumns = {
    ...columns(ofValidated),
    flags: Uint32Array.from(ofValidated, ({ own }) => (own < 0.3 ? 1 << 18 : own < 0.5 ? 3 : 0)),
    methods: new Uint8Array(ofValidated.length),
  };
  const derivedColumns: DerivedColumns = {
    ...columns(ofDerived),
    weights: Float64Array.from(ofDerived, ({ own }) => (own < 0.3 ? 0 : own * 1000)),
  };
  const all = (base: number) => Array.from({ length: SERIES }, (_, k) => base + k);
  return {
    validated: { series: all(validated), points: validatedColumns },
    derived: { series: all(derived), points: derivedColumns },
  };
}

/** By series and bucket: what each column says; empty buckets have no value to compare. */
async function readRows(table: keyof typeof KEYS, base: number): Promise<Map<string, number[]>> {
  const columns = ACCUMULATOR.map((name) => `toFloat64(${name.endsWith('Time') ? `toUnixTimestamp64Milli(${name})` : name}) as c_${name}`);
  const response = await fixture.database.select(
    `select series, toInt64(${KEYS[table]}) as key, ${columns.join(', ')} from solvane.${table} final ` +
      `where series between ${base} and ${base + SERIES - 1} and (count > 0 or flags != 0) order by series, key`,
  );
  const [series, keys] = [numbersOf(response, 'series'), numbersOf(response, 'key')];
  const values = ACCUMULATOR.map((name) => numbersOf(response, `c_${name}`));
  return new Map(Array.from(series, (number, i) => [`${number - base} ${keys[i]}`, values.map((column) => column[i] ?? Number.NaN)]));
}

/** Sums are added in another order. */
function expectClose(row: readonly number[] | undefined, expected: readonly number[], what: string): void {
  expected.forEach((value, i) => {
    const own = row?.[i] ?? Number.NaN;
    const isSame = Object.is(own, value) || Math.abs(own - value) <= 1e-9 * Math.max(1, Math.abs(value));
    expect(isSame, `${what} ${ACCUMULATOR[i]}: ${own}, not ${value}`).toBe(true);
  });
}
