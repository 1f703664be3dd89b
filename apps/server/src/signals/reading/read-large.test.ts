import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SeriesQuestion } from '../signal-store.ts';
import { openTestStore, type StoreFixture, toPointColumns } from '../testing/store-fixture.ts';

const START_MS = Date.UTC(2026, 2, 1);
const HOUR_MS = 3_600_000;
/** Answers of some hundred kilobytes: their memory is given back on the way. */
const SERIES = 12;
const HOURS = 1_000;
const PER_HOUR = 6;

let fixture: StoreFixture;
let first: number;

const meanOf = (series: number, hour: number) => (series - first) * 10_000 + hour;

beforeAll(async () => {
  fixture = await openTestStore();
  first = fixture.directory.addBlock({ zone: 'UTC' });
  const points = Array.from({ length: SERIES * HOURS * PER_HOUR }, (_, point) => {
    // In no order at all.
    const place = (point * 7919) % (SERIES * HOURS * PER_HOUR);
    const [series, step] = [first + Math.floor(place / (HOURS * PER_HOUR)), place % (HOURS * PER_HOUR)];
    return { series, timeMs: START_MS + (step * HOUR_MS) / PER_HOUR, value: meanOf(series, Math.floor(step / PER_HOUR)) };
  });
  await fixture.store.writeRaw(toPointColumns(points));
  while ((await fixture.store.rollUp()) > 0);
});
afterAll(() => fixture.close());

async function read(resolution: 'raw' | 'hour', offset: number) {
  const series = Array.from({ length: SERIES }, (_, n) => first + ((n * 5 + offset) % SERIES));
  const questions = series.map(
    (number): SeriesQuestion => ({ series: number, kind: 'raw', zone: 'UTC', intervalMs: HOUR_MS / PER_HOUR, aggregation: 'avg' }),
  );
  const answer = await fixture.store.read({
    series: questions,
    startMs: START_MS,
    endMs: START_MS + HOURS * HOUR_MS,
    resolution,
    withExtremes: resolution === 'hour',
    withCompleteness: resolution === 'hour',
  });
  return { series, columns: answer.series };
}

type Answer = Awaited<ReturnType<typeof read>>;

function expectHours({ series, columns }: Answer): void {
  const hours = Array.from({ length: HOURS }, (_, hour) => hour);
  for (const [position, number] of series.entries()) {
    const expected = hours.map((hour) => meanOf(number, hour));
    expect(Array.from(columns[position]?.timesMs ?? [])).toEqual(hours.map((hour) => START_MS + hour * HOUR_MS));
    for (const name of ['values', 'min', 'max'] as const) expect(Array.from(columns[position]?.[name] ?? [])).toEqual(expected);
    expect(columns[position]?.completeness?.every((share) => share === 1)).toBe(true);
    expect(columns[position]?.completeness?.length).toBe(HOURS);
  }
}

function expectPoints({ series, columns }: Answer): void {
  const steps = Array.from({ length: HOURS * PER_HOUR }, (_, step) => step);
  for (const [position, number] of series.entries()) {
    expect(Array.from(columns[position]?.timesMs ?? [])).toEqual(steps.map((step) => START_MS + (step * HOUR_MS) / PER_HOUR));
    expect(Array.from(columns[position]?.values ?? [])).toEqual(steps.map((step) => meanOf(number, Math.floor(step / PER_HOUR))));
  }
}

test('large answers keep what they say while others are made beside and after them, and when they are told again', async () => {
  const hourly = await Promise.all([0, 1, 2, 3].map((offset) => read('hour', offset)));
  const points = await Promise.all([0, 1].map((offset) => read('raw', offset)));
  const again = await Promise.all([0, 1, 2, 3].map((offset) => read('hour', offset)));
  for (const answer of [...hourly, ...again]) expectHours(answer);
  for (const answer of points) expectPoints(answer);
  expect(again[2]?.columns).toBe(hourly[2]?.columns);
});

test('series with the same hours share their times, and what they are worth', async () => {
  const { columns } = await read('hour', 4);
  expect(new Set(columns.map(({ timesMs }) => timesMs)).size).toBe(1);
  expect(new Set(columns.map(({ completeness }) => completeness)).size).toBe(1);
});
