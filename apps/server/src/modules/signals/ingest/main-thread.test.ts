import { gzipSync } from 'node:zlib';
import { LIMITS } from '@solvane/contract/limits';
import { expect, test } from 'vitest';
import { longestTurn, MOST_YARDSTICKS } from '../../../testing/longest-turn.ts';
import { ARROW_TYPE, CSV_TYPE, JSON_TYPE, NDJSON_TYPE, NOON_MS, openPlant } from '../testing/plant.ts';
import { openPointBody } from './point-body.ts';

const columns = (count: number, name: (at: number) => string): string => Array.from({ length: count }, (_, at) => name(at)).join(',');

test.each([
  ['a head of 49,000 columns', CSV_TYPE, () => `t,${columns(49_000, (at) => `inv-${at}/ActivePower`)}\n`, 200],
  ['a head of one column 49,000 times', CSV_TYPE, () => `t,${columns(49_000, () => 'inv-1/ActivePower')}\n`, 400],
  ['a head of rows with 49,000 columns more', CSV_TYPE, () => `${columns(49_000, () => 'v')},segmentId,signal,t\n`, 200],
  ['more columns than a body may name', CSV_TYPE, () => `t,${columns(200_000, (at) => `a/${at}`)}\n`, 413],
  [
    'as many series of JSON as a body may name',
    JSON_TYPE,
    () =>
      `{"series":[${columns(LIMITS.ingestSeries, (at) => `{"segmentId":"inv-${at}","signal":"ActivePower","t":[${NOON_MS}],"v":[1]}`)}]}`,
    200,
  ],
  ['a list of nothing but mistakes', JSON_TYPE, () => `{"series":[${columns(49_000, () => '0')}]}`, 400],
  [
    'as many points of JSON as a body may hold',
    JSON_TYPE,
    () =>
      `{"series":[{"segmentId":"inv-1","signal":"ActivePower","t":[${columns(500_000, (at) => String(NOON_MS - at))}],"v":[${columns(500_000, String)}]}]}`,
    200,
  ],
  [
    'half a million lines of NDJSON',
    NDJSON_TYPE,
    () =>
      Array.from({ length: 500_000 }, (_, at) => `{"segmentId":"inv-1","signal":"ActivePower","t":${NOON_MS - at},"v":${at}}`).join('\n'),
    200,
  ],
  ['JSON 400,000 lists deep', JSON_TYPE, () => `{"series":${'['.repeat(400_000)}${']'.repeat(400_000)}}`, 400],
])('%s keeps the main thread for a moment only', { timeout: 120_000 }, async (_name, type, content, status) => {
  const plant = await openPlant();
  await plant.send(JSON_TYPE, '{"series":[]}');
  const body = gzipSync(content(), { level: 1 });
  let answered = 0;
  const longest = await longestTurn(async () => {
    answered = (await plant.send(type, body, { 'content-encoding': 'gzip' })).statusCode;
  });
  expect(answered).toBe(status);
  expect(longest).toBeLessThan(MOST_YARDSTICKS);
});

test('as many columns of Arrow as a body may name keep the main thread for a moment only', async () => {
  const names = ['t', ...Array.from({ length: LIMITS.ingestSeries }, (_, at) => `inv-${at}/ActivePower`)];
  const fields = names.map((name) => ({ name, isNumeric: true, isInteger: true, isTimestamp: false }));
  const readers = { readHeader: async () => [], readFields: async () => fields };
  let columnCount = 0;
  const longest = await longestTurn(async () => {
    columnCount = (await openPointBody('points', ARROW_TYPE, readers)).columns?.length ?? 0;
  });
  expect(columnCount).toBe(LIMITS.ingestSeries);
  expect(longest).toBeLessThan(MOST_YARDSTICKS);
});
