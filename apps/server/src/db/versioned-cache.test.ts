import { expect, test } from 'vitest';
import { VersionedCache } from './versioned-cache.ts';

function fixture(limit = 100) {
  const cache = new VersionedCache<string, number>(limit);
  const rows = new Map([
    ['a', 1],
    ['b', 2],
  ]);
  const asked: string[][] = [];
  const load = async (keys: readonly string[]) => {
    asked.push([...keys]);
    return new Map(keys.flatMap((key) => (rows.has(key) ? [[key, rows.get(key) ?? 0] as const] : [])));
  };
  return { rows, asked, get: (version: string | undefined, ...keys: string[]) => cache.getMany(version, keys, load) };
}

test('what was read once is not read again under the same version, nor is what does not exist', async () => {
  const { get, asked } = fixture();
  expect([...(await get('1', 'b', 'a', 'none'))]).toEqual([
    ['b', 2],
    ['a', 1],
  ]);
  expect([...(await get('1', 'a', 'none'))]).toEqual([['a', 1]]);
  expect(asked).toEqual([['b', 'a', 'none']]);
});

test('a change is seen under the next version, and without a version always', async () => {
  const { get, rows } = fixture();
  await get('1', 'a');
  rows.set('a', 10);
  expect((await get('1', 'a')).get('a')).toBe(1);
  expect((await get('2', 'a')).get('a')).toBe(10);
  rows.delete('a');
  expect((await get(undefined, 'a')).size).toBe(0);
  expect((await get('2', 'a')).get('a')).toBe(10);
});

test('an answer that began before a change is not kept under the version after it', async () => {
  const cache = new VersionedCache<string, number>(100);
  const { promise, resolve } = Promise.withResolvers<Map<string, number>>();
  const slow = cache.getMany('1', ['a'], () => promise);
  expect((await cache.getMany('2', ['b'], async () => new Map([['b', 2]]))).get('b')).toBe(2);
  resolve(new Map([['a', 1]]));
  expect((await slow).get('a')).toBe(1);
  expect((await cache.getMany('2', ['a'], async () => new Map([['a', 10]]))).get('a')).toBe(10);
});

test('requests at one time share one reading, and one that failed is tried again', async () => {
  const { get, asked } = fixture();
  const [both, one] = await Promise.all([get('1', 'a', 'b'), get('1', 'b', 'none')]);
  expect([...both.values(), ...one.values()]).toEqual([1, 2, 2]);
  expect(asked).toEqual([['a', 'b'], ['none']]);

  const cache = new VersionedCache<string, number>(100);
  const broken = () => Promise.reject(new Error('no connection'));
  await expect(Promise.all([cache.getMany('1', ['a'], broken), cache.getMany('1', ['a'], broken)])).rejects.toThrow('no connection');
  expect((await cache.getMany('1', ['a'], async () => new Map([['a', 1]]))).get('a')).toBe(1);
});

test('a full cache starts again and goes on answering', async () => {
  const { get, asked } = fixture(1);
  await get('1', 'a');
  await get('1', 'b');
  expect([...(await get('1', 'a', 'b')).values()]).toEqual([1, 2]);
  expect(asked).toEqual([['a'], ['b'], ['a']]);
});
