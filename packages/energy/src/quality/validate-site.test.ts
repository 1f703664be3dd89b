import { describe, expect, test } from 'vitest';
import { QUALITY_FLAGS } from './flags.ts';
import { QUALITY_METHODS } from './methods.ts';
import type { QualityDevice } from './site.ts';
import {
  changed,
  constant,
  device,
  LENGTH,
  DEFAULT_RULES as RULES,
  ramp,
  rulesFor,
  signalOf,
  siteOf,
  validated,
  wave,
} from './testing/site-builder.ts';
import { validateSite } from './validate-site.ts';

const MISSING = Number.NaN;
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

  test('of a stuck sensor is interpolated while the range is short', () => {
    const rules = rulesFor('AmbientTemperature', (signal) => ({
      ...signal,
      internal: signal.internal.map((entry) =>
        entry.method === 'flatline' ? { ...entry, attributes: { windowMinutes: 20, minSamples: 3 } } : entry,
      ),
    }));
    // Three samples are the least a run may hold (two of ten minutes counted until that limit came).
    const stuck = changed(ramp(10.03, 0.97), { 8: 17.79, 9: 17.79, 10: 17.79 });
    const { values, flags } = validated([device('WS', 'WeatherStation', { AmbientTemperature: stuck })], 'AmbientTemperature', 'WS', rules);
    expect([values[8], values[9], values[10]].map((value) => value?.toFixed(2))).toEqual(['17.79', '18.76', '19.73']);
    expect([flags[8], flags[9], flags[10]]).toEqual([65_540, 65_540, 65_540]);
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

test('an estimate may lie on the limit of its signal but not beyond', () => {
  const valueFrom = (level: number) => {
    const satellite = new Map([['IrradianceGHI', constant(level)]]);
    return signalOf(
      validateSite(siteOf([device('WS', 'WeatherStation', { IrradianceGHI: constant(MISSING) })], { satellite }), RULES),
      'WS',
      'IrradianceGHI',
    ).values[5];
  };
  expect([valueFrom(-5), valueFrom(-5.1), valueFrom(1500), valueFrom(1500.1)]).toEqual([-5, MISSING, 1500, MISSING]);
});

test('energy of an interval is limited by the rating and its length', () => {
  const flagsOf = (energy: number) =>
    validated([device('WT', 'WindTurbine', { ActiveEnergy: changed(wave(100), { 7: energy }) })], 'ActiveEnergy').flags[7];
  expect(flagsOf(180)).toBe(0);
  expect(flagsOf(190)).toBe(F.ABOVE_MAX | F.NO_VALUE);
});

test('energy that is missing may come from the power of the interval', () => {
  const rules = rulesFor('ActiveEnergy', (signal) => ({
    ...signal,
    external: [
      ...signal.external,
      {
        method: 'fallbackSignal',
        order: signal.external.length + 1,
        state: 'Active',
        quality: false,
        cascade: true,
        attributes: { signalId: 'ActivePower||Validated' },
      },
    ],
  }));
  const devices = [device('WT', 'WindTurbine', { ActiveEnergy: constant(MISSING), ActivePower: wave(600) })];
  expect(validated(devices, 'ActiveEnergy', 'WT', rules).values[5]).toBeCloseTo((wave(600)[5] ?? 0) / 6, 9);
});

test('a value may be what it was at this hour on the days before, also before the window', () => {
  const rules = rulesFor('StateOfCharge', (signal) => ({
    ...signal,
    external: [
      ...signal.external.slice(0, 1),
      {
        method: 'persistenceWithWindow',
        order: 2,
        state: 'Active',
        quality: false,
        cascade: true,
        attributes: { mode: 'sameTimeOfDay', windowDays: 4, minDays: 3 },
      },
    ],
  }));
  const intervals = 4 * 144;
  const startMs = siteOf([]).grid.startMs - 4 * 86_400_000;
  const history = { startMs, values: Float64Array.from({ length: intervals }, (_, i) => 10 * Math.floor(i / 144) + (i % 144) / 1000) };
  const devices = [device('BC', 'BatteryContainer', { StateOfCharge: { raw: constant(MISSING), learned: { histories: [history] } } })];
  expect(validated(devices, 'StateOfCharge', 'BC', rules).values[5]).toBeCloseTo(15.005, 9);
  const alone = [device('BC', 'BatteryContainer', { StateOfCharge: constant(MISSING) })];
  expect(validated(alone, 'StateOfCharge', 'BC', rules).values[5]).toBeNaN();
});

test('the pressure of a provider is carried to the altitude through its own air', () => {
  const providers = ['far', 'near'].map((providerId, k) => ({
    providerId,
    windHeight: 10,
    altitude: 410,
    signals: new Map([
      ['BarometricPressure', constant(960 - 100 * k)],
      ['AmbientTemperature', constant(10)],
    ]),
  }));
  const pressureBy = (providerId: string) => {
    const rules = rulesFor('BarometricPressure', (signal) => ({
      ...signal,
      external: signal.external.map((entry) =>
        entry.method === 'referenceExternalWeather' ? { ...entry, attributes: { providerId } } : entry,
      ),
    }));
    const site = siteOf([device('WS', 'WeatherStation', { BarometricPressure: constant(MISSING) })], { externalWeather: providers });
    return signalOf(validateSite(site, rules), 'WS', 'BarometricPressure').values[5];
  };
  expect(pressureBy('')).toBeCloseTo(960 * 0.9892001, 3);
  expect(pressureBy('near')).toBeCloseTo(860 * 0.9892001, 3);
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

  test('lets the sun’s signals rest, but not a thermometer', () => {
    const devices = [
      device('WS', 'WeatherStation', { IrradianceGHI: constant(8), AmbientTemperature: constant(8) }),
      device('INV', 'Inverter', { ActivePower: constant(20) }),
      device('IDLE', 'Inverter', { ActivePower: constant(5) }),
    ];
    const flagsBy = (sunElevation: Float64Array) => {
      const results = validateSite(siteOf(devices, { sunElevation }), RULES);
      return [
        signalOf(results, 'WS', 'IrradianceGHI'),
        signalOf(results, 'IDLE', 'ActivePower'),
        signalOf(results, 'INV', 'ActivePower'),
        signalOf(results, 'WS', 'AmbientTemperature'),
      ].map(({ flags }) => (flags[12] ?? 0) & F.FLATLINE);
    };
    // Power rests near zero, whatever the sun does: above that no night explains it.
    expect(flagsBy(constant(-20))).toEqual([0, 0, F.FLATLINE, F.FLATLINE]);
    expect(flagsBy(constant(40))).toEqual([F.FLATLINE, 0, F.FLATLINE, F.FLATLINE]);
  });

  test('begins where the configuration says', () => {
    const rules = rulesFor('IrradianceGHI', (signal) => ({
      ...signal,
      external: signal.external.map((entry) =>
        entry.method === 'nightTimeCorrectedValue' ? { ...entry, attributes: { nightElevation: -6 } } : entry,
      ),
    }));
    const site = siteOf([device('WS', 'WeatherStation', { IrradianceGHI: constant(8) })], { sunElevation: constant(-4) });
    expect(signalOf(validateSite(site, RULES), 'WS', 'IrradianceGHI').flags[12]).toBe(F.NIGHT_VALUE);
    expect((signalOf(validateSite(site, rules), 'WS', 'IrradianceGHI').flags[12] ?? 0) & (F.NIGHT_VALUE | F.FLATLINE)).toBe(F.FLATLINE);
  });
});

describe('power', () => {
  test('of an inverter that does not move is wrong by day, right at its limit and right while it is held down', () => {
    const flagOf = (raw: Float64Array, extra: Partial<QualityDevice> = {}) =>
      (validated([{ ...device('INV', 'Inverter', { ActivePower: raw }), ...extra }], 'ActivePower').flags[12] ?? 0) & F.FLATLINE;
    expect(flagOf(constant(500))).toBe(F.FLATLINE);
    expect(flagOf(constant(985))).toBe(0);
    expect(flagOf(constant(5))).toBe(0);
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
    expect(validated(station(), 'AmbientTemperature', 'WS', short).flags[5]).toBe(F.BELOW_MIN | F.INTERPOLATED);
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

  test('is told beside its own values, as long as the reference itself stands its tests', () => {
    const own = { ...device('A', 'BatteryString', { StateOfCharge: wave(60) }) };
    const reference = { ...device('B', 'BatteryString', { StateOfCharge: changed(wave(40), { 3: 400 }) }), capacityAc: 500 };
    const { values, reference: told } = validated([own, reference], 'StateOfCharge', 'A', relate('identity'));
    expect([values[5], told?.[5], told?.[3]]).toEqual([wave(60)[5], wave(40)[5], Number.NaN]);
    expect(
      validated(
        [own, reference],
        'StateOfCharge',
        'A',
        rulesFor('StateOfCharge', (signal) => signal),
      ).reference,
    ).toBeUndefined();
  });
});
