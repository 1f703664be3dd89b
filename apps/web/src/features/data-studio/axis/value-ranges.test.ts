import { expect, test } from 'vitest';
import { changedRanges, rangeOf, withRanges } from './value-ranges.ts';

const plot = { id: 'kW', title: 'Active power', unit: 'MW', factor: 0.001, fromZero: true, lines: [] };

test('ends that are set in the unit on screen are kept in the unit of the signal, and shown again as they were set', () => {
  const y = changedRanges(undefined, plot, { min: 0.5, max: 1.5 });
  expect(y).toEqual({ kW: [500, 1500] });
  const [shown] = withRanges([plot], y);
  expect(shown?.range).toEqual({ min: 500, max: 1500 });
  expect(shown && rangeOf(shown)).toEqual({ min: 0.5, max: 1.5 });
});

test('an axis that is freed leaves the address', () => {
  expect(changedRanges({ kW: [500, null], '°C': [0, 40] }, plot, { min: null, max: null })).toEqual({ '°C': [0, 40] });
  expect(changedRanges({ kW: [500, null] }, plot, { min: null, max: null })).toBeUndefined();
});
