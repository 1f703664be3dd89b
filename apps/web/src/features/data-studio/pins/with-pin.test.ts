import { expect, test } from 'vitest';
import { MOST_PINS } from './pinned-charts.ts';
import { withPin } from './with-pin.ts';

test('a chart is kept once, in whatever order it was chosen', () => {
  const pins = withPin([{ devices: ['a', 'b'], signals: ['P||Raw'] }], { devices: ['b', 'a'], signals: ['P||Raw'] });
  expect(pins).toHaveLength(1);
});

test('the oldest gives way', () => {
  const many = Array.from({ length: MOST_PINS }, (_, index) => ({ devices: [`d${index}`], signals: ['P||Raw'] }));
  const pins = withPin(many, { devices: ['new'], signals: ['P||Raw'] });
  expect(pins.map(({ devices }) => devices[0])).toEqual(['d1', 'd2', 'd3', 'new']);
});
