import { expect, test } from 'vitest';
import { ResponseCache } from './response-cache.ts';

function fixture(maxBytes = 1_000) {
  const cache = new ResponseCache(maxBytes);
  const made: string[] = [];
  const request = (key: string, stamp: string, bytes = 100) =>
    cache.getOrMake({ key, stamp }, async () => {
      made.push(`${key} ${stamp}`);
      return { response: `${key} ${stamp}`, bytes };
    });
  return { cache, made, request };
}

test('a response comes from the cache while its stamp holds, and again after it', async () => {
  const { request, made } = fixture();
  expect([await request('a', '1'), await request('a', '1'), await request('a', '2'), await request('a', '2')]).toEqual([
    'a 1',
    'a 1',
    'a 2',
    'a 2',
  ]);
  expect(made).toEqual(['a 1', 'a 2']);
});

test('what was not requested longest is evicted when the cache is full', async () => {
  const { request, made } = fixture(450);
  for (const key of ['a', 'b', 'c', 'd', 'a', 'e']) await request(key, '1');
  await request('a', '1');
  await request('b', '1');
  expect(made).toEqual(['a 1', 'b 1', 'c 1', 'd 1', 'e 1', 'b 1']);
});

test('a response that would take most of the cache is not cached, and the others stay', async () => {
  const { request, made } = fixture();
  await request('small', '1');
  await request('large', '1', 900);
  await request('large', '1', 900);
  await request('small', '1');
  expect(made).toEqual(['small 1', 'large 1', 'large 1']);
});

test('after a clearing everything is recalculated', async () => {
  const { cache, request, made } = fixture();
  await request('a', '1');
  cache.clear();
  await request('a', '1');
  expect(made).toHaveLength(2);
});

test('a failed query is made again', async () => {
  const cache = new ResponseCache(1_000);
  const query = { key: 'a', stamp: '1' };
  await expect(cache.getOrMake(query, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await cache.getOrMake(query, async () => ({ response: 7, bytes: 8 }))).toBe(7);
});
