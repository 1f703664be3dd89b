import { describe, expect, test } from 'vitest';
import { QUALITY_FLAGS } from './flags.ts';
import { QUALITY_METHODS } from './methods.ts';
import type { QualityDevice } from './site.ts';
import { constant, device, LENGTH, DEFAULT_RULES as RULES, rulesFor, signalOf, siteOf, validated, wave } from './testing/site-builder.ts';
import { validateSite } from './validate-site.ts';

const MISSING = Number.NaN;
const F = QUALITY_FLAGS;
const numberOf = (method: keyof typeof QUALITY_METHODS) => QUALITY_METHODS[method].number;

describe('wind at a nacelle', () => {
  const turbine = (id: string, wind: Float64Array, power: Float64Array, extra: Partial<QualityDevice> = {}): QualityDevice => ({
    ...device(id, 'WindTurbine', { NacelleWindSpeed: wind, ActivePower: power }),
    ...extra,
  });
  const idle = constant(0);

  test('is believed only while the turbine turns', () => {
    const alone = validated([turbine('A', wave(8), wave(500))], 'NacelleWindSpeed');
    expect([...alone.values]).toEqual([...wave(8)]);
    const stopped = validated([turbine('A', wave(8), wave(500), { stopped: new Uint8Array(LENGTH).fill(1) })], 'NacelleWindSpeed');
    expect(stopped.values[5]).toBeNaN();
    expect(stopped.flags[5]).toBe(F.NO_VALUE);
  });

  test('is not believed while the controller says something else than running', () => {
    const withState = (state: number) =>
      validated(
        [device('A', 'WindTurbine', { NacelleWindSpeed: wave(8), ActivePower: wave(500), OperatingState: constant(state) })],
        'NacelleWindSpeed',
      );
    expect(withState(3).values[5]).toBe(wave(8)[5]);
    expect(withState(7).values[5]).toBeNaN();
    expect(withState(MISSING).values[5]).toBe(wave(8)[5]);
  });

  test('turns to the mean direction of the turbines near by', () => {
    const near = (id: string, level: number, power = wave(600)) =>
      device(id, 'WindTurbine', {
        NacelleWindDirection: Float64Array.from(wave(1), (one) => (level + 20 * one) % 360),
        ActivePower: power,
      });
    const { values, flags } = validated([near('A', 100, idle), near('B', 320), near('C', 340)], 'NacelleWindDirection', 'A');
    expect(flags[5]).toBe(F.TURBINE_FALLBACK);
    expect(values[5]).toBeGreaterThan(345);
    expect(values[5]).toBeLessThan(355);
  });

  test('of power asks a reference only while it carries load', () => {
    const rules = rulesFor('ActivePower', (signal) => ({
      ...signal,
      external: [
        ...signal.external.slice(0, 1),
        { method: 'referenceWindTurbineCascade', order: 2, state: 'Active', quality: false, cascade: true, attributes: {} },
      ],
    }));
    const own = device('A', 'WindTurbine', { ActivePower: constant(MISSING) });
    const by = (power: Float64Array) =>
      validated(
        [
          { ...own, referenceTurbineIds: ['B'] },
          { ...device('B', 'WindTurbine', { ActivePower: power }), capacityAc: 2000 },
        ],
        'ActivePower',
        'A',
        rules,
      ).values[5];
    expect(by(wave(1200))).toBeCloseTo((wave(1200)[5] ?? 0) / 2, 9);
    expect(by(wave(38))).toBeNaN();
  });

  test('comes from the reference turbine first, with the ratio learned for its sector', () => {
    const ratios = { bySector: new Float64Array(12).fill(1.1), overall: 1 };
    const learned = { referenceRatios: new Map([['B', ratios]]) };
    const own = {
      ...turbine('A', wave(8), idle, { referenceTurbineIds: ['B'] }),
      signals: [
        { apCode: 'NacelleWindSpeed', raw: wave(8), learned },
        { apCode: 'ActivePower', raw: idle },
      ],
    };
    const reference = device('B', 'WindTurbine', {
      NacelleWindSpeed: wave(9),
      ActivePower: wave(600),
      NacelleWindDirection: wave(100),
    });
    const { values, flags, methods } = validated([own, reference], 'NacelleWindSpeed', 'A');
    expect(values[5]).toBeCloseTo((wave(9)[5] ?? 0) * 1.1, 9);
    expect([flags[5], methods[5]]).toEqual([F.REFERENCE, numberOf('referenceWindTurbineCascade')]);
  });

  test('else from the nearest turning turbines', () => {
    const near = (id: string, level: number, latitude: number, power = wave(600)) => turbine(id, wave(level), power, { latitude });
    const devices = [
      near('A', 8, 50, idle),
      near('B', 9, 50.01),
      near('C', 9.4, 50.02),
      near('D', 10.4, 50.005, idle),
      near('E', 10.6, 51),
    ];
    const { values, flags } = validated(devices, 'NacelleWindSpeed', 'A');
    expect(flags[5]).toBe(F.TURBINE_FALLBACK);
    expect(values[5]).toBeGreaterThan(wave(9)[5] ?? 0);
    expect(values[5]).toBeLessThan(wave(9.4)[5] ?? 0);
  });

  test('else from the mast', () => {
    const devices = [
      turbine('A', wave(8), idle, { primaryWeatherStationId: 'MAST' }),
      device('MAST', 'WeatherStation', { WindSpeed: wave(7) }),
    ];
    const { values, flags } = validated(devices, 'NacelleWindSpeed', 'A');
    expect([values[5], flags[5]]).toEqual([wave(7)[5], F.REFERENCE]);
  });

  test('else from the provider, carried up to the hub', () => {
    const provider = { providerId: 'era', windHeight: 10, altitude: 0, signals: new Map([['WindSpeed', constant(5)]]) };
    const site = siteOf([turbine('A', wave(8), idle, { height: 100 })], { externalWeather: [provider] });
    const { values, flags } = signalOf(validateSite(site, RULES), 'A', 'NacelleWindSpeed');
    expect(values[5]).toBeCloseTo(5 * 10 ** 0.143, 9);
    expect(flags[5]).toBe(F.EXTERNAL_WEATHER);
  });
});
