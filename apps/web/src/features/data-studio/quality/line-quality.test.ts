import { QUALITY_FLAGS } from '@solvane/energy/quality/flags';
import { QUALITY_METHODS } from '@solvane/energy/quality/methods';
import { expect, test } from 'vitest';
import type { SeriesColumns } from '../../../shared/series/series-columns.ts';
import { lineQuality } from './line-quality.ts';

const WORDS = { state: (state: string) => state, method: (method: string) => method };

function columns(timesMs: number[], values: number[]): SeriesColumns {
  return {
    key: 'INV-1',
    label: 'INV-1',
    segmentId: 'INV-1',
    signalId: 'ActivePower||QualityFlag',
    unit: '',
    timezone: 'UTC',
    periodsBack: 0,
    timesMs: Float64Array.from(timesMs),
    values: Float64Array.from(values),
    low: null,
    high: null,
    completeness: null,
  };
}

test('points get the state of their flags, by time; what has no flags is good', () => {
  const line = columns([10, 20, 30, 40], [1, 2, 3, 4]);
  const flags = columns([20, 30, 40], [QUALITY_FLAGS.INTERPOLATED | QUALITY_FLAGS.FLATLINE, QUALITY_FLAGS.MANUAL_VALUE, 0]);
  const methods = columns([20], [QUALITY_METHODS.interpolated.number]);
  const quality = lineQuality(line, { flags, methods }, WORDS);
  expect([...quality.states]).toEqual([0, 1, 3, 0]);
  expect(quality.text(1)).toBe('estimated, interpolated, flatline');
  expect(quality.text(0)).toBe('good');
});

test('a suspect value is measured: the method adds nothing', () => {
  const line = columns([10], [1]);
  const quality = lineQuality(
    line,
    { flags: columns([10], [QUALITY_FLAGS.SUSPECT]), methods: columns([10], [QUALITY_METHODS.measured.number]) },
    WORDS,
  );
  expect([...quality.states]).toEqual([2]);
  expect(quality.text(0)).toBe('suspect');
});
