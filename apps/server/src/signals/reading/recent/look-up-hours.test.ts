import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSignalStore } from '../../create-signal-store.ts';
import type { Aggregation, ReadQuery, ReadResponse } from '../../signal-reader.ts';
import type { SignalStore } from '../../signal-store.ts';
import type { SignalDatabase } from '../../sql/signal-database.ts';
import { type DatabaseElsewhere, openDatabaseElsewhere } from '../../testing/database-elsewhere.ts';
import { openTestStore, type StoreFixture, toPointColumns } from '../../testing/store-fixture.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const STEP_MS = 600_000;
/** Clocks in Europe go forward on the 29th, on Lord Howe Island half an hour back a week later. */
const START_MS = Date.UTC(2026, 2, 28);
const DAYS = 9;
const SERIES = 4;
const LAST_STEP = (DAYS * DAY_MS) / STEP_MS - 1;
const MEGABYTE = 1024 * 1024;

let fixture: StoreFixture;
/** The same engine, seen by a process that people ask. */
let elsewhere: DatabaseElsewhere;
let database: SignalDatabase;
let [memory, engine]: SignalStore[] = [];

beforeAll(async () => {
  fixture = await openTestStore();
  elsewhere = openDatabaseElsewhere(fixture);
  ({ database } = elsewhere);
  [memory, engine] = [8 * MEGABYTE, 0].map((recentBytes) => createSignalStore({ database, directory: fixture.directory, recentBytes }));
});
afterAll(async () => {
  await elsewhere.close();
  await fixture.close();
});

async function ask(store: SignalStore | undefined, query: ReadQuery): Promise<{ response: ReadResponse; statements: number }> {
  if (!store) throw new Error('The store is not open');
  const before = elsewhere.selects.length;
  const response = await store.read(query);
  return { response, statements: elsewhere.selects.length - before };
}

/** Points with gaps. */
async function writePlant(zone: string): Promise<number> {
  const first = fixture.directory.addBlock({ zone });
  const rows = Array.from({ length: SERIES }, (_, k) =>
    Array.from({ length: (DAYS * DAY_MS) / STEP_MS }, (_unused, i) => ({
      series: first + k,
      timeMs: START_MS + i * STEP_MS,
      value: Math.sin(i * (k + 1)) * 100,
    })).filter((_point, i) => (i * 7 + k) % 11 > 2 && (k !== 2 || i % 400 < 250)),
  );
  await fixture.store.writeRaw(toPointColumns(rows.flat()));
  return first;
}

const COLUMNS = ['timesMs', 'values', 'min', 'max', 'completeness'] as const;

/** Sums may be added in another order. */
const columnsOf = ({ series }: ReadResponse) =>
  series.map((each) => COLUMNS.map((name) => each[name] && Array.from(each[name], (value) => Number(value.toPrecision(10)))));

/** Each run costs a statement of the engine or two, and every run of the suite draws others. */
test.each([
  ['UTC', { cached: 'always', numRuns: 10 }],
  ['Europe/Stockholm', { cached: 'always', numRuns: 10 }],
  ['Asia/Kolkata', { cached: 'always', numRuns: 10 }],
  // Where half an hour is put back, an hour has ninety minutes or thirty.
  ['Australia/Lord_Howe', { cached: 'sometimes', numRuns: 10 }],
  // Quarters of an hour are crossed by intervals: the engine answers both.
  ['Asia/Kathmandu', { cached: 'never', numRuns: 2 }],
] as const)('hours of %s are read from points in memory (%j) as the engine reads them', async (zone, { cached, numRuns }) => {
  const first = await writePlant(zone);
  const seriesQueries = (aggregation: Aggregation) =>
    Array.from({ length: SERIES }, (_, k) => ({ series: first + k, kind: 'raw', zone, intervalMs: STEP_MS, aggregation }) as const);
  const whole = { startMs: START_MS, endMs: START_MS + DAYS * DAY_MS };
  await memory?.read({ ...whole, series: seriesQueries('avg'), resolution: 'raw' });
  while (((await memory?.loadRecent({ quietMs: 0 })) ?? 0) > 0);

  const period = fc.tuple(fc.nat(LAST_STEP), fc.nat(LAST_STEP)).map((ends) => ends.sort((a, b) => a - b));
  await fc.assert(
    fc.asyncProperty(
      period,
      fc.constantFrom<Aggregation>('avg', 'sum', 'count', 'min', 'max'),
      fc.record({ withExtremes: fc.boolean(), withCompleteness: fc.boolean() }),
      fc.nat(DAYS * 24),
      async ([from = 0, to = 0], aggregation, wanted, horizon) => {
        const query: ReadQuery = {
          series: [...seriesQueries(aggregation), ...seriesQueries('max').slice(0, 1)],
          startMs: START_MS + from * STEP_MS,
          endMs: START_MS + (to + 1) * STEP_MS,
          resolution: 'hour',
          horizonMs: START_MS + horizon * HOUR_MS,
          ...wanted,
        };
        const [own, found] = [await ask(memory, query), await ask(engine, query)];
        expect(columnsOf(own.response)).toEqual(columnsOf(found.response));
        if (cached === 'always') expect(own.statements).toBe(0);
        if (cached === 'never') expect(own.statements).toBeGreaterThan(0);
      },
    ),
    { numRuns },
  );
});

test.each([
  ['every minute', Array.from({ length: 2880 }, (_, i) => i)],
  ['every hour', Array.from({ length: 48 }, (_, i) => i * 60)],
  ['beside the intervals', Array.from({ length: 288 }, (_, i) => i * 10 + 1.5)],
])('points %s last as long as the engine finds', async (_when, minutes) => {
  const first = fixture.directory.addBlock({ zone: 'UTC' });
  await fixture.store.writeRaw(
    toPointColumns(minutes.map((minute) => ({ series: first, timeMs: START_MS + minute * 60_000, value: minute % 77 }))),
  );
  const query: ReadQuery = {
    series: [{ series: first, kind: 'raw', zone: 'UTC', intervalMs: STEP_MS, aggregation: 'avg' }],
    startMs: START_MS,
    endMs: START_MS + DAY_MS,
    resolution: 'hour',
    withCompleteness: true,
  };
  await ask(memory, { ...query, resolution: 'raw' });
  while (((await memory?.loadRecent({ quietMs: 0 })) ?? 0) > 0);
  const [cached, found] = [await ask(memory, query), await ask(engine, query)];
  expect(columnsOf(cached.response)).toEqual(columnsOf(found.response));
  expect(cached.response.series[0]?.completeness?.subarray(1)).toEqual(new Float64Array(23).fill(1));
});

test('what hours of points do not suffice for is read by the engine, and so is what has changed', async () => {
  const first = await writePlant('UTC');
  const query = (aggregation: Aggregation): ReadQuery => ({
    series: [{ series: first, kind: 'raw', zone: 'UTC', intervalMs: STEP_MS, aggregation }],
    startMs: START_MS,
    endMs: START_MS + DAY_MS,
    resolution: 'hour',
  });
  await ask(memory, { ...query('avg'), resolution: 'raw' });
  while (((await memory?.loadRecent({ quietMs: 0 })) ?? 0) > 0);
  for (const aggregation of ['last', 'circ', 'median'] as const)
    expect((await ask(memory, query(aggregation))).statements).toBeGreaterThan(0);
  expect((await ask(memory, query('sum'))).statements).toBe(0);

  await fixture.store.writeRaw(toPointColumns([{ series: first, timeMs: START_MS, value: 1_000_000 }]));

  const changed = await ask(memory, query('max'));
  expect(changed.statements).toBeGreaterThan(0);
  expect(changed.response.series[0]?.values[0]).toBe(1_000_000);
});
