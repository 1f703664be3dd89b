import { expect, test } from 'vitest';
import { EvidenceCache } from './evidence-cache.ts';

const stored = (name: string, stamp: string, length = 10) => ({ name, stamp, json: 'x'.repeat(length) });

test('evidence is known until its day is computed again', () => {
  const cache = new EvidenceCache<number>(100);
  cache.keep(stored('site 1', 'a'), 1);
  expect(cache.find(stored('site 1', 'a'))).toBe(1);
  expect(cache.find(stored('site 1', 'b'))).toBeUndefined();
  cache.keep(stored('site 1', 'b'), 2);
  expect(cache.find(stored('site 1', 'a'))).toBeUndefined();
  expect(cache.find(stored('site 1', 'b'))).toBe(2);
});

test('where there is no more room, what was not asked for longest is forgotten', () => {
  const cache = new EvidenceCache<number>(30);
  for (const day of [1, 2, 3]) cache.keep(stored(`site ${day}`, 'a'), day);
  cache.find(stored('site 1', 'a'));
  cache.keep(stored('site 4', 'a'), 4);
  expect([1, 2, 3, 4].map((day) => cache.find(stored(`site ${day}`, 'a')))).toEqual([1, undefined, 3, 4]);
});
