import { segmentIdSchema } from '@solvane/contract/ids';
import { expect, test } from 'vitest';
import type { PointColumns } from '../../../signals/signal-writer.ts';
import { toGrid, toInputs } from './raw-columns.ts';
import { readingsBeyond } from './readings-beyond.ts';

const DAY_MS = 86_400_000;
const STEP_MS = 600_000;
const WHOLE = { startMs: Date.UTC(2026, 0, 20), stepMs: STEP_MS, count: 5 * 144 };
const END_MS = WHOLE.startMs + WHOLE.count * STEP_MS;
const stored = [{ series: 7, segmentId: segmentIdSchema.parse('inv'), apCode: 'ExportCounter', calcType: 'Raw' }];

/** A store of points; what was asked of it is counted. */
function storeOf(points: readonly (readonly [timeMs: number, value: number])[]) {
  const asked: number[] = [];
  const toColumns = (own: readonly (readonly [number, number])[]): PointColumns => ({
    series: Uint32Array.from(own, () => 7),
    timesMs: Float64Array.from(own, ([timeMs]) => timeMs),
    values: Float64Array.from(own, ([, value]) => value),
  });
  return {
    asked,
    columns: toGrid(toColumns(points.filter(([timeMs]) => timeMs >= WHOLE.startMs && timeMs < END_MS)), stored, WHOLE),
    readPoints: ({ startMs, endMs }: { startMs: number; endMs: number }) => {
      asked.push((endMs - startMs) / DAY_MS);
      return Promise.resolve(toColumns(points.filter(([timeMs]) => timeMs >= startMs && timeMs < endMs)));
    },
  };
}

test('a register that was silent for weeks is known by its readings before and after', async () => {
  const store = storeOf([
    [WHOLE.startMs - 30 * DAY_MS - STEP_MS, 990],
    [WHOLE.startMs - 30 * DAY_MS, 1000],
    [END_MS + 3 * DAY_MS, 5000],
    [END_MS + 3 * DAY_MS + STEP_MS, 5010],
  ]);
  const beyond = await readingsBeyond(store, stored, {
    columns: store.columns,
    whole: WHOLE,
    beginMs: undefined,
    nowMs: END_MS + 9 * DAY_MS,
  });
  const window = { ...WHOLE, startMs: WHOLE.startMs + DAY_MS, count: 3 * 144 };
  const { signals } = toInputs(store.columns, stored, { whole: WHOLE, window, altitude: 0, beyond, invalidations: new Map() });
  expect(signals.get('inv')?.[0]).toMatchObject({
    readingBefore: { position: -31 * 144, value: 1000 },
    readingAfter: { position: 4 * 144 + 3 * 144, value: 5000 },
  });
});

test('after a night only the day before is read, and nothing of the future or of before the site began', async () => {
  const store = storeOf([
    [WHOLE.startMs - 6 * STEP_MS, 1000],
    [WHOLE.startMs + 40 * STEP_MS, 1010],
  ]);
  const options = { columns: store.columns, whole: WHOLE, nowMs: END_MS - DAY_MS };
  await readingsBeyond(store, stored, { ...options, beginMs: undefined });
  expect(store.asked).toEqual([1]);
  await readingsBeyond(store, stored, { ...options, beginMs: WHOLE.startMs });
  expect(store.asked).toEqual([1]);
});
