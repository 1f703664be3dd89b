import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { bucketOf } from '@solvane/energy/time/bucket';
import { localDay } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import { tableFromIPC } from 'apache-arrow';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SelectedPoints } from './selected-points.ts';
import type { Aggregation, ReadQuery, SeriesQuery, StoredSeries } from './signal-reader.ts';
import { encodeSpooledPoints } from './spooled-points.ts';
import { LONGEST_POINT_MS } from './sql/interval-parts.ts';
import { referenceBuckets } from './testing/reference-buckets.ts';
import { DIRECTION, openTestStore, STORE_WAYS, type StoreFixture, type TestPoint, toPointColumns } from './testing/store-fixture.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const STOCKHOLM = 'Europe/Stockholm';

describe.each(STORE_WAYS)('the signal store %s', (way) => {
  let fixture: StoreFixture;
  beforeAll(async () => {
    fixture = await openTestStore(way);
  });
  afterAll(() => fixture.close());

  const write = (points: readonly TestPoint[]) => fixture.store.writeRaw(toPointColumns(points));
  const stored = (series: number, options: Partial<StoredSeries> = {}): StoredSeries => ({
    series,
    kind: 'raw',
    zone: STOCKHOLM,
    intervalMs: 10 * MINUTE_MS,
    ...options,
  });
  const ask = (series: number, aggregation: Aggregation, options: Partial<SeriesQuery> = {}): SeriesQuery => ({
    ...stored(series),
    aggregation,
    ...options,
  });
  async function read(query: ReadQuery) {
    const { series } = await fixture.store.read(query);
    return series.map(({ timesMs, values }) => Array.from(timesMs, (timeMs, i) => [timeMs, values[i]]));
  }
  async function rollUpAll(): Promise<void> {
    while ((await fixture.store.rollUp()) > 0);
  }
  const everyTenMinutes = (series: number, startMs: number, values: readonly number[]): TestPoint[] =>
    values.map((value, i) => ({ series, timeMs: startMs + i * 10 * MINUTE_MS, value }));

  describe('points', () => {
    test('are there when the write is acknowledged, as they were, in order of time', async () => {
      const series = fixture.directory.addBlock({ zone: STOCKHOLM });
      const startMs = Date.UTC(2025, 5, 1);
      await write([
        { series, timeMs: startMs + 2, value: 0.1 },
        { series, timeMs: startMs, value: -1e308 },
        { series: series + 1, timeMs: startMs, value: 5 },
      ]);
      const query = {
        series: [ask(series, 'avg'), ask(series + 1, 'avg'), ask(series + 2, 'avg')],
        startMs,
        endMs: startMs + 10,
        resolution: 'raw',
      } as const;
      expect(await read(query)).toEqual([
        [
          [startMs, -1e308],
          [startMs + 2, 0.1],
        ],
        [[startMs, 5]],
        [],
      ]);
    });

    test('the last write of a point wins, in one body and across bodies', async () => {
      const series = fixture.directory.addBlock({ zone: STOCKHOLM });
      const timeMs = Date.UTC(2025, 5, 1);
      const value = async () => (await read({ series: [ask(series, 'avg')], startMs: timeMs, endMs: timeMs + 1, resolution: 'raw' }))[0];
      await write([1, 2, 3].map((each) => ({ series, timeMs, value: each })));
      expect(await value()).toEqual([[timeMs, 3]]);
      await Promise.all([7, 8, 9].map((each) => write([{ series, timeMs, value: each }])));
      expect(await value()).toEqual([[timeMs, 9]]);
      const versions = await fixture.store.readVersions(stored(series), timeMs);
      expect(versions[0]).toMatchObject({ value: 9, flags: 0 });
      expect(Math.abs(Date.now() - (versions[0]?.receivedAtMs ?? 0))).toBeLessThan(60_000);
    });

    test('a write that the store cannot hold is refused as a whole, and its neighbours are kept', async () => {
      const series = fixture.directory.addBlock({ zone: STOCKHOLM });
      const timeMs = Date.UTC(2025, 5, 1);
      const results = await Promise.allSettled([
        write([{ series, timeMs, value: 1 }]),
        write([{ series, timeMs, value: Number.NaN }]),
        write([{ series, timeMs: timeMs + 0.5, value: 1 }]),
        write([{ series, timeMs: Date.UTC(2400, 0, 1), value: 1 }]),
        write([{ series, timeMs: timeMs + 1, value: 2 }]),
      ]);
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected', 'fulfilled']);
      expect(await fixture.store.countPoints({ series: [ask(series, 'avg')], startMs: timeMs, endMs: timeMs + 10 })).toBe(2);
    });

    test('of a file are read by the engine: of one time the highest line wins', async () => {
      const series = fixture.directory.addBlock({ zone: STOCKHOLM });
      const startMs = Date.UTC(2025, 5, 1);
      const path = join(fixture.folder, 'points.csv');
      writeFileSync(path, `time,value\n${startMs},1\n${startMs + 600_000},2\n${startMs},3\n`);
      await fixture.database.useFile({ path, format: 'CSVWithNames', structure: 'time Int64, value Float64' }, (source) =>
        fixture.store.writeRawFrom(
          new SelectedPoints(
            `select toUInt32(${series}) as series, time as at, value, toUInt64(assumeNotNull(_row_number)) as line from ${source}`,
            [{ series, firstMs: startMs, lastMs: startMs + 600_000 }],
          ),
        ),
      );
      const query = { series: [ask(series, 'sum')], startMs, endMs: startMs + DAY_MS } as const;
      expect(await read({ ...query, resolution: 'raw' })).toEqual([
        [
          [startMs, 3],
          [startMs + 600_000, 2],
        ],
      ]);
      expect(await read({ ...query, resolution: 'hour' })).toEqual([[[startMs, 5]]]);
      expect((await fixture.store.readLatest([series])).timesMs).toEqual(Float64Array.of(startMs + 600_000));
    });

    test('of one time in one write, however large, the last one wins', async () => {
      const series = fixture.directory.addBlock({ zone: STOCKHOLM });
      const [startMs, count] = [Date.UTC(2025, 5, 1), 150_000];
      const place = Array.from({ length: 2 * count }, (_, i) => i);
      await fixture.store.writeRaw({
        series: Uint32Array.from(place, () => series),
        timesMs: Float64Array.from(place, (i) => startMs + (i % count) * 1_000),
        values: Float64Array.from(place, (i) => Math.floor(i / count) + 1),
      });
      const { timesMs, values } = await fixture.store.readPoints({
        kind: 'raw',
        series: [series],
        startMs,
        endMs: startMs + count * 1_000,
      });
      expect([timesMs.length, new Set(values)]).toEqual([count, new Set([2])]);
    });

    test('of a file that was written for the store are taken as they are, and replace earlier ones', async () => {
      const [first, second] = [fixture.directory.addBlock({ zone: STOCKHOLM }), fixture.directory.addBlock({ zone: STOCKHOLM })];
      const startMs = Date.UTC(2025, 5, 1);
      await write([{ series: second, timeMs: startMs, value: 7 }]);
      const path = join(fixture.folder, 'points.native');
      const blocks = [
        { series: Uint32Array.of(first, first), timesMs: Float64Array.of(startMs, startMs + 600_000), values: Float64Array.of(1, 2) },
        { series: Uint32Array.of(second), timesMs: Float64Array.of(startMs), values: Float64Array.of(3) },
      ];
      writeFileSync(path, Buffer.concat(blocks.flatMap(encodeSpooledPoints)));
      const touched = [first, second].map((series) => ({ series, firstMs: startMs, lastMs: startMs + 600_000 }));
      await fixture.store.writeRawSpooled({ path, touched });
      const query = { series: [ask(first, 'sum'), ask(second, 'sum')], startMs, endMs: startMs + DAY_MS } as const;
      expect(await read({ ...query, resolution: 'raw' })).toEqual([
        [
          [startMs, 1],
          [startMs + 600_000, 2],
        ],
        [[startMs, 3]],
      ]);
      expect(await read({ ...query, resolution: 'hour' })).toEqual([[[startMs, 3]], [[startMs, 3]]]);
      expect((await fixture.store.readLatest([first, second])).timesMs).toEqual(Float64Array.of(startMs + 600_000, startMs));
    });

    test('too many points to draw are reduced to mean and extremes of equal chunks, and the response says so', async () => {
      const series = fixture.directory.addBlock({ zone: STOCKHOLM });
      const startMs = Date.UTC(2025, 5, 1);
      await write(
        everyTenMinutes(
          series,
          startMs,
          Array.from({ length: 144 }, (_, i) => i),
        ),
      );
      const query: ReadQuery = { series: [ask(series, 'avg')], startMs, endMs: startMs + DAY_MS, resolution: 'raw', maxPoints: 12 };
      const reduced = await fixture.store.read(query);
      expect(reduced.reduced).toBe(true);
      expect(reduced.series[0]?.values).toEqual(Float64Array.from({ length: 12 }, (_, i) => i * 12 + 5.5));
      expect(reduced.series[0]?.min).toEqual(Float64Array.from({ length: 12 }, (_, i) => i * 12));
      expect(reduced.series[0]?.max).toEqual(Float64Array.from({ length: 12 }, (_, i) => i * 12 + 11));
      expect((await fixture.store.read({ ...query, maxPoints: 144 })).reduced).toBe(false);
    });
  });

  describe('the newest point', () => {
    test('is the one with the latest time, whatever the order of arrival', async () => {
      const series = fixture.directory.addBlock({ zone: STOCKHOLM });
      const startMs = Date.UTC(2025, 5, 1);
      await write([{ series, timeMs: startMs + 5, value: 5 }]);
      await write([
        { series, timeMs: startMs + 3, value: 3 },
        { series: series + 1, timeMs: startMs, value: 1 },
      ]);
      await write([{ series, timeMs: startMs + 5, value: 55 }]);
      const latest = await fixture.store.readLatest([series + 1, series, series + 2]);
      expect({ ...latest, flags: [...latest.flags] }).toEqual({
        series: Float64Array.of(series, series + 1),
        timesMs: Float64Array.of(startMs + 5, startMs),
        values: Float64Array.of(55, 1),
        flags: [0, 0],
      });
    });
  });

  describe('buckets', () => {
    test('600 kW over days of 23, 24 and 25 hours are 138, 144 and 150 intervals', async () => {
      const series = fixture.directory.addBlock({ zone: STOCKHOLM });
      const [spring, autumn] = [Date.UTC(2025, 2, 29, 23), Date.UTC(2025, 9, 25, 22)];
      await write([
        ...everyTenMinutes(series, spring, Array(138 + 144).fill(600)),
        ...everyTenMinutes(series, autumn, Array(150).fill(600)),
      ]);
      for (const rolledUp of [false, true]) {
        if (rolledUp) await rollUpAll();
        const days = await read({ series: [ask(series, 'count')], startMs: spring, endMs: autumn + 25 * HOUR_MS, resolution: 'day' });
        expect(days).toEqual([
          [
            [spring, 138],
            [Date.UTC(2025, 2, 30, 22), 144],
            [autumn, 150],
          ],
        ]);
        const hours = await read({ series: [ask(series, 'count')], startMs: autumn, endMs: autumn + 25 * HOUR_MS, resolution: 'hour' });
        expect(hours[0]?.length).toBe(25);
        const months = await read({ series: [ask(series, 'sum')], startMs: spring, endMs: autumn + 25 * HOUR_MS, resolution: 'month' });
        expect(months.map((each) => each.map(([, value]) => value))).toEqual([[600 * 282, 600 * 150]]);
      }
    });

    test('an hour that lost half of its time, where a clock went forward by half an hour, is half as long', async () => {
      const zone = 'Australia/Lord_Howe';
      const series = fixture.directory.addBlock({ zone });
      const startMs = Date.UTC(2025, 3, 5, 14);
      await write(everyTenMinutes(series, startMs, Array(12).fill(1)));
      await rollUpAll();
      const query: ReadQuery = {
        series: [ask(series, 'count', { zone })],
        startMs,
        endMs: startMs + 2 * HOUR_MS,
        resolution: 'hour',
        withCompleteness: true,
      };
      const {
        series: [response],
      } = await fixture.store.read(query);
      expect(response?.timesMs).toEqual(Float64Array.of(startMs, startMs + 30 * MINUTE_MS, startMs + 90 * MINUTE_MS));
      expect(response?.values).toEqual(Float64Array.of(6, 3, 3));
      expect(response?.completeness).toEqual(Float64Array.of(1, 1, 1));
    });

    test('intervals that cross an hour of the local clock are split in proportion', async () => {
      const zone = 'Asia/Kathmandu';
      const series = fixture.directory.addBlock({ zone });
      const startMs = Date.UTC(2025, 5, 1, 0, 10); // 05:55 in Kathmandu; the hour ends in the middle of the interval
      await write([{ series, timeMs: startMs, value: 12 }]);
      for (const rolledUp of [false, true]) {
        if (rolledUp) await rollUpAll();
        const period = { startMs: startMs - HOUR_MS, endMs: startMs + HOUR_MS };
        const seriesQuery = (aggregation: Aggregation) => ({ ...ask(series, aggregation, { zone }) });
        expect(await read({ series: [seriesQuery('sum'), seriesQuery('avg')], ...period, resolution: 'hour' })).toEqual([
          [
            [Date.UTC(2025, 4, 31, 23, 15), 6],
            [Date.UTC(2025, 5, 1, 0, 15), 6],
          ],
          [
            [Date.UTC(2025, 4, 31, 23, 15), 12],
            [Date.UTC(2025, 5, 1, 0, 15), 12],
          ],
        ]);
      }
    });

    test('directions are averaged as vectors, and opposite ones have no mean', async () => {
      const series = fixture.directory.addBlock({ zone: STOCKHOLM }) + DIRECTION;
      const startMs = Date.UTC(2025, 5, 1);
      await write([
        ...everyTenMinutes(series, startMs, [350, 10, 30]),
        ...everyTenMinutes(series, startMs + HOUR_MS, [0, 180]),
        ...everyTenMinutes(series, startMs + 2 * HOUR_MS, [-10, -20]),
      ]);
      for (const rolledUp of [false, true]) {
        if (rolledUp) await rollUpAll();
        const query = { startMs, endMs: startMs + 3 * HOUR_MS, resolution: 'hour' } as const;
        const [absolute, relative] = await read({ ...query, series: [ask(series, 'circ'), ask(series, 'circSigned')] });
        expect(absolute?.map(([, value]) => Math.round((value ?? 0) * 1e6) / 1e6)).toEqual([10, Number.NaN, 345]);
        expect(relative?.map(([, value]) => Math.round((value ?? 0) * 1e6) / 1e6)).toEqual([10, Number.NaN, -15]);
      }
    });

    test('median, percentile, spread and the most frequent state come from the points', async () => {
      const series = fixture.directory.addBlock({ zone: STOCKHOLM });
      const startMs = Date.UTC(2025, 5, 1);
      await write(everyTenMinutes(series, startMs, [1, 2, 2, 4, 10, 10]));
      const aggregations: Aggregation[] = [
        'median',
        { percentile: 90 },
        'std',
        'mode',
        'first',
        'last',
        'min',
        'max',
        'avg',
        'sum',
        'count',
      ];
      const values = await read({
        series: aggregations.map((aggregation) => ask(series, aggregation)),
        startMs,
        endMs: startMs + HOUR_MS,
        resolution: 'hour',
        withExtremes: true,
        withCompleteness: true,
      });
      expect(values.map((each) => Math.round((each[0]?.[1] ?? Number.NaN) * 1e6) / 1e6)).toEqual([
        3, 10, 4.119061, 2, 1, 10, 1, 10, 4.833333, 29, 6,
      ]);
    });

    test('say how much of their time is there, up to the data horizon', async () => {
      const series = fixture.directory.addBlock({ zone: STOCKHOLM });
      const startMs = Date.UTC(2025, 5, 1);
      await write(everyTenMinutes(series, startMs, [1, 2, 3, 4]));
      const query: ReadQuery = {
        series: [ask(series, 'avg')],
        startMs,
        endMs: startMs + HOUR_MS,
        resolution: 'hour',
        withCompleteness: true,
      };
      const whole = await fixture.store.read(query);
      expect(whole.series[0]?.completeness?.[0]).toBeCloseTo(4 / 6, 12);
      const running = await fixture.store.read({ ...query, horizonMs: startMs + 40 * MINUTE_MS });
      expect(running.series[0]?.completeness).toEqual(Float64Array.of(1));
    });

    test('late, repeated and corrected points change them, and roll-ups agree at any time', async () => {
      const zones = [
        STOCKHOLM,
        'Asia/Kathmandu',
        'America/St_Johns',
        'Africa/Cairo',
        'Australia/Lord_Howe',
        'Asia/Kolkata',
        'America/Santiago',
      ];
      const units = ['quarterHour', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
      const body = fc.array(fc.record({ slot: fc.integer({ min: 0, max: 20 * 144 }), value: fc.integer({ min: -9, max: 9 }) }), {
        minLength: 1,
        maxLength: 30,
      });
      const scenario = fc.record({
        zone: fc.constantFrom(...zones),
        intervalMs: fc.constantFrom(10 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS),
        startDay: fc.constantFrom(
          localDay(2025, 3, 20),
          localDay(2025, 4, 18),
          localDay(2025, 10, 20),
          localDay(2025, 8, 28),
          localDay(2008, 10, 25),
        ),
        bodies: fc.array(fc.record({ points: body, rollUp: fc.boolean() }), { minLength: 1, maxLength: 4 }),
        cut: fc.record({ from: fc.integer({ min: 0, max: 500 }), to: fc.integer({ min: 501, max: 3000 }) }),
        unit: fc.constantFrom(...units),
      });
      await fc.assert(
        fc.asyncProperty(scenario, async ({ zone, intervalMs, startDay, bodies, cut, unit }) => {
          fc.pre(unit !== 'quarterHour' || intervalMs <= 15 * MINUTE_MS); // finer than native is native
          const series = fixture.directory.addBlock({ zone, intervalMs });
          const baseMs = startDay * DAY_MS;
          const written: TestPoint[] = [];
          for (const { points, rollUp } of bodies) {
            const batch = points.map(({ slot, value }) => ({ series, value, timeMs: baseMs + slot * intervalMs }));
            written.push(...batch);
            await write(batch);
            if (rollUp) await fixture.store.rollUp();
          }
          // Steps that repeat are read as longer intervals, which the reference knows nothing of.
          fc.pre(!hasLongerSteps(written, intervalMs));
          const period = { startMs: baseMs + cut.from * intervalMs, endMs: baseMs + cut.to * intervalMs };
          // Cut where an interval begins in the zone's own hours, so that no interval straddles the ends of the period.
          period.startMs = bucketOf(period.startMs, 'day', zone).startMs;
          period.endMs = bucketOf(period.endMs, 'day', zone).endMs;
          const inside = written.filter(({ timeMs }) => timeMs >= period.startMs && timeMs + intervalMs <= period.endMs);
          if (inside.length !== written.filter(({ timeMs }) => timeMs + intervalMs > period.startMs && timeMs < period.endMs).length)
            return;
          const expected = referenceBuckets(inside, { unit, zone, intervalMs });
          const aggregations = ['count', 'sum', 'min', 'max', 'first', 'last'] as const;
          const { series: responses } = await fixture.store.read({
            ...period,
            resolution: unit,
            series: aggregations.map((aggregation) => ask(series, aggregation, { zone, intervalMs })),
          });
          aggregations.forEach((aggregation, n) => {
            expect(Array.from(responses[n]?.timesMs ?? [])).toEqual(expected.map(({ keyMs }) => keyMs));
            expect(Array.from(responses[n]?.values ?? [], (value) => Math.round(value * 1e6))).toEqual(
              expected.map((bucket) => Math.round(bucket[aggregation] * 1e6)),
            );
          });
        }),
        { numRuns: way === 'embedded' ? 15 : 4 },
      );
    }, 120_000);

    test('a period that cuts days and hours counts what lies in it, no more', async () => {
      const series = fixture.directory.addBlock({ zone: STOCKHOLM });
      const startMs = Date.UTC(2025, 4, 31, 22);
      await write(everyTenMinutes(series, startMs, Array(144 * 61).fill(1)));
      await rollUpAll();
      const period = { startMs: startMs + 5 * DAY_MS + 70 * MINUTE_MS, endMs: startMs + 50 * DAY_MS + 130 * MINUTE_MS };
      for (const resolution of ['hour', 'day', 'week', 'month', 'year'] as const) {
        const [buckets] = await read({ series: [ask(series, 'count')], ...period, resolution });
        expect(buckets?.reduce((sum, [, count]) => sum + (count ?? 0), 0)).toBe((period.endMs - period.startMs) / (10 * MINUTE_MS));
      }
    });
  });

  describe('groups of devices', () => {
    const startMs = Date.UTC(2025, 5, 1);
    const member = (series: number, group: number, capacity: number, options: Partial<SeriesQuery> = {}) => ({
      ...ask(series, 'avg', options),
      group,
      capacity,
    });

    test('add up power, and say how much of the capacity has a value', async () => {
      const base = fixture.directory.addBlock({ zone: STOCKHOLM });
      await write([...everyTenMinutes(base, startMs, Array(6).fill(800)), ...everyTenMinutes(base + 1, startMs, Array(6).fill(380))]);
      const { groups } = await fixture.store.readGroups({
        members: [member(base, 0, 1000), member(base + 1, 0, 500), member(base + 2, 0, 500), member(base + 1, 1, 500)].slice(0, 3),
        treeAggregation: 'sum',
        resolution: 'hour',
        minCompleteness: 0.5,
        startMs,
        endMs: startMs + HOUR_MS,
      });
      expect(groups).toEqual([{ timesMs: Float64Array.of(startMs), values: Float64Array.of(1180), completeness: Float64Array.of(0.75) }]);
    });

    test('leave out a device whose bucket is mostly missing', async () => {
      const base = fixture.directory.addBlock({ zone: STOCKHOLM });
      await write([...everyTenMinutes(base, startMs, Array(6).fill(100)), ...everyTenMinutes(base + 1, startMs, [50, 50])]);
      const query = {
        members: [member(base, 0, 1), member(base + 1, 0, 1)],
        treeAggregation: 'sum',
        resolution: 'hour',
        startMs,
        endMs: startMs + HOUR_MS,
      } as const;
      expect((await fixture.store.readGroups({ ...query, minCompleteness: 0.5 })).groups[0]?.values).toEqual(Float64Array.of(100));
      expect((await fixture.store.readGroups({ ...query, minCompleteness: 0.3 })).groups[0]?.values).toEqual(Float64Array.of(150));
    });

    test('are combined by local date where sites lie in different zones', async () => {
      const kolkata = 'Asia/Kolkata';
      const [north, south] = [fixture.directory.addBlock({ zone: STOCKHOLM }), fixture.directory.addBlock({ zone: kolkata })];
      const day = localDay(2025, 6, 2);
      const northMs = Date.UTC(2025, 5, 1, 22);
      const southMs = Date.UTC(2025, 5, 1, 18, 30);
      await write([...everyTenMinutes(north, northMs, Array(144).fill(1)), ...everyTenMinutes(south, southMs, Array(144).fill(2))]);
      await rollUpAll();
      const { groups } = await fixture.store.readGroups({
        members: [member(north, 0, 1), member(south, 0, 1, { zone: kolkata })].map((each) => ({ ...each, aggregation: 'sum' as const })),
        treeAggregation: 'sum',
        resolution: 'day',
        minCompleteness: 0.9,
        startMs: southMs,
        endMs: northMs + DAY_MS,
        horizonMs: northMs + DAY_MS,
      });
      expect(groups[0]).toEqual({
        timesMs: Float64Array.of(day * DAY_MS),
        values: Float64Array.of(144 * 3),
        completeness: Float64Array.of(1),
      });
    });

    test.each(['median', 'mode'] as const)(
      'combine what only points can say, of devices alike and of others beside them: %s',
      async (aggregation) => {
        const base = fixture.directory.addBlock({ zone: STOCKHOLM });
        const other = fixture.directory.addBlock({ zone: STOCKHOLM, intervalMs: 20 * MINUTE_MS });
        const values = [1, 1, 1, 5, 9];
        const tenfold = values.map((value) => 10 * value);
        await write([
          ...everyTenMinutes(base, startMs, values),
          ...everyTenMinutes(base + 1, startMs, tenfold),
          ...everyTenMinutes(other, startMs, [100]),
        ]);
        const alike = [member(base, 0, 1, { aggregation }), member(base + 1, 0, 1, { aggregation })];
        const ofGroup = async (members: typeof alike, minCompleteness: number) => {
          const query = {
            members,
            minCompleteness,
            treeAggregation: 'sum',
            resolution: 'hour',
            startMs,
            endMs: startMs + HOUR_MS,
          } as const;
          return (await fixture.store.readGroups(query)).groups[0]?.values;
        };
        expect(await ofGroup(alike, 0.5)).toEqual(Float64Array.of(11));
        expect(await ofGroup(alike, 0)).toEqual(Float64Array.of(11));
        expect(await ofGroup([...alike, member(other, 0, 1, { aggregation, intervalMs: 20 * MINUTE_MS })], 0)).toEqual(
          Float64Array.of(111),
        );
      },
    );

    test('divide sums where the signal is a ratio: 4200/5000 and 1700/2300 are 0.808219', async () => {
      const base = fixture.directory.addBlock({ zone: STOCKHOLM, kind: 'derived' });
      const period = { startMs, endMs: startMs + HOUR_MS };
      await fixture.store.replaceComputed({
        ...period,
        derived: {
          series: [base, base + 1],
          points: {
            ...toPointColumns([
              { series: base, timeMs: startMs, value: 4200 / 5000 },
              { series: base + 1, timeMs: startMs, value: 1700 / 2300 },
            ]),
            weights: Float64Array.of(5000, 2300),
          },
        },
      });
      for (const rolledUp of [false, true]) {
        if (rolledUp) await rollUpAll();
        const { groups } = await fixture.store.readGroups({
          members: [member(base, 0, 1, { kind: 'derived' }), member(base + 1, 0, 1, { kind: 'derived' })],
          treeAggregation: 'ratio',
          resolution: 'hour',
          minCompleteness: 0,
          ...period,
        });
        expect(groups[0]?.values[0]).toBeCloseTo(0.808219, 6);
      }
    });
  });

  describe('computed points', () => {
    const startMs = Date.UTC(2025, 5, 1);
    const validated = (points: readonly (TestPoint & { flags?: number; method?: number })[]) => ({
      ...toPointColumns(points),
      flags: Uint32Array.from(points, ({ flags = 0 }) => flags),
      methods: Uint8Array.from(points, ({ method = 1 }) => method),
    });

    test('take the place of everything that was there, and roll-ups follow', async () => {
      const series = fixture.directory.addBlock({ zone: STOCKHOLM, kind: 'validated' });
      const period = { startMs, endMs: startMs + DAY_MS };
      const seriesQuery = ask(series, 'count', { kind: 'validated' });
      await fixture.store.replaceComputed({
        ...period,
        validated: { series: [series], points: validated(everyTenMinutes(series, startMs, Array(144).fill(1))) },
      });
      await rollUpAll();
      await fixture.store.replaceComputed({
        ...period,
        validated: { series: [series], points: validated(everyTenMinutes(series, startMs + 12 * HOUR_MS, [5, 6])) },
      });
      const expected = [
        [
          [startMs + 12 * HOUR_MS, 5],
          [startMs + 12 * HOUR_MS + 10 * MINUTE_MS, 6],
        ],
      ];
      expect(await read({ series: [seriesQuery], ...period, resolution: 'raw' })).toEqual(expected);
      for (const rolledUp of [false, true]) {
        if (rolledUp) await rollUpAll();
        expect(await read({ series: [seriesQuery], ...period, resolution: 'hour' })).toEqual([[[startMs + 12 * HOUR_MS, 2]]]);
      }
      await fixture.store.replaceComputed({ ...period, validated: { series: [series], points: validated([]) } });
      expect(await read({ series: [seriesQuery], ...period, resolution: 'raw' })).toEqual([[]]);
      await rollUpAll();
      expect(await read({ series: [seriesQuery], ...period, resolution: 'hour' })).toEqual([[]]);
    });

    test('carry their quality bits and method, also where there is no value', async () => {
      const series = fixture.directory.addBlock({ zone: STOCKHOLM, kind: 'validated' });
      const period = { startMs, endMs: startMs + HOUR_MS };
      const estimated = 1 << 17;
      await fixture.store.replaceComputed({
        ...period,
        validated: {
          series: [series],
          points: validated([
            { series, timeMs: startMs, value: 5, flags: estimated, method: 9 },
            { series, timeMs: startMs + 10 * MINUTE_MS, value: 7, flags: 2, method: 1 },
            { series, timeMs: startMs + 20 * MINUTE_MS, value: Number.NaN, flags: 4, method: 0 },
          ]),
        },
      });
      const facets = (['value', 'flags', 'method', 'estimated'] as const).map((facet) => ask(series, 'avg', { kind: 'validated', facet }));
      expect(await read({ series: facets, ...period, resolution: 'raw' })).toEqual([
        [
          [startMs, 5],
          [startMs + 10 * MINUTE_MS, 7],
        ],
        [
          [startMs, estimated],
          [startMs + 10 * MINUTE_MS, 2],
          [startMs + 20 * MINUTE_MS, 4],
        ],
        [
          [startMs, 9],
          [startMs + 10 * MINUTE_MS, 1],
        ],
        [
          [startMs, 1],
          [startMs + 10 * MINUTE_MS, 0],
        ],
      ]);
      for (const rolledUp of [false, true]) {
        if (rolledUp) await rollUpAll();
        expect(await read({ series: facets, ...period, resolution: 'hour' })).toEqual([
          [[startMs, 6]],
          [[startMs, estimated | 2 | 4]],
          [[startMs, 1]],
          [[startMs, 0.5]],
        ]);
      }
    });

    test('outside the period or the series that are replaced are refused', async () => {
      const series = fixture.directory.addBlock({ zone: STOCKHOLM, kind: 'validated' });
      const replace = (point: TestPoint) =>
        fixture.store.replaceComputed({ startMs, endMs: startMs + DAY_MS, validated: { series: [series], points: validated([point]) } });
      await expect(replace({ series: series + 1, timeMs: startMs, value: 1 })).rejects.toThrow(RangeError);
      await expect(replace({ series, timeMs: startMs + DAY_MS, value: 1 })).rejects.toThrow(RangeError);
    });
  });

  describe('answers for others', () => {
    test('Arrow comes straight from the engine, with the position of the series in the query', async () => {
      const base = fixture.directory.addBlock({ zone: STOCKHOLM });
      const startMs = Date.UTC(2025, 4, 31, 22);
      await write([...everyTenMinutes(base, startMs, Array(144).fill(2)), ...everyTenMinutes(base + 1, startMs, Array(72).fill(4))]);
      await rollUpAll();
      const stream = await fixture.store.readArrow({
        series: [ask(base + 1, 'sum'), ask(base, 'avg'), ask(base + 1, 'avg'), ask(base, 'avg')],
        startMs,
        endMs: startMs + DAY_MS,
        resolution: 'day',
        withExtremes: true,
        withCompleteness: true,
      });
      const table = tableFromIPC(await buffer(stream));
      expect(table.toArray().map((row) => row.toJSON())).toEqual([
        { series: 0, time: startMs, value: 288, min: 4, max: 4, completeness: 0.5 },
        { series: 1, time: startMs, value: 2, min: 2, max: 2, completeness: 1 },
        { series: 2, time: startMs, value: 4, min: 4, max: 4, completeness: 0.5 },
        { series: 3, time: startMs, value: 2, min: 2, max: 2, completeness: 1 },
      ]);
    });

    test('a query for no series has an empty response', async () => {
      const query: ReadQuery = { series: [], startMs: 0, endMs: DAY_MS, resolution: 'day' };
      expect(await fixture.store.read(query)).toEqual({ reduced: false, series: [] });
      expect(tableFromIPC(await buffer(await fixture.store.readArrow(query))).numRows).toBe(0);
      expect(
        (await fixture.store.readGroups({ ...query, members: [], treeAggregation: 'sum', minCompleteness: 0, resolution: 'day' })).groups,
      ).toEqual([]);
      expect((await fixture.store.readLatest([])).series.length).toBe(0);
      const path = join(fixture.folder, 'nothing.csv');
      await fixture.store.exportTo(path, { ...query, labels: [], labelNames: ['device'], format: 'CSVWithNames', layout: 'long' });
      expect(await readFile(path, 'utf8')).toBe('"device","time","value"\n');
    });

    test('exports are written as rows with labels and local times, or as one column per series', async () => {
      const base = fixture.directory.addBlock({ zone: STOCKHOLM });
      const startMs = Date.UTC(2025, 9, 26, 0, 50);
      await write([...everyTenMinutes(base, startMs, [1, 2]), ...everyTenMinutes(base + 1, startMs, [3])]);
      const query = {
        series: [ask(base, 'avg'), ask(base + 1, 'avg')],
        labels: [
          ['Gaspé "7"', 'P'],
          ["l'été", 'P'],
        ],
        labelNames: ['device', 'signal'],
        startMs,
        endMs: startMs + HOUR_MS,
        resolution: 'raw',
        format: 'CSVWithNames',
      } as const;
      const [long, wide] = [join(fixture.folder, 'long.csv'), join(fixture.folder, 'wide.csv')];
      await fixture.store.exportTo(long, { ...query, layout: 'long' });
      await fixture.store.exportTo(wide, { ...query, layout: 'wide' });
      expect(await readFile(long, 'utf8')).toBe(
        '"device","signal","time","value"\n' +
          '"Gaspé ""7""","P","2025-10-26T02:50:00+02:00",1\n' +
          '"Gaspé ""7""","P","2025-10-26T02:00:00+01:00",2\n' +
          `"l'été","P","2025-10-26T02:50:00+02:00",3\n`,
      );
      expect(await readFile(wide, 'utf8')).toBe(
        `"time","Gaspé ""7"" P","l'été P"\n"2025-10-26T02:50:00+02:00",1,3\n"2025-10-26T02:00:00+01:00",2,\\N\n`,
      );
    });
  });

  test('a site that moves to another zone has its days counted again', async () => {
    const series = fixture.directory.addBlock({ zone: 'UTC' });
    const startMs = Date.UTC(2025, 5, 1);
    await write(everyTenMinutes(series, startMs, Array(144).fill(1)));
    await rollUpAll();
    fixture.directory.changeZone(series, STOCKHOLM);
    await fixture.store.invalidateRollups([series], { startMs, endMs: startMs + DAY_MS });
    for (const rolledUp of [false, true]) {
      if (rolledUp) await rollUpAll();
      const days = await read({
        series: [ask(series, 'count')],
        startMs: startMs - 2 * HOUR_MS,
        endMs: startMs + 2 * DAY_MS - 2 * HOUR_MS,
        resolution: 'day',
      });
      expect(days).toEqual([
        [
          [startMs - 2 * HOUR_MS, 132],
          [startMs + 22 * HOUR_MS, 12],
        ],
      ]);
    }
  });
});

/** Whether two steps in a row are alike and longer than an interval of the site. */
function hasLongerSteps(points: readonly TestPoint[], intervalMs: number): boolean {
  const timesMs = [...new Set(points.map(({ timeMs }) => timeMs))].sort((one, other) => one - other);
  const steps = timesMs.slice(1).map((timeMs, index) => timeMs - (timesMs[index] ?? timeMs));
  return steps.some((step, index) => {
    const next = steps[index + 1] ?? Number.NaN;
    const isShort = Math.min(step, next) <= LONGEST_POINT_MS;
    return isShort && step > intervalMs && next > intervalMs && Math.abs(step - next) * 10 <= Math.max(step, next);
  });
}
