import { expect, test } from 'vitest';
import type { SiteDayInputs } from '../inputs.ts';
import { heldValues, withHeldValues } from './held-values.ts';

const _ = Number.NaN;
const column = (...values: number[]) => Float64Array.from(values);

test('the last value holds until the next row, and no longer than stated', () => {
  expect([...heldValues(column(_, 5, _, _, 7, _, _, _), { longest: 2, end: 8 })]).toEqual([_, 5, 5, 5, 7, 7, 7, _]);
});

test('nothing holds beyond the data', () => {
  expect([...heldValues(column(5, _, _), { longest: 9, end: 2 })]).toEqual([5, 5, _]);
});

test('a column stays as it arrived, its copy holds', () => {
  const arrived = column(5, _);
  expect([...heldValues(arrived, { longest: 1, end: 2 })]).toEqual([5, 5]);
  expect([...arrived]).toEqual([5, _]);
});

const inputs: SiteDayInputs = {
  grid: { startMs: 0, stepMs: 600_000, count: 4 },
  horizonMs: 2_400_000,
  signals: new Map([
    [
      'inv',
      [
        { apCode: 'ActivePower', raw: column(5, _, _, _) },
        { apCode: 'ExportCounter', raw: column(100, _, _, 101) },
        { apCode: 'ActiveEnergy', raw: column(1, _, _, _) },
      ],
    ],
  ]),
  rawEvents: [],
  overlays: new Map(),
};

test('states and registers of a site hold, amounts of an interval do not', () => {
  const held = withHeldValues(inputs, 20).signals.get('inv') ?? [];
  expect(held.map(({ raw }) => [...raw])).toEqual([
    [5, 5, 5, _],
    [100, 100, 100, 101],
    [1, _, _, _],
  ]);
});

test('a site that states nothing gets what arrived', () => {
  expect(withHeldValues(inputs, undefined)).toBe(inputs);
  expect(withHeldValues(inputs, 9)).toBe(inputs);
});
