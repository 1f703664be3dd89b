import { expect, test } from 'vitest';
import { displayUnit } from './display-unit.ts';

test('power of a plant is read in megawatts, that of a string in kilowatts', () => {
  expect(displayUnit('kW', 1824)).toMatchObject({ unit: 'MW', factor: 1e-3 });
  expect(displayUnit('kW', -6000)).toMatchObject({ unit: 'MW' });
  expect(displayUnit('kW', 640)).toEqual({ unit: 'kW', factor: 1 });
});

test('a year of energy is read in gigawatt-hours, other quantities keep their unit', () => {
  expect(displayUnit('kWh', 24_610_000)).toMatchObject({ unit: 'GWh', factor: 1e-6 });
  expect(displayUnit('W/m²', 1004)).toEqual({ unit: 'W/m²', factor: 1 });
});
