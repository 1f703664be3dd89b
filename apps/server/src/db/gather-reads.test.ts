import { expect, test, vi } from 'vitest';
import { gatherReads } from './gather-reads.ts';

/** A read that ends when the test calls `answer`; the row of a key is the key in capitals. */
function createReader() {
  const answers: (() => void)[] = [];
  const ask = vi.fn(async (keys: readonly string[]) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    return new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.toUpperCase()]));
  });
  return { ask, answer: async () => vi.waitFor(() => expect(answers.length).toBeGreaterThan(0)).then(() => answers.shift()?.()) };
}

test('who asks while a question is on its way shares the next one, and never receives what was read before', async () => {
  const { ask, answer } = createReader();
  const read = gatherReads(ask);
  const first = read(['a']);
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
  const [second, third] = [read(['a', 'b']), read(['c', 'none'])];
  await answer();
  expect((await first).get('a')).toBe('A');
  await answer();
  expect((await second).get('b')).toBe('B');
  expect((await third).get('c')).toBe('C');
  expect((await third).has('none')).toBe(false);
  expect(ask.mock.calls).toEqual([[['a']], [['a', 'b', 'c', 'none']]]);
});

test('a question that fails fails for those who share it only', async () => {
  const ask = vi
    .fn(async (keys: readonly string[]) => new Map(keys.map((key) => [key, key])))
    .mockRejectedValueOnce(new Error('no connection'));
  const read = gatherReads(ask);
  const shared = await Promise.allSettled([read(['a']), read(['b'])]);
  expect(shared.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await read(['c'])).toEqual(new Map([['c', 'c']]));
});
