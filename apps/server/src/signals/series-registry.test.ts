import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sites } from '../db/schema/fleet.ts';
import { createGiven } from '../testing/given.ts';
import { beginTestDatabase, openFreshDatabase } from '../testing/test-database.ts';
import { createSeriesRegistry, pointKindOf, type SeriesKey } from './series-registry.ts';
import { SERIES_PER_BLOCK } from './sql/point-tables.ts';

const NOW_MS = 1_700_000_000_000;
const blockOf = (number: number): number => Math.floor(number / SERIES_PER_BLOCK);

async function openRegistry() {
  const { db, rollback } = await beginTestDatabase();
  const given = createGiven(db, () => NOW_MS);
  return { db, given, rollback, registry: createSeriesRegistry({ db, now: () => NOW_MS }) };
}

/** Devices of a site, each with its power. */
async function plant({ given }: Awaited<ReturnType<typeof openRegistry>>, { id, devices }: { id: string; devices: number }) {
  await given.site({ id, signalCalcPeriod: 'PT10M', timezone: 'Europe/Stockholm' });
  const keys: SeriesKey[] = [];
  for (let device = 1; device <= devices; device += 1) {
    const segment = await given.segment({ siteId: id, id: `${id}-INV${String(device).padStart(3, '0')}` });
    keys.push({ siteId: id as SiteId, segmentId: segment.id, apCode: 'ActivePower', calcType: 'Raw' });
  }
  return keys;
}

test('a signal of a device keeps its number, in whatever order and however often it is requested', async () => {
  const opened = await openRegistry();
  const keys = await plant(opened, { id: 'A', devices: 5 });
  const numbers = await opened.registry.register(keys);
  expect(new Set(numbers).size).toBe(5);
  expect(numbers.every((number) => number >= SERIES_PER_BLOCK)).toBe(true);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 12 }), async (order) => {
      const requested = order.map((index) => keys[index] ?? keys[0]) as SeriesKey[];
      expect(await opened.registry.register(requested)).toEqual(order.map((index) => numbers[index]));
    }),
    { numRuns: 20 },
  );
  await opened.rollback();
});

test('a device that was removed and is there again gets new numbers: points under its old one have no reader', async () => {
  const opened = await openRegistry();
  const keys = await plant(opened, { id: 'A', devices: 2 });
  const [first, second] = await opened.registry.register(keys);
  await opened.db.execute(sql`delete from series where id = ${first}`);
  const [again, other] = await opened.registry.register(keys);
  expect(again).not.toBe(first);
  expect(other).toBe(second);
  expect((await opened.registry.list(keys.map(({ segmentId }) => segmentId))).map((each) => each.series)).toEqual([again, second]);
  await opened.rollback();
});

test('sites never share a block, nor do points as they came with those that were computed', async () => {
  const opened = await openRegistry();
  const [a, b] = [await plant(opened, { id: 'A', devices: 2 }), await plant(opened, { id: 'B', devices: 2 })];
  const derived = a.map((key) => ({ ...key, calcType: 'Expected' }));
  const validated = a.map((key) => ({ ...key, calcType: 'Validated' }));
  const numbers = await opened.registry.register([...a, ...b, ...derived, ...validated]);
  const blocks = numbers.map(blockOf);
  expect(blocks[0]).toBe(blocks[1]);
  expect(new Set([blocks[0], blocks[2], blocks[4], blocks[6]]).size).toBe(4);
  await opened.rollback();
});

test('a site with more signals than a block holds fills one block after the other', async () => {
  const opened = await openRegistry();
  const keys = await plant(opened, { id: 'A', devices: 3 });
  const many = keys.flatMap((key) => Array.from({ length: 100 }, (_, index) => ({ ...key, apCode: `Signal${index}` })));
  const first = await opened.registry.register(many.slice(0, 200));
  const rest = await opened.registry.register(many.slice(200));
  const all = [...first, ...rest];
  expect(new Set(all).size).toBe(300);
  const sizes = [...Map.groupBy(all, blockOf).values()].map(({ length }) => length).sort((left, right) => right - left);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(300);
  expect(sizes[0]).toBeLessThanOrEqual(SERIES_PER_BLOCK);
  await opened.rollback();
});

test('a plant may name twenty thousand signals at once', async () => {
  const opened = await openRegistry();
  const keys = await plant(opened, { id: 'A', devices: 100 });
  const many = keys.flatMap((key) => Array.from({ length: 200 }, (_, index) => ({ ...key, apCode: `Signal${index}` })));
  expect(new Set(await opened.registry.register(many)).size).toBe(20_000);
  await opened.rollback();
});

test('one signal of many devices lies side by side: it is read together', async () => {
  const opened = await openRegistry();
  const keys = await plant(opened, { id: 'A', devices: 6 });
  const both = keys.flatMap((key) => [key, { ...key, apCode: 'DcPower' }]);
  await opened.registry.register(both);
  const listed = await opened.registry.list(keys.map(({ segmentId }) => segmentId));
  const power = listed.filter(({ apCode }) => apCode === 'ActivePower').map(({ series }) => series);
  expect(Math.max(...power) - Math.min(...power)).toBe(5);
  await opened.rollback();
});

test('the series of devices are listed by device and name, those of others are not', async () => {
  const opened = await openRegistry();
  const [first, second] = await plant(opened, { id: 'A', devices: 2 });
  if (!first || !second) throw new Error('two devices were made');
  await opened.registry.register([{ ...first, apCode: 'DcPower' }, first, second]);
  const listed = await opened.registry.list([first.segmentId, 'unknown' as SegmentId]);
  expect(listed.map(({ segmentId, apCode, calcType }) => [segmentId, apCode, calcType])).toEqual([
    ['A-INV001', 'ActivePower', 'Raw'],
    ['A-INV001', 'DcPower', 'Raw'],
  ]);
  const ofSignal = await opened.registry.list([first.segmentId, second.segmentId], 'ActivePower');
  expect(ofSignal.map(({ segmentId, apCode }) => [segmentId, apCode])).toEqual([
    ['A-INV001', 'ActivePower'],
    ['A-INV002', 'ActivePower'],
  ]);
  await opened.rollback();
});

test('a block knows the calendar of its site as it is now, and which of its series are directions', async () => {
  const opened = await openRegistry();
  const keys = await plant(opened, { id: 'A', devices: 1 });
  const wind = keys.map((key) => ({ ...key, apCode: 'NacelleWindDirection' }));
  const [power = 0, direction = 0] = await opened.registry.register([...keys, ...wind]);
  const describe = () => opened.registry.describeBlocks([blockOf(power), blockOf(direction), 999_999]);
  const expected = { kind: 'raw', zone: 'Europe/Stockholm', intervalMs: 600_000 };
  const before = await describe();
  expect(before.every((block) => block.zone === expected.zone && block.intervalMs === expected.intervalMs && block.kind === 'raw')).toBe(
    true,
  );
  expect(before.flatMap(({ directions }) => directions)).toEqual([direction]);
  await opened.db.update(sites).set({ timezone: null, signalCalcPeriod: 'PT15M' });
  expect((await describe())[0]).toMatchObject({ zone: 'UTC', intervalMs: 900_000 });
  await opened.rollback();
});

test('two processes that meet a new signal at once agree on its number', async () => {
  const database = await openFreshDatabase(4);
  try {
    const { db } = database;
    const given = createGiven(db, () => NOW_MS);
    const keys = await plant(
      { db, given, rollback: async () => undefined, registry: createSeriesRegistry({ db, now: () => NOW_MS }) },
      { id: 'A', devices: 3 },
    );
    const registries = Array.from({ length: 4 }, () => createSeriesRegistry({ db, now: () => NOW_MS }));
    const responses = await Promise.all(registries.map((registry, index) => registry.register(index % 2 ? keys : keys.toReversed())));
    const [expected] = responses;
    expect(responses.map((numbers, index) => (index % 2 ? numbers.toReversed() : numbers))).toEqual(responses.map(() => expected));
    expect(new Set(expected).size).toBe(3);
  } finally {
    await database.stop();
  }
});

test('what plants send is raw, what is computed is not', () => {
  expect(['Raw', 'Forecast', 'Min', 'Validated', 'Expected', 'Lost', 'made up'].map(pointKindOf)).toEqual([
    'raw',
    'raw',
    'raw',
    'validated',
    'derived',
    'derived',
    'derived',
  ]);
});
