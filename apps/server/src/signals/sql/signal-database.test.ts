import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttpFront } from '../testing/clickhouse-http-front.ts';
import { type EngineFixture, startTestEngine } from '../testing/engine-fixture.ts';
import { numbersOf, textsOf } from './native-format.ts';
import { openEmbeddedDatabase, openServerDatabase, type SignalDatabase } from './signal-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'solvane-database-'));
let engine: EngineFixture;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

const ways: [string, () => Promise<{ database: SignalDatabase; close?: () => Promise<void> }>][] = [
  ['embedded', async () => ({ database: await openEmbeddedDatabase({ link: engine.link, spoolFolder: join(folder, 'spool') }) })],
  [
    'over HTTP',
    async () => {
      const front = await startHttpFront(engine.link);
      return { database: openServerDatabase({ url: `${front.url}/overhttp` }), close: front.close };
    },
  ],
];

describe.each(ways)('the engine %s', (_way, open) => {
  let database: SignalDatabase;
  let close: (() => Promise<void>) | undefined;
  let table: string;
  beforeAll(async () => {
    ({ database, close } = await open());
    table = `${database.name}.readings`;
    await database.command(`create database if not exists ${database.name}`);
    await database.command(`create table ${table} (name String, value Float64) engine = MergeTree order by name`);
  });
  afterAll(async () => {
    await database.close();
    await close?.();
  });

  test('keeps columns it is given, exactly', async () => {
    await database.insertFrom({
      statement: (source) => `insert into ${table} (name, value) select name, value from ${source}`,
      data: [
        { name: 'name', type: 'String', values: ["O'Brien\n\\", 'ä'] },
        { name: 'value', type: 'Float64', values: [0.1, -1e300] },
      ],
    });
    const response = await database.select(`select name, value from ${table} order by name`);
    expect(textsOf(response, 'name')).toEqual(["O'Brien\n\\", 'ä']);
    expect([...numbersOf(response, 'value')]).toEqual([0.1, -1e300]);
  });

  test('lets several statements read one file, with the place of each row', async () => {
    const path = join(folder, `it's ${database.name}.csv`);
    writeFileSync(path, 'name,value\nfirst,1\nsecond,x\nthird,3\n');
    const file = { path, format: 'CSVWithNames', structure: 'name String, value String' } as const;
    const [bad, sum] = await database.useFile(file, async (source) => [
      await database.select(`select _row_number as row from ${source} where toFloat64OrNull(value) is null`),
      await database.select(`select sum(toFloat64OrNull(value)) as sum from ${source}`),
    ]);
    expect([...numbersOf(bad, 'row')]).toEqual([1]);
    expect([...numbersOf(sum, 'sum')]).toEqual([4]);
    const left = await database.select(`select name from system.tables where name like 'staging%'`);
    expect(left.rowCount).toBe(0);
  });

  test.each(['CSVWithNames', 'Parquet', 'ArrowStream', 'JSONEachRow'] as const)(
    'rows of a large %s file keep their places',
    async (format) => {
      const path = join(folder, `${database.name}.${format}`);
      const rows = 'select number as n, rand() as noise from numbers(600000) settings output_format_parquet_row_group_size = 50000';
      await engine.link.run({
        sql: `insert into function file('${path}', ${format}) ${rows}, output_format_arrow_compression_method = 'none'`,
      });
      const file = { path, format, structure: 'n UInt64, noise UInt32' } as const;
      const wrong = await database.useFile(file, (source) =>
        database.select(`select countIf(_row_number != n) as wrong, count() as rows from ${source}`),
      );
      expect([numbersOf(wrong, 'wrong')[0], numbersOf(wrong, 'rows')[0]]).toEqual([0, 600_000]);
    },
  );

  test('a full disk, a slow response and a missing engine are distinguished from our own mistakes', async () => {
    const full = database.command(`insert into ${table} select 'x', 1 settings min_free_disk_bytes_to_perform_insert = 1000000000000000`);
    await expect(full).rejects.toMatchObject({ code: 'storage.full' });
    const slow = database.select('select sum(sin(number)) as s from numbers(100000000000) settings max_execution_time = 0.05');
    await expect(slow).rejects.toMatchObject({ code: 'request.timeout' });
    const big = database.select('select groupArray(number) as s from numbers(1000000000) settings max_memory_usage = 10000000');
    await expect(big).rejects.toMatchObject({ code: 'signals.unavailable' });
    await expect(database.select('select nonsense')).rejects.toMatchObject({ type: 'UNKNOWN_IDENTIFIER' });
  });
});

test('a server that is not there is unavailable, a wrong password is our mistake', async () => {
  const absent = openServerDatabase({ url: 'http://127.0.0.1:1' });
  await expect(absent.select('select 1')).rejects.toMatchObject({ code: 'signals.unavailable' });
  const front = await startHttpFront(engine.link);
  const stranger = openServerDatabase({ url: front.url.replace(/:[^:@]+@/, ':wrong@') });
  await expect(stranger.select('select 1')).rejects.toMatchObject({ type: 'AUTHENTICATION_FAILED' });
  await Promise.all([absent.close(), stranger.close(), front.close()]);
});
