import { expect, test } from 'vitest';
import { type PeerDevice, peerMedians } from './peer-median.ts';

const device = (power: number, options: Partial<PeerDevice> = {}): PeerDevice => ({
  ...{ group: 'block 1', circle: 'site', power, rating: 100, isRunning: true },
  ...options,
});

test('peers are the running devices of the same block and model, the device itself left out', () => {
  const medians = peerMedians([device(80), device(90), device(70), device(60), device(0, { isRunning: false })]);
  expect(medians.map(({ power }) => power)).toEqual([70, 70, 80, 80, 75]);
  expect(medians.map(({ count }) => count)).toEqual([3, 3, 3, 3, 4]);
});

test('below three peers in the block those of the site count, at the rating of the device', () => {
  const other = { group: 'block 2', rating: 200 };
  const medians = peerMedians([device(50), device(60), device(120, other), device(140, other), device(160, other)]);
  expect(medians[0]).toEqual({ power: expect.closeTo(65), count: 4 });
  expect(medians[2]).toEqual({ power: expect.closeTo(130), count: 4 });
});

test('fewer than three peers say nothing, and a device without a rating is compared with others without one', () => {
  const unrated = { rating: Number.NaN, group: 'block 2' };
  const medians = peerMedians([device(50), device(60), device(5, unrated), device(6, unrated), device(7, unrated), device(9, unrated)]);
  expect(medians[0]).toEqual({ power: Number.NaN, count: 1 });
  expect(medians[5]).toEqual({ power: 6, count: 3 });
});
