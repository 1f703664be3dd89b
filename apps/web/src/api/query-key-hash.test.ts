import { hashKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { queryKeyHash } from './query-key-hash.ts';

const sites = Array.from({ length: 1_000 }, (_, index) => `site-${index}`);

test('keys that say the same have one name, and others do not', () => {
  const key = ['metrics', { siteIds: sites, period: { startMs: 1, endMs: 2 }, by: undefined }];
  expect(queryKeyHash(key)).toBe(queryKeyHash(['metrics', { period: { endMs: 2, startMs: 1 }, siteIds: [...sites] }]));
  const others = [
    ['metrics', { siteIds: sites.slice(1), period: { startMs: 1, endMs: 2 } }],
    ['metrics', { siteIds: sites.toReversed(), period: { startMs: 1, endMs: 2 } }],
    ['metrics', { siteIds: [...sites.slice(1), 0], period: { startMs: 1, endMs: 2 } }],
    ['metrics', { siteIds: sites, period: { startMs: 1, endMs: 3 } }],
  ];
  expect(new Set([key, ...others].map(queryKeyHash)).size).toBe(5);
});

test('short keys are named as the library names them', () => {
  const key = ['events', { types: ['Downtime', 'Curtailment'], filter: { site: null, from: 5 } }, [['a', 1], new Date(0)]];
  expect(queryKeyHash(key)).toBe(hashKey(key));
});
