import { expect, test } from 'vitest';
import { widgetText } from '../../testing/widget-text.ts';
import type { WeatherProps } from './weather.ts';
import { drawnQuantities, shownQuantities, splitAt } from './weather.ts';
import { weatherWidget } from './weather.widget.tsx';

const quantity = (apCode: string, unit: string, values: (number | null)[]) => ({ apCode, unit, segmentIds: [], latest: null, values });

function weather(own: Record<string, unknown> = {}): WeatherProps {
  const read = weatherWidget.settings.read({ version: 1, settings: own });
  if (read.status !== 'complete') throw new Error('incomplete');
  const quantities = [
    quantity('IrradiancePOA', 'W/m²', [800, null]),
    quantity('IrradianceGHI', 'W/m²', [700, 600]),
    quantity('WindSpeed', 'm/s', [3, 4]),
  ];
  const data = { nowMs: 1, condition: 'Clear', quantities, timesMs: [0, 600_000], conditions: ['Clear', 'PartlyCloudy'], timezone: 'UTC' };
  return {
    settings: read.settings,
    page: { sites: [], period: { startMs: 0, endMs: 1 }, zone: 'UTC', nowMs: 1 },
    data: { weather: data },
  } as unknown as WeatherProps;
}

test('the light on the modules stands for the light on the ground, and is what is drawn', () => {
  const { settings, data } = weather();
  const shown = data.weather ? shownQuantities(settings, data.weather) : [];
  expect(shown.map(({ apCode }) => apCode)).toEqual(['IrradiancePOA', 'WindSpeed']);
  expect(drawnQuantities(shown).map(({ apCode }) => apCode)).toEqual(['IrradiancePOA']);
});

test('the table has a row per interval with its word, every quantity with its unit, and the source', () => {
  const { columns, rows } = weatherWidget.table(weather({ show: ['irradiance'] }), widgetText());
  expect(columns.map(({ header, unit }) => [header, unit])).toEqual([
    ['Time', undefined],
    ['Condition', undefined],
    ['Plane-of-array irradiance', 'W/m²'],
    ['Source', undefined],
  ]);
  expect(rows).toMatchObject([
    { values: { time: 0, condition: 'Clear', IrradiancePOA: 800, source: 'Weather station' } },
    { values: { condition: 'Partly cloudy', IrradiancePOA: null } },
  ]);
});

test('what a provider foresees begins where the past ends', () => {
  const [timesMs, values] = [Float64Array.of(0, 10, 20, 30), Float64Array.of(1, 2, 3, 4)];
  const { past, ahead } = splitAt(15, timesMs, values);
  expect([[...past.timesMs], [...(ahead?.timesMs ?? [])], [...(ahead?.values ?? [])]]).toEqual([
    [0, 10],
    [10, 20, 30],
    [2, 3, 4],
  ]);
  expect(splitAt(30, timesMs, values)).toEqual({ past: { timesMs, values }, ahead: undefined });
  expect([...splitAt(-1, timesMs, values).past.timesMs]).toEqual([]);
});
