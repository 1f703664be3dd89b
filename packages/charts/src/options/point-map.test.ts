import { expect, test } from 'vitest';
import { pointMap } from './point-map.ts';

test('all points are inside the square, north is up and east is right', () => {
  const [north, east] = [
    { latitude: 59.4, longitude: 18 },
    { latitude: 59.3, longitude: 18.2 },
  ];
  const view = pointMap([north, east]);
  if (!view) throw new Error('no view');
  const [a, b] = [view.place(north), view.place(east)];
  for (const value of [a.x, a.y, b.x, b.y]) expect(value > 0 && value < view.size).toBe(true);
  expect(a.y < b.y && a.x < b.x).toBe(true);
});

test('a kilometre is as long to the east as to the north', () => {
  const centre = { latitude: 60, longitude: 10 };
  const view = pointMap([centre]);
  if (!view) throw new Error('no view');
  const c = view.place(centre);
  const up = c.y - view.place({ latitude: 60.001, longitude: 10 }).y;
  const right = view.place({ latitude: 60, longitude: 10.002 }).x - c.x;
  expect(right / up).toBeCloseTo(1, 6);
});

test('a single device has round degrees around it, and without any there is no map', () => {
  const view = pointMap([{ latitude: -34.1, longitude: 138.7 }]);
  expect(view?.lines.length).toBeGreaterThan(1);
  expect(view?.widthKm).toBeCloseTo(2.783, 2);
  expect(pointMap([])).toBeUndefined();
});
