import { expect, test } from 'vitest';
import type { GroupMember, GroupQuery, TreeAggregation } from '../signal-reader.ts';
import { numbersOf } from '../sql/native-format.ts';
import { combineRows } from './combine-rows.ts';
import type { CachedRows } from './recent/look-up-days.ts';

const DAY_MS = 86_400_000;
const START_DAY = 20_000;

function member(series: number, group: number, capacity: number): GroupMember {
  return { series, kind: 'raw', zone: 'UTC', intervalMs: 600_000, aggregation: 'avg', group, capacity };
}

const MEMBERS = [member(1, 0, 1), member(2, 0, 3), member(3, 1, 2)];

/** Two days of three devices: the second day of the second one has an hour, and the third has a value on the second day only. */
const ROWS = [
  { series: 1, day: 0, value: 10, seconds: 86_400 },
  { series: 1, day: 1, value: 20, seconds: 86_400 },
  { series: 2, day: 0, value: 30, seconds: 43_200 },
  { series: 2, day: 1, value: 40, seconds: 3_600 },
  { series: 3, day: 0, value: Number.NaN, seconds: 86_400 },
  { series: 3, day: 1, value: 7, seconds: 86_400 },
];

function recalled(): CachedRows[] {
  const column = (of: (row: (typeof ROWS)[number]) => number) => Float64Array.from(ROWS, of);
  const [first = member(1, 0, 1)] = MEMBERS;
  const byName = new Map([
    ['series', column(({ series }) => series)],
    ['bucket', column(({ day }) => START_DAY + day)],
    ['value', column(({ value }) => value)],
    ['seconds', column(({ seconds }) => seconds)],
    ['expected', column(() => 0)],
    ['weight', column(({ seconds }) => seconds)],
    ['weighted', column(({ value, seconds }) => value * seconds)],
  ]);
  return [{ seriesClass: { seriesQuery: first, series: [1, 2, 3], pendingDays: [] }, rows: { rowCount: ROWS.length, byName } }];
}

function queryOf(treeAggregation: TreeAggregation, options: Partial<GroupQuery> = {}): GroupQuery {
  const period = { startMs: START_DAY * DAY_MS, endMs: (START_DAY + 2) * DAY_MS };
  return { members: MEMBERS, resolution: 'day', treeAggregation, minCompleteness: 0, ...period, ...options };
}

function combine(query: GroupQuery): number[][] {
  const columns = combineRows(recalled(), query);
  if (columns === undefined) return [];
  const [groups, buckets, values, present] = ['g', 'bucket', 'combined', 'present'].map((name) => numbersOf(columns, name));
  return Array.from(groups ?? [], (group, i) => [group, (buckets?.[i] ?? 0) - START_DAY, values?.[i] ?? 0, present?.[i] ?? 0]);
}

test.each([
  ['sum', 40, 60, 7],
  ['avg', 20, 30, 7],
  ['cap', 25, 35, 7],
  ['min', 10, 20, 7],
  ['max', 30, 40, 7],
  ['ratio', 50 / 3, (20 * 24 + 40) / 25, 7],
] as const)(
  'devices of a group are put together by %s, and what they could have sent by their capacity',
  (treeAggregation, first, second, other) => {
    expect(combine(queryOf(treeAggregation))).toEqual([
      [0, 0, expect.closeTo(first, 9), 4],
      [0, 1, expect.closeTo(second, 9), 4],
      [1, 1, other, 2],
    ]);
  },
);

test('a device whose bucket is mostly missing is left out, judged by the time up to the data horizon', () => {
  expect(combine(queryOf('sum', { minCompleteness: 0.5 }))).toEqual([
    [0, 0, 40, 4],
    [0, 1, 20, 1],
    [1, 1, 7, 2],
  ]);
  const horizonMs = (START_DAY + 1) * DAY_MS + 2 * 3_600_000;
  expect(combine(queryOf('sum', { minCompleteness: 0.5, horizonMs }))[1]).toEqual([0, 1, 60, 4]);
});

test('bits, and devices that are named twice, are left to the engine', () => {
  expect(combineRows(recalled(), queryOf('or'))).toBeUndefined();
  expect(combineRows(recalled(), queryOf('sum', { members: [...MEMBERS, member(1, 1, 1)] }))).toBeUndefined();
});
