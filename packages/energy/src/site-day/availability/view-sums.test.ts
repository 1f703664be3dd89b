import { expect, test } from 'vitest';
import { shareOfView, type ViewSums } from './view-sums.ts';

const view = (basis: ViewSums['basis'], available: number, unavailable: number): ViewSums => ({
  name: 'Technical',
  basis,
  available,
  unavailable,
  unavailableBy: {},
});

test('by production nothing is judged while less than a thousandth of the rating could have come', () => {
  const time = view('time', 23_000, 1000);
  const dark = view('production', 20, 3);
  expect(shareOfView(dark, [time, dark])).toBeNaN();
  const dusk = view('production', 20, 4);
  expect(shareOfView(dusk, [time, dusk])).toBeCloseTo(20 / 24, 12);
  expect(shareOfView(time, [time, dark])).toBeCloseTo(23 / 24, 12);
});

test('without a view by time every production counts, but none does not', () => {
  expect(shareOfView(view('production', 1, 0), [])).toBe(1);
  expect(shareOfView(view('production', 0, 0), [])).toBeNaN();
});
