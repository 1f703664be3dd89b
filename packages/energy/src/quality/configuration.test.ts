import { describe, expect, test } from 'vitest';
import { isSegmentType } from '../devices/segment-types.ts';
import { isApCode } from '../signals/catalogue.ts';
import { findConfigurationProblems, type QualityConfiguration, type SignalRules, withDefaults } from './configuration.ts';
import { defaultQualityConfiguration, PLAIN_RULES } from './default-configuration.ts';
import { QUALITY_FLAGS } from './flags.ts';
import { isMethodName, methodNameOf, QUALITY_METHODS } from './methods.ts';

const methods = Object.values(QUALITY_METHODS);

describe('methods', () => {
  test('are thirty, fifteen sources and fifteen tests, each with its number', () => {
    expect(methods.map(({ number }) => number)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
    expect(methods.map(({ kind }) => kind)).toEqual([...new Array(15).fill('source'), ...new Array(15).fill('test')]);
    expect(methodNameOf(13)).toBe('satelliteWeatherStation');
    expect(methodNameOf(0)).toBeUndefined();
    expect(isMethodName('toString')).toBe(false);
  });

  test('set a bit of their own; only the station and the reference turbine share one, and what is measured sets none', () => {
    const flags = methods.map(({ flag }) => flag).filter((flag) => flag !== 0);
    expect(flags).toHaveLength(28);
    expect(new Set(flags).size).toBe(27);
    expect(QUALITY_METHODS.weatherStationPrimary.flag).toBe(QUALITY_FLAGS.REFERENCE);
    expect(QUALITY_METHODS.referenceWindTurbineCascade.flag).toBe(QUALITY_FLAGS.REFERENCE);
    expect([QUALITY_METHODS.measured.flag, QUALITY_METHODS.windTurbineValid.flag]).toEqual([0, 0]);
  });

  test('have settings whose defaults lie within their own bounds', () => {
    for (const { attributes } of methods) {
      for (const [name, spec] of Object.entries(attributes)) {
        if (typeof spec.default !== 'number') continue;
        expect(spec.default, name).toBeGreaterThanOrEqual(spec.min ?? Number.NEGATIVE_INFINITY);
        expect(spec.default, name).toBeLessThanOrEqual(spec.max ?? Number.POSITIVE_INFINITY);
      }
    }
  });

  test('take their defaults where a configuration says nothing', () => {
    expect(withDefaults('interpolated', {})).toEqual({ maxGapMinutes: 30 });
    expect(withDefaults('outOfRangeMax', { max: 5 })).toEqual({ max: 5, clampTolerance: 0, ofCapacity: false });
  });
});

describe('the default configuration', () => {
  const configuration = defaultQualityConfiguration();

  test('can be used', () => {
    expect(findConfigurationProblems(configuration)).toEqual([]);
    expect(findConfigurationProblems({ signals: [PLAIN_RULES] })).toEqual([]);
  });

  test('speaks of signals and segment types that exist', () => {
    for (const { apCode, segmentTypes } of configuration.signals) {
      expect(isApCode(apCode), apCode).toBe(true);
      expect(segmentTypes.every(isSegmentType), apCode).toBe(true);
    }
  });

  test.each([
    ['IrradiancePOA', [1, 2, 4, 6, 7, 11, 8, 13, 14]],
    ['IrradianceGHI', [1, 2, 4, 6, 7, 13, 14]],
    ['ModuleTemperature', [2, 4, 6, 7, 11, 12]],
    ['AmbientTemperature', [2, 4, 6, 7, 11, 13, 14, 5]],
    ['WindSpeed', [2, 4, 7, 14]],
    ['NacelleWindSpeed', [3, 4, 9, 10, 6, 14]],
    ['WindDirection', [2, 4, 9, 10, 14]],
    ['RelativeHumidity', [2, 4, 6, 7, 14, 15]],
    ['BarometricPressure', [2, 4, 6, 7, 14, 5, 15]],
    ['CellVoltageMax', [2]],
    ['GearOilTemperature', [2, 4]],
  ])('asks sources of %s in order %j', (apCode, numbers) => {
    const rules = configuration.signals.find((signal) => signal.apCode === apCode);
    expect(rules?.external.map(({ method }) => QUALITY_METHODS[method].number)).toEqual(numbers);
  });

  test('never fills power from neighbours: an outage must stay visible', () => {
    const forbidden = ['consensusAverage', 'referenceDevice', 'referenceWindTurbineCascade', 'windTurbineFallback'];
    const power = configuration.signals.filter(({ apCode }) => apCode === 'ActivePower');
    expect(power.length).toBeGreaterThan(2);
    for (const { external } of power) for (const { method } of external) expect(forbidden).not.toContain(method);
  });
});

describe('a configuration is refused', () => {
  const base = defaultQualityConfiguration().signals[0] as SignalRules;
  const withRules = (change: (rules: SignalRules) => Partial<SignalRules>): QualityConfiguration => ({
    signals: [{ ...base, ...change(base) }],
  });
  const kinds = (configuration: QualityConfiguration) => findConfigurationProblems(configuration).map(({ kind }) => kind);

  test('when a mandatory method is switched off or absent', () => {
    const off = (method: string) =>
      withRules((rules) => ({
        internal: rules.internal.map((entry) => (entry.method === method ? { ...entry, state: 'Inactive' as const } : entry)),
        external: rules.external.map((entry) => (entry.method === method ? { ...entry, state: 'Inactive' as const } : entry)),
      }));
    for (const method of ['missing', 'manual', 'measured']) {
      expect(findConfigurationProblems(off(method))).toEqual([{ kind: 'mandatoryMissing', apCode: 'IrradiancePOA', method }]);
    }
    expect(kinds(off('flatline'))).toEqual([]);
  });

  test('when the order has gaps or a method stands twice', () => {
    expect(kinds(withRules(({ external }) => ({ external: external.filter((_, i) => i !== 3) })))).toEqual(['orderBroken']);
    const twice = withRules(({ external }) => ({
      external: [...external, { ...(external[1] as (typeof external)[number]), order: external.length + 1 }],
    }));
    expect(kinds(twice)).toEqual(['methodRepeated']);
  });

  test('when an estimate shall count as measured', () => {
    const configuration = withRules(({ external }) => ({ external: external.map((entry) => ({ ...entry, quality: true })) }));
    expect(new Set(kinds(configuration))).toEqual(new Set(['qualityNotAllowed']));
  });

  test('when methods are unknown or in the wrong list', () => {
    const stray = { order: 99, state: 'Active', quality: false, cascade: true, attributes: {} };
    const configuration = withRules(({ external }) => ({
      external: [
        ...external,
        { ...stray, method: 'flatline', order: external.length + 1 },
        { ...stray, method: 'guess', order: external.length + 2 },
      ] as SignalRules['external'],
    }));
    expect(kinds(configuration)).toEqual(['methodMisplaced', 'methodUnknown']);
  });

  test.each([
    [{ maxGapMinutes: 5 }, 'attributeOutOfBounds'],
    [{ maxGapMinutes: 30.5 }, 'attributeInvalid'],
    [{ maxGapMinutes: Number.NaN }, 'attributeInvalid'],
    [{ maxGapMinutes: '30' }, 'attributeInvalid'],
    [{ minutes: 30 }, 'attributeUnknown'],
  ])('when the settings of interpolation are %j', (attributes, kind) => {
    const configuration = withRules(({ external }) => ({
      external: external.map((entry) => (entry.method === 'interpolated' ? { ...entry, attributes } : entry)) as SignalRules['external'],
    }));
    expect(kinds(configuration)).toEqual([kind]);
  });

  test.each([
    ['defaultValue', { monthly: [1, 2, 3] }, ['attributeInvalid']],
    ['defaultValue', { monthly: new Array(12).fill('1') }, ['attributeInvalid']],
    ['defaultValue', { monthly: new Array(12).fill(1) }, []],
    ['defaultValue', { value: 'much' }, ['attributeInvalid', 'attributeRequired']],
    ['referenceDevice', { referenceDeviceIds: [1] }, ['attributeInvalid']],
    ['referenceDevice', { referenceDeviceIds: 'A' }, ['attributeInvalid']],
    ['referenceDevice', { referenceDeviceIds: ['A'], relation: 'magic' }, ['attributeInvalid']],
    ['referenceDevice', { referenceDeviceIds: ['A'], relation: 'regression' }, []],
  ])('when %s says %j', (method, attributes, expected) => {
    const configuration = withRules(({ external }) => ({
      external: [
        ...external.filter((entry) => entry.method !== method),
        { method, order: 0, state: 'Active', quality: false, cascade: true, attributes },
      ].map((entry, i) => ({ ...entry, order: i + 1 })) as SignalRules['external'],
    }));
    expect(kinds(configuration)).toEqual(expected);
  });

  test('when a limit, a signal or a constant that is needed is not there', () => {
    const configuration = withRules(({ internal, external }) => ({
      internal: internal.map((entry) => (entry.method === 'outOfRangeMin' ? { ...entry, attributes: {} } : entry)),
      external: [
        ...external,
        { method: 'fallbackSignal', order: external.length + 1, state: 'Active', quality: false, cascade: true, attributes: {} },
        { method: 'defaultValue', order: external.length + 2, state: 'Active', quality: false, cascade: true, attributes: {} },
      ],
    }));
    expect(findConfigurationProblems(configuration).map(({ kind, attribute }) => `${kind} ${attribute}`)).toEqual([
      'attributeRequired signalId',
      'attributeRequired value',
      'attributeRequired min',
    ]);
  });

  test('when two rules are for the same signal of the same type', () => {
    expect(kinds({ signals: [base, base] })).toEqual(['signalRepeated']);
    expect(kinds({ signals: [base, { ...base, segmentTypes: ['PlaneOfArray'] }] })).toEqual([]);
    expect(
      kinds({
        signals: [
          { ...base, segmentTypes: ['PlaneOfArray', 'Site'] },
          { ...base, segmentTypes: ['PlaneOfArray'] },
        ],
      }),
    ).toEqual(['signalRepeated']);
  });
});
