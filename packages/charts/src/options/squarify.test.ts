import { expect, test } from 'vitest';
import { squarify } from './squarify.ts';

test('areas are in proportion to sizes, and all of the picture is filled', () => {
  const sizes = [6, 6, 4, 3, 2, 2, 1];
  const rectangles = squarify(sizes, { x: 0, y: 0, width: 6, height: 4 });
  expect(rectangles.map(({ width, height }) => width * height)).toEqual(sizes.map((size) => expect.closeTo(size, 9)));
  for (const { x, y, width, height } of rectangles) {
    expect(x + width).toBeLessThanOrEqual(6 + 1e-9);
    expect(y + height).toBeLessThanOrEqual(4 + 1e-9);
  }
  // The first row of the example in the paper: two of 3 x 2 above each other.
  expect(rectangles.slice(0, 2)).toEqual([
    { x: 0, y: 0, width: 3, height: 2 },
    { x: 0, y: 2, width: 3, height: 2 },
  ]);
});

test('nothing has no rectangle', () => {
  expect(squarify([], { x: 0, y: 0, width: 6, height: 4 })).toEqual([]);
});
