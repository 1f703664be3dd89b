import { timeSeriesSettings as widgetSettings } from '@solvane/contract/widgets/time-series';
import { expect, test } from 'vitest';
import { timeSeriesSettings } from './time-series-settings.ts';

const SHOWN = { signalIds: ['ActivePower||Raw', 'WindSpeed||Raw'], units: ['kW', 'm/s'] };

test('a widget keeps shape, colours, attribute, comparison, filters, and an axis for every unit', () => {
  const settings = timeSeriesSettings({
    ...SHOWN,
    search: {
      tree: 'attribute',
      attribute: 'country',
      shape: 'stacked',
      color: 'signal',
      axes: 'shared',
      compare: 'previousYear',
      filters: [{ kind: 'timeOfDay', from: 360, to: 720 }],
      y: { kW: [0, 2000] },
    },
  });
  const read = widgetSettings.read({ version: widgetSettings.version, settings });
  expect(read).toMatchObject({
    status: 'complete',
    settings: {
      aggregate: 'attribute',
      attribute: 'country',
      chart: 'stacked',
      color: 'signal',
      comparison: 'previousYear',
      filters: [{ kind: 'timeOfDay', from: 360, to: 720 }],
      axes: [
        { unit: 'kW', side: 'left', min: 0, max: 2000 },
        { unit: 'm/s', side: 'right', min: null, max: null },
      ],
    },
  });
});

test('an axis that was set by hand does not leave the other units without one', () => {
  const { axes } = timeSeriesSettings({ ...SHOWN, search: { y: { 'm/s': [null, 20] } } });
  expect(axes).toEqual([
    { unit: 'kW', side: 'own', min: null, max: null },
    { unit: 'm/s', side: 'own', min: null, max: 20 },
  ]);
  expect(timeSeriesSettings({ ...SHOWN, search: {} })).not.toHaveProperty('axes');
});
