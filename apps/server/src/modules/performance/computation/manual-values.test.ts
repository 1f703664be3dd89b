import { segmentIdSchema } from '@solvane/contract/ids';
import { expect, test } from 'vitest';
import type { PointColumns } from '../../../signals/signal-writer.ts';
import { toGrid, toInputs } from './raw-columns.ts';

const STEP_MS = 600_000;
const GRID = { startMs: Date.UTC(2026, 0, 20), stepMs: STEP_MS, count: 12 };
const segmentId = segmentIdSchema.parse('inv');
const RAW = { series: 1, segmentId, apCode: 'ActivePower', calcType: 'Raw' };
const MANUAL = { series: 2, segmentId, apCode: 'ActivePower', calcType: 'ManualOverride' };
const OTHER = { series: 3, segmentId, apCode: 'AmbientTemperature', calcType: 'ManualOverride' };

function pointsOf(points: readonly (readonly [series: number, interval: number, value: number])[]): PointColumns {
  return {
    series: Uint32Array.from(points, ([series]) => series),
    timesMs: Float64Array.from(points, ([, interval]) => GRID.startMs + interval * STEP_MS),
    values: Float64Array.from(points, ([, , value]) => value),
  };
}

function signalsOf(points: PointColumns, stored: Parameters<typeof toInputs>[1]) {
  const columns = toGrid(points, stored, GRID);
  const beyond = { before: new Map(), after: new Map() };
  return (
    toInputs(columns, stored, { whole: GRID, window: GRID, altitude: 0, beyond, invalidations: new Map() }).signals.get(segmentId) ?? []
  );
}

test('values that a user entered stand beside what arrived, each for its own interval', () => {
  const raw = Array.from({ length: 12 }, (_, interval) => [1, interval, 100] as const);
  const manual = [0, 5, 11].map((interval) => [2, interval, 7] as const);
  const [power, ...rest] = signalsOf(pointsOf([...raw, ...manual]), [RAW, MANUAL]);
  expect(rest).toEqual([]);
  expect([...(power?.raw ?? [])]).toEqual(Array.from({ length: 12 }, () => 100));
  expect([...(power?.override ?? [])].flatMap((value, interval) => (Number.isNaN(value) ? [] : [[interval, value]]))).toEqual([
    [0, 7],
    [5, 7],
    [11, 7],
  ]);
});

test('a device that never sent a signal can have values of it that a user entered', () => {
  const [temperature] = signalsOf(pointsOf([[3, 2, 18.5]]), [OTHER]);
  expect(temperature?.apCode).toBe('AmbientTemperature');
  expect(temperature?.raw.every(Number.isNaN)).toBe(true);
  expect(temperature?.override?.[2]).toBe(18.5);
});
