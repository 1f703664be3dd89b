import { expect, test } from 'vitest';
import { memoryLimit, memoryShare } from './memory.ts';

const GIGABYTE = 1024 ** 3;

test.each([
  [0.5, 0.25],
  [1, 0.25],
  [2, 0.5],
  [4, 1],
  [64, 1],
])('%d GB give a share of %d', (gigabytes, share) => {
  expect(memoryShare(gigabytes * GIGABYTE)).toBe(share);
});

test('there is a limit on every machine', () => {
  expect(memoryLimit()).toBeGreaterThan(GIGABYTE / 4);
});
