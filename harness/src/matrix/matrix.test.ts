import { expect, test } from 'vitest';
import { toResults } from './matrix.ts';

test('the table has a line for the whole matrix and one for each caller', () => {
  const result = {
    cases: { 'events.get': { anonymous: 1, admin: 3 }, 'jobs.list': { anonymous: 1, admin: 1 } },
    failures: [{ endpoint: 'jobs.list', caller: 'admin', problem: '500' }],
  };
  const rows = toResults(result, { seed: 7, seconds: 6 });
  expect(rows.map(({ name, cases, failures, seconds }) => [name, cases, failures, seconds])).toEqual([
    ['2 endpoints × 2 callers', 6, [], 6],
    ['anonymous', 2, [], 2],
    ['admin', 4, [{ seed: 7, message: 'jobs.list: 500' }], 4],
  ]);
});
