import { expect, test, vi } from 'vitest';
import { readOnce, withOneReading } from './one-reading.ts';

test('parts of one response share a reading, another response and work outside of both read for themselves', async () => {
  const read = vi.fn(async () => 'rows');
  const first = withOneReading(async (name: string) => readOnce(name, read));
  const second = withOneReading(async (name: string) => readOnce(name, read));
  expect(await Promise.all([first('a'), first('a'), second('a')])).toEqual(['rows', 'rows', 'rows']);
  expect(read).toHaveBeenCalledTimes(2);
  await first('a');
  expect(read).toHaveBeenCalledTimes(2);
  await first('b');
  await readOnce('a', read);
  await readOnce('a', read);
  expect(read).toHaveBeenCalledTimes(5);
});

test('a reading that failed fails for who shares it, and is tried again by who comes later', async () => {
  const read = vi.fn(async () => 'rows').mockRejectedValueOnce(new Error('no connection'));
  const part = withOneReading(async () => readOnce('a', read));
  expect((await Promise.allSettled([part(), part()])).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await part()).toBe('rows');
});
