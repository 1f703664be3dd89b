import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '@solvane/series/seeded-random';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Aggregation, SeriesQuery, TreeAggregation } from '../signal-reader.ts';
import type { Columns } from '../signal-tables.ts';
import { ACCUMULATOR, MERGE_ACCUMULATORS, mergeNumbers } from '../sql/accumulator.ts';
import { numbersOf } from '../sql/native-format.ts';
import { openEmbeddedDatabase, type SignalDatabase } from '../sql/signal-database.ts';
import { type EngineFixture, startTestEngine } from '../testing/engine-fixture.ts';
import { findAccumulatedValue } from './aggregations.ts';
import { findTreeDefinition, treeAggregate } from './tree-aggregations.ts';

const ROW_COUNT = 300;
const folder = mkdtempSync(join(tmpdir(), 'solvane-aggregations-'));
const random = seededRandom(17);
/** Numbers of any sign, often 0, sometimes missing. */
const numbers = () =>
  Float64Array.from({ length: ROW_COUNT }, () => {
    const kind = random();
    return kind < 0.04 ? Number.NaN : kind < 0.2 ? 0 : random() * 20 - 10;
  });
const NAMES = [...ACCUMULATOR.filter((name) => !name.endsWith('Time')), 'capacity', 'value'];
const rows = new Map(
  NAMES.map((name) => [name, name === 'flags' ? numbers().map((value) => Math.abs(Math.trunc(value || 0))) : numbers()]),
);
const columnOf = (name: string): Float64Array => rows.get(name) ?? new Float64Array(0);

let engine: EngineFixture;
let database: SignalDatabase;
beforeAll(async () => {
  engine = await startTestEngine();
  database = openEmbeddedDatabase({ link: engine.link, spoolFolder: folder });
  await database.command('create database if not exists checks engine = Atomic');
  await database.command(
    `create table checks.rows (id UInt32, ${NAMES.map((name) => `${name} ${name === 'flags' ? 'UInt32' : 'Float64'}`).join(', ')}) engine = MergeTree order by id`,
  );
  await database.insertFrom({
    statement: (source) => `insert into checks.rows select * from ${source}`,
    data: [
      { name: 'id', type: 'UInt32', values: Uint32Array.from({ length: ROW_COUNT }, (_, id) => id) },
      ...NAMES.map((name) =>
        name === 'flags'
          ? ({ name, type: 'UInt32', values: Uint32Array.from(columnOf(name)) } as const)
          : ({ name, type: 'Float64', values: columnOf(name) } as const),
      ),
    ],
  });
});
afterAll(async () => {
  await database.close();
  await engine.close();
  rmSync(folder, { recursive: true });
});

function expectSame(found: Columns, expected: ReadonlyMap<string, ArrayLike<number>>): void {
  for (const [name, values] of expected) {
    const own = numbersOf(found, name);
    expect(own, name).toHaveLength(values.length);
    const different = [...own.keys()].filter((row) => !isNear(own[row] ?? 0, values[row] ?? 0));
    expect(different, name).toEqual([]);
  }
}

function isNear(left: number, right: number): boolean {
  return Object.is(left, right) || left === right || Math.abs(left - right) <= 1e-9 * (1 + Math.abs(right));
}

test('each aggregation over time is the same expression and arithmetic', async () => {
  const names: Aggregation[] = ['avg', 'sum', 'count', 'min', 'max', 'first', 'last', 'or', 'circ', 'circSigned'];
  const queries: SeriesQuery[] = names.flatMap((aggregation) =>
    (['raw', 'derived'] as const).map((kind) => ({ series: 1, zone: 'UTC', intervalMs: 600_000, kind, aggregation })),
  );
  const estimated: SeriesQuery = { series: 1, zone: 'UTC', intervalMs: 600_000, kind: 'validated', aggregation: 'avg', facet: 'estimated' };
  const values = [...queries, estimated].map((query) => findAccumulatedValue(query));
  const found = await database.select(
    `select ${values.map((value, n) => `toFloat64(${value?.sql}) as v${n}`).join(', ')} from checks.rows order by id`,
  );
  expectSame(found, new Map(values.map((value, n) => [`v${n}`, value?.valuesOf(columnOf) ?? []])));
});

test('each aggregation over devices is the same expression and arithmetic', async () => {
  const names: TreeAggregation[] = ['sum', 'avg', 'cap', 'min', 'max', 'ratio', 'circ'];
  const whole = [...columnOf('value').keys()].filter((row) => NAMES.every((name) => !Number.isNaN(columnOf(name)[row])));
  const found = await database.select(
    `select ${names.map((name) => `toFloat64(${treeAggregate(name)}) as ${name}_all`).join(', ')} from checks.rows where id in (${whole.join(',')})`,
  );
  const expected = names.map((name): [string, number[]] => {
    const { terms, fold, form } = findTreeDefinition(name) ?? { terms: [], fold: 'sum', form: undefined };
    const [first = Number.NaN, second = Number.NaN, third = Number.NaN] = terms.map((term) => {
      const own = whole.map((row) => {
        const of = (column: string) => columnOf(column)[row] ?? Number.NaN;
        return term === 'one' ? 1 : term === 'weightedByCapacity' ? of('value') * of('capacity') : of(term);
      });
      return fold === 'sum' ? own.reduce((sum, value) => sum + value, 0) : Math[fold](...own);
    });
    return [`${name}_all`, [form?.of(first, second, third) ?? Number.NaN]];
  });
  expect(whole.length).toBeGreaterThan(3);
  expectSame(found, new Map(expected));
});

test('columns of two buckets are merged alike by the engine and in memory', async () => {
  const merged = ['seconds', 'weighted', 'total', 'min', 'max', 'sines'] as const;
  const pairs = Array.from({ length: ROW_COUNT / 2 }, (_, n) => [2 * n, 2 * n + 1] as const).filter((pair) =>
    pair.every((row) => merged.every((name) => !Number.isNaN(columnOf(name)[row])) && (columnOf('count')[row] ?? 0) > 0),
  );
  const found = await database.select(
    `select ${merged.map((name) => `toFloat64(${MERGE_ACCUMULATORS[name]}) as m_${name}`).join(', ')}, intDiv(a.id, 2) as pair from checks.rows as a ` +
      `where a.id in (${pairs.flat().join(',')}) group by pair order by pair`,
  );
  const expected = merged.map((name): [string, number[]] => [
    `m_${name}`,
    pairs.map(([left, right]) => mergeNumbers(name, columnOf(name)[left] ?? Number.NaN, columnOf(name)[right] ?? Number.NaN)),
  ]);
  expect(pairs.length).toBeGreaterThan(0);
  expectSame(found, new Map(expected));
  expect(() => mergeNumbers('first', 1, 2)).toThrow(RangeError);
});
