import { expect, test } from 'vitest';
import { boundsOf, clustersOf, mapFrame } from './map-frame.ts';

const SIZE = { width: 400, height: 200 };

test('bounds lie in the middle, with north up, and nothing of them is outside', () => {
  const bounds = { west: 10, south: 50, east: 30, north: 60 };
  const { left, top, perLongitude, perLatitude } = mapFrame(bounds, SIZE);
  const x = (longitude: number) => left + longitude * perLongitude;
  const y = (latitude: number) => top + latitude * perLatitude;
  expect([x(20), y(55)]).toEqual([200, 100]);
  expect([x(10) > 0, x(30) < 400, y(60) > 0, y(60) < y(50), y(50) < 200]).toEqual([true, true, true, true, true]);
});

test('a single site has land around it', () => {
  const bounds = boundsOf([{ latitude: 55, longitude: 13 }]);
  expect(bounds && mapFrame(bounds, SIZE).perLatitude).toBeGreaterThan(-200 / 8);
  expect(boundsOf([])).toBeUndefined();
});

test('what weighs most leads its cluster', () => {
  const points = [
    { id: 'a', x: 0, y: 0, weight: 1 },
    { id: 'b', x: 10, y: 0, weight: 5 },
    { id: 'c', x: 100, y: 0, weight: 2 },
  ];
  expect(clustersOf(points, 20).map((cluster) => cluster.map(({ id }) => id))).toEqual([['b', 'a'], ['c']]);
  expect(clustersOf(points, 0)).toHaveLength(3);
});
