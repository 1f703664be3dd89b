import { dayBounds, localDay } from '@solvane/energy/time/local-day';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PointKind } from '../point-kind.ts';
import type { Replacement } from '../signal-writer.ts';
import { numbersOf } from '../sql/native-format.ts';
import { openTestStore, type StoreFixture } from '../testing/store-fixture.ts';

const ZONES = ['Europe/Stockholm', 'America/St_Johns', 'UTC', 'Asia/Kathmandu'] as const;
const STEP_MS = 600_000;
/** A day of 23 hours in Stockholm. */
const FIRST_DAY = localDay(2025, 3, 29);
const DAYS = 4;

let fixture: StoreFixture;
beforeAll(async () => {
  fixture = await openTestStore();
});
afterAll(() => fixture.close());

interface Point {
  series: number;
  timeMs: number;
  value: number;
  flags: number;
}

const writes = fc.array(
  fc.record({
    zone: fc.constantFrom(...ZONES),
    first: fc.integer({ min: 0, max: DAYS - 1 }),
    days: fc.integer({ min: 1, max: 2 }),
    share: fc.constantFrom(0, 0.02, 0.5, 1),
    seed: fc.integer({ min: 1, max: 1_000_000 }),
  }),
  { minLength: 2, maxLength: 5 },
);

/** Series of a block that points are computed for. */
const SERIES = 2;

test('whatever the zone of a site was and becomes, its computed points are those of the last computation of each period', async () => {
  await fc.assert(
    fc.asyncProperty(writes, async (all) => {
      const blocks = {
        validated: fixture.directory.addBlock({ kind: 'validated', zone: 'UTC' }),
        derived: fixture.directory.addBlock({ kind: 'derived', zone: 'UTC' }),
      };
      const expected = { validated: new Map<string, Point>(), derived: new Map<string, Point>() };
      for (const write of all) {
        const startMs = dayBounds(FIRST_DAY + write.first, write.zone).startMs;
        const { endMs } = dayBounds(FIRST_DAY + write.first + write.days - 1, write.zone);
        const points = {
          validated: randomPoints(blocks.validated, { startMs, endMs }, write),
          derived: randomPoints(blocks.derived, { startMs, endMs }, write).filter(({ value }) => !Number.isNaN(value)),
        };
        await fixture.store.replaceComputed(replacementOf(blocks, { startMs, endMs, ...points, zone: write.zone }));
        for (const kind of ['validated', 'derived'] as const) {
          for (const [key, { timeMs }] of expected[kind]) if (timeMs >= startMs && timeMs < endMs) expected[kind].delete(key);
          for (const point of points[kind]) expected[kind].set(`${point.series} ${point.timeMs}`, point);
        }
      }
      for (const kind of ['validated', 'derived'] as const) expect(await readAll(kind, blocks[kind])).toEqual(inOrder(expected[kind]));
    }),
    { numRuns: 8 },
  );
});

test('a chunk that comes out as it was is not written, one of which nothing is left has no points', async () => {
  const block = fixture.directory.addBlock({ kind: 'derived', zone: 'UTC' });
  const period = dayBounds(FIRST_DAY, 'UTC');
  const points = randomPoints(block, period, { share: 1, seed: 5 }).map((point) => ({ ...point, value: 1 }));
  const write = (derived: Point[]) =>
    fixture.store.replaceComputed(replacementOf({ validated: block, derived: block }, { ...period, validated: [], derived, zone: 'UTC' }));
  await write(points);
  const lengths = async () => {
    const rows = await fixture.database.select(
      `select series, length(offsets) as n, version from solvane.chunk_derived final where intDiv(series, 256) = ${block / 256} order by series, time`,
    );
    return { lengths: [...numbersOf(rows, 'n')], versions: [...numbersOf(rows, 'version')] };
  };
  const before = await lengths();
  expect(before.lengths).toEqual([36, 36, 36, 36, 36, 36, 36, 36]);
  await write(points.filter(({ series, timeMs }) => series !== block || timeMs >= period.startMs + 6 * 3_600_000));
  const after = await lengths();
  expect(after.lengths).toEqual([0, 36, 36, 36, 36, 36, 36, 36]);
  expect(after.versions.slice(1)).toEqual(before.versions.slice(1));
});

test('points in another order than that of their series and times are refused', async () => {
  const block = fixture.directory.addBlock({ kind: 'derived', zone: 'UTC' });
  const period = dayBounds(FIRST_DAY, 'UTC');
  const derived = randomPoints(block, period, { share: 1, seed: 5 }).map((point) => ({ ...point, value: 1 }));
  const write = (points: Point[]) =>
    fixture.store.replaceComputed(
      replacementOf({ validated: block, derived: block }, { ...period, validated: [], derived: points, zone: 'UTC' }),
    );
  await expect(write(derived.toReversed())).rejects.toThrow('stands behind a later one');
  await expect(write([...derived.slice(0, 2), ...derived.slice(1)])).rejects.toThrow('stands behind a later one');
});

function randomPoints(
  base: number,
  { startMs, endMs }: { startMs: number; endMs: number },
  { share, seed }: { share: number; seed: number },
): Point[] {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const points: Point[] = [];
  for (let series = base; series < base + SERIES; series++) {
    for (let timeMs = startMs; timeMs < endMs; timeMs += STEP_MS) {
      const [isThere, isMissing, flags] = [random() < share, random() < 0.1, random() < 0.2 ? 4 : 0];
      // Few values: some chunks come out as they were.
      if (isThere) points.push({ series, timeMs, value: isMissing ? Number.NaN : Math.floor(random() * 2), flags });
    }
  }
  return points;
}

function replacementOf(
  blocks: { validated: number; derived: number },
  {
    validated,
    derived,
    zone,
    ...period
  }: { startMs: number; endMs: number; validated: readonly Point[]; derived: readonly Point[]; zone: string },
): Replacement {
  const columns = (points: readonly Point[]) => ({
    series: Uint32Array.from(points, ({ series }) => series),
    timesMs: Float64Array.from(points, ({ timeMs }) => timeMs),
    values: Float64Array.from(points, ({ value }) => value),
  });
  const all = (base: number) => Array.from({ length: SERIES }, (_, k) => base + k);
  const flags = Uint32Array.from(validated, (point) => point.flags);
  return {
    ...period,
    validated: { series: all(blocks.validated), points: { ...columns(validated), flags, methods: new Uint8Array(flags.length) } },
    derived: { series: all(blocks.derived), points: { ...columns(derived), weights: Float64Array.from(derived, (point) => point.flags) } },
    rollUp: { zone, intervalMs: STEP_MS, directions: new Set() },
  };
}

async function readAll(kind: PointKind, block: number): Promise<Point[]> {
  const own = kind === 'validated' ? 'flags' : 'weights';
  const rows = await fixture.database.select(
    `select series, toUnixTimestamp64Milli(time) + at as ms, v, f from solvane.chunk_${kind} final ` +
      `array join offsets as at, values as v, arrayResize(${own}, length(offsets)) as f where intDiv(series, 256) = ${block / 256} order by series, ms`,
  );
  const [series, times, values, flags] = ['series', 'ms', 'v', 'f'].map((name) => numbersOf(rows, name));
  return Array.from(series ?? [], (number, i) => ({
    series: number,
    timeMs: times?.[i] ?? Number.NaN,
    value: values?.[i] ?? Number.NaN,
    flags: flags?.[i] ?? Number.NaN,
  }));
}

function inOrder(points: ReadonlyMap<string, Point>): Point[] {
  return [...points.values()].sort((a, b) => a.series - b.series || a.timeMs - b.timeMs);
}
