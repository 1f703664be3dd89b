import type { TimeSeriesPlot } from '@solvane/charts/options/time-series';
import { studioOptionsSchema } from '@solvane/contract/studio-options';
import { expect, test } from 'vitest';
import { applyOptions, shownZone } from './apply-options.ts';

const DEFAULTS = studioOptionsSchema.parse({});
const PLOT: TimeSeriesPlot = {
  id: '°C',
  title: '',
  unit: '°C',
  factor: 1,
  fromZero: false,
  lines: [
    {
      id: 'a',
      label: 'A',
      detail: '',
      timesMs: Float64Array.of(0, 1),
      values: Float64Array.of(1, 2),
      low: null,
      high: null,
      completeness: null,
      stepMs: 1,
      shape: 'line',
      stroke: 'series',
      colour: 3,
    },
  ],
};

test('defaults change nothing', () => {
  const plots = [PLOT];
  expect(applyOptions(plots, DEFAULTS)).toBe(plots);
});

test('steps, connected gaps, grey lines and axes from zero', () => {
  expect(applyOptions([PLOT], { ...DEFAULTS, axisFromZero: true, interpolation: 'step' })).toMatchObject([
    { fromZero: true, lines: [{ shape: 'step', stepMs: 1 }] },
  ]);
  expect(applyOptions([PLOT], { ...DEFAULTS, gaps: 'connected', palette: 'grey' })).toMatchObject([
    { fromZero: false, lines: [{ shape: 'line', stepMs: Number.MAX_SAFE_INTEGER, colour: null }] },
  ]);
});

test('times are those of the site, of UTC or of the browser', () => {
  expect(shownZone(DEFAULTS, 'Europe/Madrid')).toBe('Europe/Madrid');
  expect(shownZone({ timeZone: 'utc' }, 'Europe/Madrid')).toBe('UTC');
  expect(shownZone({ timeZone: 'mine' }, 'Europe/Madrid')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
});
