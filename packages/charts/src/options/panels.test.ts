import { expect, test } from 'vitest';
import { axesOnSide, axisPlaces, panelsOf } from './panels.ts';
import type { TimeSeriesPlot } from './time-series.ts';

const plot = (id: string, own: Partial<TimeSeriesPlot> = {}): TimeSeriesPlot => ({
  id,
  title: id,
  unit: id,
  factor: 1,
  fromZero: false,
  lines: [],
  ...own,
});

test('plots of one panel share an area, those without a panel have their own', () => {
  const shared = { panel: 'one' };
  const panels = panelsOf([plot('kW', shared), plot('m/s', { ...shared, side: 'right' }), plot('%'), plot('pin', shared)]);
  expect(panels.map(({ plots }) => plots.map(({ id }) => id))).toEqual([['kW', 'm/s'], ['%'], ['pin']]);
  expect([axesOnSide(panels, 'left'), axesOnSide(panels, 'right')]).toEqual([1, 1]);
});

test('axes of a side stand beside each other, the first next to the area', () => {
  expect(axisPlaces([{}, { side: 'right' }, { side: 'left' }, { side: 'right' }])).toEqual([
    { side: 'left', column: 0 },
    { side: 'right', column: 0 },
    { side: 'left', column: 1 },
    { side: 'right', column: 1 },
  ]);
});
