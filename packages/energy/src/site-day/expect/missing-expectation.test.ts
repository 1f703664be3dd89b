import { expect, test } from 'vitest';
import { computeSmallDay, type Readings, smallDevice, smallSite, sunnyShare } from '../testing/small-site.ts';

const power: Readings = { ActivePower: (t) => 100 * sunnyShare(t) };
const light = (t: number) => 1000 * sunnyShare(t);
const warmth = (t: number) => 20 + 5 * Math.sin(t / 8_000_000);

function gapsOf(site: Parameters<typeof computeSmallDay>[0], readings: Record<string, Readings>) {
  return computeSmallDay(site, { readings }).expectationGaps;
}

test('an inverter with nothing but its power says what is missing', () => {
  const [gap, ...others] = gapsOf(smallSite([smallDevice('a', 'Inverter')]), { a: power });
  expect(others).toEqual([]);
  expect(gap?.reasons).toEqual(['noNameplate', 'noIrradiance', 'noTemperature', 'noPeers']);
  expect(gap?.intervals).toBe(gap?.ofIntervals);
  // 14 hours with the sun above 5°, not the night.
  expect(gap?.ofIntervals).toBeGreaterThan(80);
  expect(gap?.ofIntervals).toBeLessThan(90);
});

test('a horizontal sensor is no use until the plane of the modules is known', () => {
  const device = { capacityDc: 120 };
  const readings = { a: power, ws: { IrradianceGHI: light, AmbientTemperature: warmth } };
  const station = smallDevice('ws', 'WeatherStation');
  expect(gapsOf(smallSite([smallDevice('a', 'Inverter', device), station]), readings)[0]?.reasons).toEqual(['noModulePlane', 'noPeers']);
  const plane = { kind: 'fixed', tilt: 30, azimuth: 180 } as const;
  const known = { ...device, plane, tilt: 30, azimuth: 180, primaryWeatherStationId: 'ws' };
  expect(gapsOf(smallSite([smallDevice('a', 'Inverter', known), station]), readings)).toEqual([]);
});

test('a sensor that is silent for two hours leaves a gap of two hours', () => {
  const site = smallSite([smallDevice('a', 'Inverter', { capacityDc: 120 }), smallDevice('ws', 'WeatherStation')]);
  const silent = (t: number) => ((t / 3_600_000) % 24 >= 10 && (t / 3_600_000) % 24 < 12 ? Number.NaN : light(t));
  const [gap] = gapsOf(site, { a: power, ws: { IrradiancePOA: silent, AmbientTemperature: warmth } });
  expect(gap).toMatchObject({ intervals: 12, reasons: ['irradianceGap', 'noPeers'] });
});

test('a turbine with nothing but its power, and one without a curve, say what is missing', () => {
  const turbine = smallDevice('t', 'WindTurbine');
  const making = (t: number) => 900 + 300 * Math.sin(t / 9_000_000);
  const wind = (t: number) => 8 + Math.sin(t / 9_000_000);
  expect(gapsOf(smallSite([turbine]), { t: { ActivePower: making } })).toEqual([
    { deviceId: 't', intervals: 144, ofIntervals: 144, reasons: ['noWindSpeed', 'noPowerCurve', 'noNeighbours'] },
  ]);
  expect(gapsOf(smallSite([turbine]), { t: { ActivePower: making, NacelleWindSpeed: wind } })[0]?.reasons).toEqual([
    'noPowerCurve',
    'noNeighbours',
  ]);
});

test('a battery without an order has no expectation', () => {
  const battery = smallDevice('b', 'BatteryInverter', { capacityAc: 500 });
  expect(gapsOf(smallSite([battery]), { b: { ActivePower: () => 100 } })[0]).toMatchObject({ reasons: ['noDispatch'], intervals: 144 });
});
