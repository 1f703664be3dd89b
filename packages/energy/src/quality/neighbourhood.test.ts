import { expect, test } from 'vitest';
import { Neighbourhood } from './neighbourhood.ts';
import type { DeviceRun } from './signal-run.ts';
import { device } from './testing/site-builder.ts';

function turbine(id: string, longitude: number): DeviceRun {
  return { input: { ...device(id, 'WindTurbine', {}), longitude }, signals: new Map() };
}

test('neighbours come nearest first, equally near ones by id, those without a position not at all', () => {
  const own = turbine('own', 10);
  const mast: DeviceRun = { input: { ...device('mast', 'WeatherStation', {}), longitude: 10 }, signals: new Map() };
  const others = [turbine('far', 10.4), turbine('b', 10.1), turbine('lost', Number.NaN), turbine('a', 10.1), turbine('near', 10.05)];
  const neighbourhood = new Neighbourhood(own, [...others, own, mast]);

  expect([0, 1, 2, 3].map((rank) => neighbourhood.nearest(rank)?.device.input.id)).toEqual(['near', 'a', 'b', 'far']);
  expect(neighbourhood.nearest(4)).toBeUndefined();
  expect(neighbourhood.nearest(0)?.distanceKm).toBeCloseTo(3.57, 2);
});
