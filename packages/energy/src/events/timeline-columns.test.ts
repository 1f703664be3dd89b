import { differences } from '@solvane/testing/differences';
import { expect, test } from 'vitest';
import type { EventType } from './event-types.ts';
import { decidingSlices, eventShare, eventTouches, NO_SLICE } from './timeline-columns.ts';

const MINUTE = 60_000;
const grid = { startMs: 0, stepMs: 10 * MINUTE, count: 4 };
const slice = (eventType: EventType, start: number, end: number, priority: number) => ({
  eventType,
  startMs: start * MINUTE,
  endMs: end * MINUTE,
  priority,
});
const slices = [
  slice('Warning', -5, 3, 600),
  slice('Downtime', 3, 12, 110),
  slice('Curtailment', 12, 20, 210),
  slice('Downtime', 35, 90, 110),
];

test('a timeline tells how much of each interval a type of event decides', () => {
  expect(differences(eventShare(slices, grid, ['Downtime', 'Unknown']), [0.7, 0.2, 0, 0.5])).toEqual([]);
  expect(differences(eventShare(slices, grid, ['Warning']), [0.3, 0, 0, 0])).toEqual([]);
});

test('a timeline tells which intervals it touches', () => {
  expect([...eventTouches(slices, grid, ['Downtime', 'Curtailment'])]).toEqual([1, 1, 0, 1]);
  expect([...eventTouches([], grid, ['Downtime'])]).toEqual([0, 0, 0, 0]);
});

test('an interval is named after the most decisive event in it', () => {
  expect([...decidingSlices(slices, grid)]).toEqual([1, 1, NO_SLICE, 3]);
});
