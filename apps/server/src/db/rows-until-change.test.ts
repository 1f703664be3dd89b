import { expect, test, vi } from 'vitest';
import { RowsUntilChange } from './rows-until-change.ts';

test('a row is read once, and again after a change', async () => {
  const rows = new RowsUntilChange<string, { n: number }>(10);
  const read = vi.fn(async () => ({ n: read.mock.calls.length }));
  expect([await rows.get('a', read), await rows.get('a', read)]).toEqual([{ n: 1 }, { n: 1 }]);
  rows.forgetAll();
  expect(await rows.get('a', read)).toEqual({ n: 2 });
});

test('a row that is read while a change is announced is not kept', async () => {
  const rows = new RowsUntilChange<string, string>(10);
  const { promise, resolve } = Promise.withResolvers<string>();
  const reading = rows.get('a', () => promise);
  rows.forgetAll();
  resolve('old');
  expect(await reading).toBe('old');
  expect(await rows.get('a', async () => 'new')).toBe('new');
});

test('what does not exist is asked for each time', async () => {
  const rows = new RowsUntilChange<string, string>(10);
  expect(await rows.get('a', async () => undefined)).toBeUndefined();
  expect(await rows.get('a', async () => 'there')).toBe('there');
});

test('a row is replaced only where it is still the one that was kept', async () => {
  const rows = new RowsUntilChange<string, { n: number }>(10);
  const first = await rows.get('a', async () => ({ n: 1 }));
  if (!first) throw new Error('No row');
  rows.replace('a', first, { n: 2 });
  expect(await rows.get('a', async () => ({ n: 0 }))).toEqual({ n: 2 });
  rows.forgetAll();
  await rows.get('a', async () => ({ n: 3 }));
  rows.replace('a', first, { n: 4 });
  expect(await rows.get('a', async () => ({ n: 0 }))).toEqual({ n: 3 });
});

test('no more rows are kept than allowed, and none where none are', async () => {
  const [two, none] = [new RowsUntilChange<number, string>(2), new RowsUntilChange<number, string>(0)];
  for (const key of [1, 2, 3]) await two.get(key, async () => 'first');
  expect(await Promise.all([1, 3].map((key) => two.get(key, async () => 'second')))).toEqual(['second', 'first']);
  await none.get(1, async () => 'first');
  expect(await none.get(1, async () => 'second')).toBe('second');
});
