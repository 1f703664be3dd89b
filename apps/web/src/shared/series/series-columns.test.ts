import { signalIdSchema } from '@solvane/contract/ids';
import { expect, test } from 'vitest';
import { resolutionOf } from './resolutions.ts';
import { seriesResultOf, toSeriesResult } from './series-columns.ts';

const HOUR_MS = 3_600_000;
const POWER = {
  key: 'INV-1',
  label: 'INV-1',
  segmentId: null,
  signalId: signalIdSchema.parse('ActivePower||Raw'),
  unit: 'kW',
  aggregation: 'avg',
  timezone: 'UTC',
  periodsBack: 0,
};

test('native values have the name of their interval where all lines have the same', () => {
  expect(resolutionOf([{ stepMs: 600_000 }, { stepMs: 600_000 }])).toBe('PT10M');
  expect(resolutionOf([{ stepMs: 600_000 }, { stepMs: 900_000 }])).toBe('raw');
  expect(resolutionOf([])).toBe('raw');
});

test('a missing value stays missing in both forms of a response, never zero', () => {
  const head = { resolution: 'hour', reduced: true, native: false } as const;
  const columns = toSeriesResult({
    ...head,
    series: [
      {
        ...POWER,
        timesMs: Float64Array.of(0, HOUR_MS),
        values: Float64Array.of(1, Number.NaN),
        min: Float64Array.of(0.5, Number.NaN),
        max: Float64Array.of(2, Number.NaN),
      },
    ],
  });
  const [series] = columns.series;
  expect(series?.values).toEqual(Float64Array.of(1, Number.NaN));
  expect(series?.low).toEqual(Float64Array.of(0.5, Number.NaN));
  expect(series?.completeness).toBeNull();
  expect(
    seriesResultOf({ ...head, series: [{ ...POWER, timesMs: [0, HOUR_MS], values: [1, null], min: [0.5, null], max: [2, null] }] }),
  ).toEqual(columns);
});
