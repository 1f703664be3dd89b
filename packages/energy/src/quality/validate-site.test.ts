import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SegmentType } from '../devices/segment-types.ts';
import type { QualityConfiguration, SignalRules } from './configuration.ts';
import { defaultQualityConfiguration } from './default-configuration.ts';
import { QUALITY_FLAGS } from './flags.ts';
import { QUALITY_METHODS } from './methods.ts';
import { compileRules } from './rules.ts';
import type { QualityDevice, QualitySignal, QualitySite, SignalQuality } from './site.ts';
import { validateSite } from './validate-site.ts';

const MISSING = Number.NaN;
const LENGTH = 24;
const RULES = compileRules(defaultQualityConfiguration());
const F = QUALITY_FLAGS;
const numberOf = (method: keyof typeof QUALITY_METHODS) => QUALITY_METHODS[method].number;

describe('a value', () => {
  test('that stands its tests is the measured one, without a flag', () => {
    const { values, flags, methods } = validated([device('WS', 'WeatherStation', { AmbientTemperature: wave(15) })], 'AmbientTemperature');
    expect([...values]).toEqual([...wave(15)]);
    expect([...flags]).toEqual(new Array(LENGTH).fill(0));
    expect([...methods]).toEqual(new Array(LENGTH).fill(numberOf('measured')));
  });

  test('that is missing comes from the satellite, scaled as learned', () => {
    const ghi = { raw: changed(wave(500), { 10: MISSING, 11: MISSING, 12: MISSING, 13: MISSING }), learned: { satelliteRatio: 0.9 } };
    const site = siteOf([device('WS', 'WeatherStation', { IrradianceGHI: ghi })], {
      satellite: new Map([['IrradianceGHI', constant(600)]]),
    });
    const { values, flags, methods } = signalOf(validateSite(site, RULES), 'WS', 'IrradianceGHI');
    expect([values[10], flags[10], methods[10]]).toEqual([540, 4_194_305, numberOf('satelliteWeatherStation')]);
    expect(flags[9]).toBe(0);
  });

  test('brighter than the sky comes from the second weather station', () => {
    const poa = { raw: changed(wave(500), { 8: 900, 9: 900, 10: 900, 11: 900 }), clearSky: constant(620) };
    const devices = [
      { ...device('POA', 'PlaneOfArray', { IrradiancePOA: poa }), secondaryWeatherStationId: 'WS-2' },
      device('WS-2', 'WeatherStation', { IrradiancePOA: { raw: wave(480), clearSky: constant(620) } }),
    ];
    const { values, flags } = validated(devices, 'IrradiancePOA', 'POA');
    expect([values[9], flags[9]]).toEqual([wave(480)[9], 2_097_408]);
  });

  test('of a stuck sensor is interpolated while the stretch is short', () => {
    const rules = rulesFor('AmbientTemperature', (signal) => ({
      ...signal,
      internal: signal.internal.map((entry) => (entry.method === 'flatline' ? { ...entry, attributes: { windowMinutes: 20 } } : entry)),
    }));
    const stuck = changed(ramp(10, 1), { 8: 18, 9: 18 });
    const { values, flags } = validated([device('WS', 'WeatherStation', { AmbientTemperature: stuck })], 'AmbientTemperature', 'WS', rules);
    expect([values[8], values[9]]).toEqual([18, 19]);
    expect([flags[8], flags[9]]).toEqual([65_540, 65_540]);
  });

  test('declared invalid with nothing to take its place is no value', () => {
    const manualInvalid = new Uint8Array(LENGTH).fill(1);
    const { values, flags, methods } = validated(
      [device('BC', 'BatteryContainer', { CellVoltageMax: { raw: constant(3.4), manualInvalid } })],
      'CellVoltageMax',
    );
    expect([values[5], flags[5], methods[5]]).toEqual([MISSING, 1_073_741_826, 255]);
  });

  test('entered by hand stands, whatever was measured and whatever tests say', () => {
    const override = changed(constant(MISSING), { 5: 99, 6: 1e9 });
    const { values, flags, methods } = validated(
      [device('WS', 'WeatherStation', { AmbientTemperature: { raw: constant(MISSING), override } })],
      'AmbientTemperature',
    );
    expect([values[5], flags[5], methods[5]]).toEqual([99, 134_217_728, 0]);
    expect(values[6]).toBe(1e9);
  });

  test('of a signal without rules of its own is checked for being there', () => {
    const { values, flags } = validated([device('INV', 'Inverter', { DcVoltage: changed(constant(1e6), { 3: MISSING }) })], 'DcVoltage');
    expect([values[2], values[3], flags[3]]).toEqual([1e6, MISSING, F.MISSING | F.NO_VALUE]);
  });

  test('a little above saturation is saturation, further above it is wrong', () => {
    const humid = changed(wave(95), { 10: 102, 15: 104 });
    const { values, flags } = validated([device('WS', 'WeatherStation', { RelativeHumidity: { raw: humid } })], 'RelativeHumidity');
    expect([values[10], (flags[10] ?? 0) & F.ABOVE_MAX]).toEqual([100, 0]);
    expect((flags[15] ?? 0) & F.ABOVE_MAX).toBe(F.ABOVE_MAX);
    expect(values[15]).toBeLessThanOrEqual(100);
  });

  test('at the mercy of a model: the back of a module has the temperature sun, air and wind give it', () => {
    const devices = [
      device('POA', 'PlaneOfArray', {
        ModuleTemperature: constant(MISSING),
        IrradiancePOA: constant(800),
        AmbientTemperature: wave(25),
        WindSpeed: changed(wave(3), { 9: MISSING }),
      }),
    ];
    const { values, flags } = validated(
      devices,
      'ModuleTemperature',
      'POA',
      rulesFor('IrradiancePOA', (signal) => ({ ...signal, internal: signal.internal.slice(0, 2) })),
    );
    expect(values[8]).toBeGreaterThan(40);
    expect(flags[8]).toBe(F.MISSING | F.FALLBACK_SIGNAL);
    expect(flags[9]).toBe(F.MISSING | F.FALLBACK_SIGNAL | F.SUSPECT);
  });

  test('of pressure falls back to the standard atmosphere of the altitude', () => {
    const { values, methods } = validated(
      [device('WS', 'WeatherStation', { BarometricPressure: constant(MISSING) })],
      'BarometricPressure',
    );
    expect(values[0]).toBeCloseTo(954.608, 3);
    expect(methods[0]).toBe(numberOf('defaultValue'));
  });
});

describe('night', () => {
  const night = { sunElevation: constant(-20) };

  test('has no irradiance, whatever the sensor says', () => {
    const site = siteOf([device('POA', 'PlaneOfArray', { IrradiancePOA: changed(constant(-3), { 4: MISSING }) })], night);
    const { values, flags } = signalOf(validateSite(site, RULES), 'POA', 'IrradiancePOA');
    expect([...values]).toEqual(new Array(LENGTH).fill(0));
    expect([flags[3], flags[4]]).toEqual([F.NIGHT_VALUE, F.NIGHT_VALUE | F.MISSING]);
  });

  test('keeps the power an inverter draws, and takes nothing for what is not known', () => {
    const site = siteOf([device('INV', 'Inverter', { ActivePower: changed(constant(-0.4), { 4: MISSING }) })], night);
    const { values, flags } = signalOf(validateSite(site, RULES), 'INV', 'ActivePower');
    expect([values[3], values[4]]).toEqual([-0.4, 0]);
    expect([flags[3], flags[4]]).toEqual([0, F.NIGHT_VALUE | F.MISSING]);
  });
});

describe('power', () => {
  test('of an inverter that does not move is wrong by day, right at its limit and right while it is held down', () => {
    const flagOf = (raw: Float64Array, extra: Partial<QualityDevice> = {}) =>
      (validated([{ ...device('INV', 'Inverter', { ActivePower: raw }), ...extra }], 'ActivePower').flags[12] ?? 0) & F.FLATLINE;
    expect(flagOf(constant(500))).toBe(F.FLATLINE);
    expect(flagOf(constant(985))).toBe(0);
    expect(flagOf(constant(500), { curtailed: new Uint8Array(LENGTH).fill(1) })).toBe(0);
  });

  test('limits follow the rating, and are none where the rating is not known', () => {
    const raw = changed(wave(500), { 7: 1200 });
    const flagOf = (capacityAc: number) =>
      validated([{ ...device('WT', 'WindTurbine', { ActivePower: raw }), capacityAc }], 'ActivePower').flags[7];
    expect(flagOf(1000)).toBe(F.ABOVE_MAX | F.INTERPOLATED);
    expect(flagOf(2000)).toBe(0);
    expect(flagOf(MISSING)).toBe(0);
  });

  test('that is missing comes from the DC side', () => {
    const raw = changed(wave(500), { 5: MISSING, 6: MISSING, 7: MISSING, 8: MISSING });
    const { values, flags } = validated([device('INV', 'Inverter', { ActivePower: raw, DcPower: wave(520) })], 'ActivePower');
    expect(values[6]).toBeCloseTo((wave(520)[6] ?? 0) * 0.97, 9);
    expect(flags[6]).toBe(F.MISSING | F.FALLBACK_SIGNAL);
  });

  test('of a turbine that is missing is the energy of the interval over its length', () => {
    const raw = changed(wave(500), { 5: MISSING, 6: MISSING, 7: MISSING, 8: MISSING });
    const { values } = validated([device('WT', 'WindTurbine', { ActivePower: raw, ActiveEnergy: wave(50) })], 'ActivePower');
    expect(values[6]).toBeCloseTo((wave(50)[6] ?? 0) * 6, 9);
  });
});

describe('irradiance too low for the power made of it', () => {
  const devices = [
    { ...device('POA-1', 'PlaneOfArray', { IrradiancePOA: wave(500) }), primaryWeatherStationId: 'WS' },
    device('WS', 'WeatherStation', { IrradiancePOA: wave(800) }),
    device('INV', 'Inverter', { ActivePower: wave(850) }),
  ];

  test('is taken from the station', () => {
    const { values, flags } = validated(devices, 'IrradiancePOA', 'POA-1');
    expect([values[12], flags[12]]).toEqual([wave(800)[12], F.PR_HIGH | F.REFERENCE]);
  });

  test('is judged by the inverters that refer to the sensor', () => {
    const referring = devices.map((one) => (one.id === 'INV' ? { ...one, irradianceSensorId: 'WS' } : one));
    expect(validated(referring, 'IrradiancePOA', 'WS').flags[12]).toBe(0);
  });
});

describe('planes', () => {
  const plane = (id: string, level: number, azimuth: number) => ({
    ...device(id, 'PlaneOfArray', { IrradiancePOA: wave(level) }),
    azimuth,
  });

  test('are compared with planes that look the same way', () => {
    const devices = [
      plane('S1', 300, 180),
      plane('S2', 700, 180),
      plane('S3', 705, 183),
      plane('S4', 698, 182),
      plane('E1', 500, 90),
      plane('E2', 710, 90),
      plane('E3', 700, 90),
      plane('E4', 705, 88),
    ];
    const flagOf = (id: string) => (validated(devices, 'IrradiancePOA', id).flags[12] ?? 0) & F.CONSENSUS;
    expect(['S1', 'S2', 'S3', 'S4', 'E1', 'E2', 'E3', 'E4'].map(flagOf)).toEqual([F.CONSENSUS, 0, 0, 0, F.CONSENSUS, 0, 0, 0]);
  });

  test('that collect less than the others all day are drifting', () => {
    const devices = [plane('A', 650, 180), plane('B', 700, 180), plane('C', 702, 180)];
    expect((validated(devices, 'IrradiancePOA', 'A').flags[12] ?? 0) & F.POA_CONSENSUS).toBe(F.POA_CONSENSUS);
    expect((validated(devices, 'IrradiancePOA', 'B').flags[12] ?? 0) & F.POA_CONSENSUS).toBe(0);
  });

  test('fill each other', () => {
    const silent = { ...plane('A', 1, 180), signals: [{ apCode: 'IrradiancePOA', raw: constant(MISSING) }] };
    const { values, flags } = validated([silent, plane('B', 700, 180), plane('C', 702, 180)], 'IrradiancePOA', 'A');
    expect(values[12]).toBeCloseTo(((wave(700)[12] ?? 0) + (wave(702)[12] ?? 0)) / 2, 9);
    expect(flags[12]).toBe(F.MISSING | F.CONSENSUS_AVERAGE);
  });
});

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

describe('a configuration decides', () => {
  const cold = changed(wave(15), { 5: -60 });
  const station = () => [device('WS', 'WeatherStation', { AmbientTemperature: cold })];

  test('whether a failed test rejects a value or makes it suspect', () => {
    const lenient = rulesFor('AmbientTemperature', (signal) => ({
      ...signal,
      internal: signal.internal.map((entry) => ({ ...entry, quality: false })),
    }));
    const { values, flags } = validated(station(), 'AmbientTemperature', 'WS', lenient);
    expect(values[5]).toBe(-60);
    expect(flags[5]).toBe(F.BELOW_MIN | F.GRADIENT | F.SUSPECT);
    expect(validated(station(), 'AmbientTemperature').flags[5]).toBe(F.BELOW_MIN | F.GRADIENT | F.INTERPOLATED);
  });

  test('whether testing goes on after a hit', () => {
    const short = rulesFor('AmbientTemperature', (signal) => ({
      ...signal,
      internal: signal.internal.map((entry) => (entry.method === 'outOfRangeMin' ? { ...entry, cascade: false } : entry)),
    }));
    expect((validated(station(), 'AmbientTemperature', 'WS', short).flags[5] ?? 0) & F.GRADIENT).toBe(0);
  });

  test('whether the next source is asked', () => {
    const strict = rulesFor('AmbientTemperature', (signal) => ({
      ...signal,
      external: signal.external.map((entry) => (entry.method === 'measured' ? { ...entry, cascade: false } : entry)),
    }));
    const { values, flags } = validated(station(), 'AmbientTemperature', 'WS', strict);
    expect(values[5]).toBeNaN();
    expect(flags[5]).toBe(F.BELOW_MIN | F.GRADIENT | F.NO_VALUE);
  });

  test('that a source outside the limits of the signal is passed over', () => {
    const devices = [
      {
        ...device('WS', 'WeatherStation', { AmbientTemperature: constant(MISSING) }),
        primaryWeatherStationId: 'A',
        secondaryWeatherStationId: 'B',
      },
      device('A', 'AmbientTemperatureSensor', { AmbientTemperature: wave(80) }),
      device('B', 'AmbientTemperatureSensor', { AmbientTemperature: wave(20) }),
    ];
    const lenient = rulesFor('AmbientTemperature', (signal) => ({
      ...signal,
      internal: signal.internal.map((entry) => ({ ...entry, quality: entry.method === 'missing' })),
    }));
    expect(validated(devices, 'AmbientTemperature', 'WS', lenient).flags[5]).toBe(F.MISSING | F.SECONDARY_STATION);
  });
});

describe('a device as reference of another', () => {
  const relate = (relation: 'identity' | 'capacityRatio' | 'regression') =>
    rulesFor('StateOfCharge', (signal) => ({
      ...signal,
      external: [
        ...signal.external.slice(0, 1),
        {
          method: 'referenceDevice',
          order: 2,
          state: 'Active',
          quality: false,
          cascade: true,
          attributes: { referenceDeviceIds: ['B'], relation },
        },
      ],
    }));
  const devices = (learned = {}) => [
    { ...device('A', 'BatteryString', {}), signals: [{ apCode: 'StateOfCharge', raw: constant(MISSING), learned }] },
    { ...device('B', 'BatteryString', { StateOfCharge: wave(40) }), capacityAc: 500 },
  ];

  test('gives its value as it is, by capacity, or by the line learned', () => {
    const half = wave(40)[5] ?? 0;
    expect(validated(devices(), 'StateOfCharge', 'A', relate('identity')).values[5]).toBe(half);
    expect(validated(devices(), 'StateOfCharge', 'A', relate('capacityRatio')).values[5]).toBeCloseTo(2 * half, 9);
    const learned = { referenceLines: new Map([['B', { intercept: 1, slope: 0.5 }]]) };
    expect(validated(devices(learned), 'StateOfCharge', 'A', relate('regression')).values[5]).toBeCloseTo(1 + half / 2, 9);
    expect(validated(devices(), 'StateOfCharge', 'A', relate('regression')).values[5]).toBe(half);
  });
});

describe('the whole', () => {
  const stations = ['A', 'B', 'C', 'D'].map((id, k, ids) => ({ id, primary: ids[(k + 1) % 4] ?? id }));
  const value = fc.oneof(
    { weight: 6, arbitrary: fc.double({ min: -20, max: 40, noNaN: true }) },
    { weight: 2, arbitrary: fc.constant(MISSING) },
    { weight: 1, arbitrary: fc.constantFrom(-999, 12, 12, 12, Number.POSITIVE_INFINITY) },
  );
  const columns = fc.array(fc.array(value, { minLength: LENGTH, maxLength: LENGTH }), { minLength: 4, maxLength: 4 });
  const toDevices = (raws: number[][]) =>
    stations.map(({ id, primary }, k) => ({
      ...device(id, 'WeatherStation', {
        AmbientTemperature: Float64Array.from(raws[k] ?? []),
        WindSpeed: Float64Array.from(raws[(k + 1) % 4] ?? [], Math.abs),
      }),
      primaryWeatherStationId: primary,
    }));

  test('is the same again', () => {
    fc.assert(
      fc.property(columns, (raws) => {
        const devices = toDevices(raws);
        const before = structuredClone(devices);
        const first = validateSite(siteOf(devices), RULES);
        expect(validateSite(siteOf(devices), RULES)).toEqual(first);
        expect(devices).toEqual(before);
      }),
    );
  });

  test('does not depend on the order of devices and signals', () => {
    fc.assert(
      fc.property(columns, fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), (raws, order) => {
        const devices = toDevices(raws);
        const straight = validateSite(siteOf(devices), RULES);
        const shuffled = order.map((k) => devices[k] as QualityDevice).map((one) => ({ ...one, signals: one.signals.toReversed() }));
        const mixed = validateSite(siteOf(shuffled), RULES);
        for (const { id } of stations) {
          for (const apCode of ['AmbientTemperature', 'WindSpeed'])
            expect(signalOf(mixed, id, apCode)).toEqual(signalOf(straight, id, apCode));
        }
      }),
    );
  });

  test('never makes a value of nothing: stations that all miss a value cannot give it to each other', () => {
    fc.assert(
      fc.property(columns, fc.integer({ min: 2, max: LENGTH - 7 }), (raws, gap) => {
        const devices = toDevices(raws.map((raw) => raw.map((one, i) => (i >= gap && i < gap + 5 ? MISSING : one))));
        for (const one of validateSite(siteOf(devices), RULES)) {
          const temperature = one.signals.find(({ apCode }) => apCode === 'WindSpeed');
          for (let i = gap; i < gap + 5; i++) expect(temperature?.values[i]).toBeNaN();
        }
      }),
    );
  });

  test('says of every value where it is from, and of every missing one that it is missing', () => {
    fc.assert(
      fc.property(columns, (raws) => {
        for (const { signals } of validateSite(siteOf(toDevices(raws)), RULES)) {
          for (const { values, flags, methods, good } of signals) {
            for (const [i, one] of values.entries()) {
              expect(Number.isNaN(one)).toBe(methods[i] === 255);
              expect(((flags[i] ?? 0) & F.NO_VALUE) !== 0).toBe(Number.isNaN(one));
              if (methods[i] === numberOf('measured')) expect(one).toBe(good[i]);
            }
          }
        }
      }),
    );
  });

  test('gives the middle of the window the same values whether or not its edges are asked for', () => {
    fc.assert(
      fc.property(columns, (raws) => {
        const devices = toDevices(raws);
        const all = validateSite(siteOf(devices), RULES);
        const middle = validateSite({ ...siteOf(devices), core: { start: 8, end: 16 } }, RULES);
        for (const { id } of stations) {
          const [wide, narrow] = [signalOf(all, id, 'AmbientTemperature'), signalOf(middle, id, 'AmbientTemperature')];
          expect(narrow.values).toEqual(wide.values.slice(8, 16));
          expect(narrow.flags).toEqual(wide.flags.slice(8, 16));
        }
      }),
    );
  });

  test('refuses columns of another length than the window', () => {
    expect(() => validateSite(siteOf([device('WS', 'WeatherStation', { WindSpeed: new Float64Array(3) })]), RULES)).toThrow(RangeError);
  });
});

function constant(value: number): Float64Array {
  return new Float64Array(LENGTH).fill(value);
}

function ramp(start: number, step: number): Float64Array {
  return Float64Array.from({ length: LENGTH }, (_, i) => start + i * step);
}

/** A signal of a level that moves a little from interval to interval. */
function wave(level: number): Float64Array {
  return Float64Array.from({ length: LENGTH }, (_, i) => level * (1 + 0.01 * Math.sin(i)));
}

function changed(values: Float64Array, changes: Record<number, number>): Float64Array {
  const out = values.slice();
  for (const [i, value] of Object.entries(changes)) out[Number(i)] = value;
  return out;
}

function device(
  id: string,
  segmentType: SegmentType,
  signals: Record<string, Float64Array | Omit<QualitySignal, 'apCode'>>,
): QualityDevice {
  return {
    id,
    segmentType,
    energySource: segmentType === 'WindTurbine' ? 'Wind' : 'PV',
    capacityAc: 1000,
    capacityDc: 1000,
    latitude: 50,
    longitude: 10,
    altitude: 500,
    height: 10,
    tilt: 25,
    azimuth: 180,
    isTracked: false,
    samplesPerInterval: 600,
    signals: Object.entries(signals).map(([apCode, signal]) =>
      signal instanceof Float64Array ? { apCode, raw: signal } : { ...signal, apCode },
    ),
  };
}

function siteOf(devices: readonly QualityDevice[], extra: Partial<QualitySite> = {}): QualitySite {
  return {
    zone: 'Europe/Madrid',
    grid: { startMs: Date.parse('2025-06-21T08:00Z'), stepMs: 600_000, count: LENGTH },
    core: { start: 0, end: LENGTH },
    sunElevation: constant(40),
    devices,
    ...extra,
  };
}

function validated(devices: readonly QualityDevice[], apCode: string, id = devices[0]?.id ?? '', rules = RULES): SignalQuality {
  return signalOf(validateSite(siteOf(devices), rules), id, apCode);
}

function signalOf(results: ReturnType<typeof validateSite>, id: string, apCode: string): SignalQuality {
  const signal = results.find((one) => one.id === id)?.signals.find((one) => one.apCode === apCode);
  if (signal === undefined) throw new Error(`no ${apCode} of ${id}`);
  return signal;
}

/** The default configuration with other rules for one signal. */
function rulesFor(apCode: string, change: (rules: SignalRules) => SignalRules): ReturnType<typeof compileRules> {
  const configuration: QualityConfiguration = {
    signals: defaultQualityConfiguration().signals.map((signal) => (signal.apCode === apCode ? change(signal) : signal)),
  };
  return compileRules(configuration);
}
