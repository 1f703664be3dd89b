import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { numbersOf } from '../sql/native-format.ts';
import { openTestStore, STORE_WAYS, type StoreFixture, toPointColumns } from '../testing/store-fixture.ts';

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 2, 2);

describe.each(STORE_WAYS)('months of roll-ups, %s', (way) => {
  let fixture: StoreFixture;
  beforeAll(async () => {
    fixture = await openTestStore(way);
  });
  afterAll(() => fixture.close());

  /** A day with a point in each of some hours, rolled up by itself. */
  async function rollUpDay(series: number, day: number, hours: number, firstHour = 0): Promise<void> {
    const points = Array.from({ length: hours }, (_, hour) => ({
      series,
      timeMs: START_MS + day * DAY_MS + (firstHour + hour) * 3_600_000,
      value: day + hour,
    }));
    await fixture.store.writeRaw(toPointColumns(points));
    while ((await fixture.store.rollUp()) > 0);
  }

  async function countParts(): Promise<number> {
    const { database } = fixture;
    const parts = await database.select(
      `select count() as n from system.parts where database = '${database.name}' and table = 'rollup_hour' and active`,
    );
    return numbersOf(parts, 'n')[0] ?? Number.NaN;
  }

  async function mergeAll(): Promise<string[]> {
    const merged = [];
    for (let one = await fixture.store.mergeRollUps({ quietMs: 0 }); one !== undefined; ) {
      merged.push(one);
      one = await fixture.store.mergeRollUps({ quietMs: 0 });
    }
    return merged;
  }

  async function readHours(series: number) {
    const seriesQuery = { series, kind: 'raw', zone: 'UTC', intervalMs: 600_000, aggregation: 'sum' } as const;
    const { series: responses } = await fixture.store.read({
      series: [seriesQuery],
      startMs: START_MS,
      endMs: START_MS + 10 * DAY_MS,
      resolution: 'hour',
    });
    return responses.map(({ timesMs, values }) => ({ timesMs: [...timesMs], values: [...values] }));
  }

  test('that were written day by day become one part, with the same responses', async () => {
    const series = fixture.directory.addBlock({ zone: 'UTC' });
    for (const day of [0, 1, 2]) await rollUpDay(series, day, 6);
    const before = await readHours(series);
    expect(await fixture.store.mergeRollUps({ quietMs: 3_600_000 })).toBeUndefined();
    await mergeAll();
    expect(await countParts()).toBe(1);
    expect(await readHours(series)).toEqual(before);
  });

  test('that got a few rows more are left to the engine', async () => {
    const series = fixture.directory.addBlock({ zone: 'UTC' });
    await rollUpDay(series, 3, 24);
    await mergeAll();
    // Around midnight the day before would be rolled up again: how long its last point lasts follows from the next one.
    await rollUpDay(series, 4, 1, 12);
    expect(await mergeAll()).not.toContain('rollup_hour 202603');
  });
});
