import { expect, test } from 'vitest';
import { barAt, type LaneBar, placeBars, spanBetween } from './lanes.ts';

const bar = (startMs: number, endMs: number): LaneBar => ({
  startMs,
  endMs,
  isOpen: false,
  colour: 'ev-downtime',
  mark: [],
  label: '',
  isSelected: false,
});
const view = { startMs: 100, endMs: 200 };

test('bars end where the view ends, short ones can still be seen, and those outside are not drawn', () => {
  const placed = placeBars([bar(50, 150), bar(160, 160), bar(10, 90), bar(200, 220)], view, 1_000);
  expect(placed).toEqual([
    { index: 0, left: 0, right: 500 },
    { index: 1, left: 600, right: 603 },
  ]);
});

test('the shortest bar lies on top and is the one that is meant', () => {
  const placed = placeBars([bar(140, 145), bar(100, 200)], view, 1_000);
  expect([barAt(placed, 420), barAt(placed, 700), barAt(placed, 452)]).toEqual([0, 1, 1]);
  expect(barAt(placeBars([bar(140, 145)], view, 1_000), 452)).toBe(0);
  expect(barAt(placeBars([bar(140, 145)], view, 1_000), 480)).toBeUndefined();
});

test('a rectangle covers lanes and time, in whatever direction it was drawn', () => {
  expect(spanBetween({ lane: 4, atMs: 9 }, { lane: -2, atMs: 3 }, 4)).toEqual({ from: 0, to: 3, period: { startMs: 3, endMs: 9 } });
});
