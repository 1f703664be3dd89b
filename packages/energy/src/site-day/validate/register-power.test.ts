import { describe, expect, test } from 'vitest';
import { siteViewSums } from '../availability/view-sums.ts';
import type { SiteDayOutputs } from '../outputs.ts';
import { computeSmallPlant, deviceOf, instantOf, lightAt, type Reading } from '../testing/small-plant.ts';

const station = deviceOf('ws', 'WeatherStation');
const warmthAt: Reading = (i) => 20 + Math.sin(i / 3);
const light = { IrradiancePOA: lightAt, AmbientTemperature: warmthAt, ModuleTemperature: (i: number) => warmthAt(i) + 5 };
const stopsOf = (outputs: SiteDayOutputs) =>
  outputs.detected.map(({ deviceId, code, startMs, endMs }) => ({ deviceId, code, startMs, endMs }));
const isStopped = (i: number) => i >= 60 && i < 84;

/** A register that counts the light of a day at a rating, in steps. [kWh] */
function registerOf(rating: number, step: number, stopped: (i: number) => boolean = () => false): Reading {
  const first = -288;
  const readings: number[] = [];
  let total = 5000;
  for (let i = first; i < 432; i++) {
    if (!stopped(i)) total += (rating * lightAt(i)) / 1000 / 6;
    readings.push(Math.floor(total / step + 1e-9) * step);
  }
  return (i) => readings[i - first] ?? Number.NaN;
}

/** The same as energy of each interval. [kWh] */
function energyOf(register: Reading): Reading {
  return (i) => register(i) - register(i - 1);
}

describe('inverters that send a register and no power', () => {
  const inverters = [1, 2, 3].map((k) => deviceOf(`inv-${k}`, 'Inverter'));
  const healthy = registerOf(1000, 0.1);
  const stopped = registerOf(1000, 0.1, isStopped);
  const stop = { deviceId: 'inv-3', code: 'SYS-ZERO-SUN', startMs: instantOf(60), endMs: instantOf(84) };

  test.each([
    ['a register', healthy, stopped, 'ExportCounter'],
    ['energy of intervals', energyOf(healthy), energyOf(stopped), 'ActiveEnergy'],
  ])('have a stop where %s counts nothing in the sun', (_kind, of, ofStopped, apCode) => {
    const readings = { ws: light, 'inv-1': { [apCode]: of }, 'inv-2': { [apCode]: of }, 'inv-3': { [apCode]: ofStopped } };
    const outputs = computeSmallPlant({ devices: [...inverters, station], readings });
    expect(stopsOf(outputs)).toEqual([stop]);
    const [total] = siteViewSums(outputs.availability.filter(({ device }) => device.id === 'inv-3'));
    expect(total?.unavailable).toBeGreaterThan(0);
  });

  test('are expected to do as their peers do where no light is measured', () => {
    const readings = {
      'inv-1': { ExportCounter: healthy },
      'inv-2': { ExportCounter: healthy },
      'inv-3': { ExportCounter: stopped },
    };
    const outputs = computeSmallPlant({ devices: inverters, readings });
    expect(stopsOf(outputs)).toEqual([stop]);
  });
});

describe('a register too coarse for the intervals it is read in', () => {
  const roof = deviceOf('inv-1', 'Inverter', { capacityAc: 5, capacityDc: 6 });

  test('is no stop while it has not counted on yet', () => {
    const outputs = computeSmallPlant({ devices: [roof, station], readings: { ws: light, 'inv-1': { ExportCounter: registerOf(5, 1) } } });
    expect(stopsOf(outputs)).toEqual([]);
  });

  test('shows a stop that outlasts its steps', () => {
    const half = registerOf(5, 0.1, isStopped);
    const outputs = computeSmallPlant({ devices: [roof, station], readings: { ws: light, 'inv-1': { ExportCounter: half } } });
    const [stop, ...others] = stopsOf(outputs);
    expect(others).toEqual([]);
    expect(stop?.startMs).toBeGreaterThanOrEqual(instantOf(60));
    expect(stop?.startMs).toBeLessThanOrEqual(instantOf(64));
    expect(stop?.endMs).toBeGreaterThanOrEqual(instantOf(80));
    expect(stop?.endMs).toBeLessThanOrEqual(instantOf(84));
  });
});
