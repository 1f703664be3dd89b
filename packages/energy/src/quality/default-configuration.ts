import type { SegmentType } from '../devices/segment-types.ts';
import type { ApCode } from '../signals/catalogue.ts';
import type { MethodEntry, QualityConfiguration, SignalRules, SourceEntry, TestEntry } from './configuration.ts';
import type { MethodAttributes, MethodName, SourceName, TestName } from './method-attributes.ts';
import { QUALITY_METHODS } from './methods.ts';

type Settings<M extends MethodName> = readonly [M, Partial<MethodAttributes[M]>?];
type SourceSettings = { [M in SourceName]: Settings<M> }[SourceName];
type TestSettings = { [M in TestName]: Settings<M> }[TestName];

const MASTS: readonly SegmentType[] = ['WeatherStation', 'WindSensor', 'Site'];
const TURBINES: readonly SegmentType[] = ['WindTurbine', 'Turbine'];
const SOLAR_GENERATORS: readonly SegmentType[] = ['Inverter', 'Generator'];
const METERS: readonly SegmentType[] = [
  'PCC',
  'Meter',
  'HybridMeter',
  'BatteryMeter',
  'Site',
  'Block',
  'Substation',
  'Transformer',
  'Feeder',
];

const NIGHT_ZERO: SourceSettings = ['nightTimeCorrectedValue', { applyTo: 'missingOnly' }];
const DRIVE_TRAIN: readonly ApCode[] = [
  'GearOilTemperature',
  'GearBearingTemperature',
  'GeneratorBearingTemperature',
  'GeneratorWindingTemperature',
  'MainBearingTemperature',
];

/** Rules of signals that have none of their own: what is measured holds unless it is missing or someone says it is wrong. */
export const PLAIN_RULES: SignalRules = rules({ apCode: '*', sources: [['measured']], tests: [] });

/**
 * The configuration a new site starts with: limits and orders of sources by signal, everything else by `PLAIN_RULES`.
 *
 * @see ranges consistent with QCRad (Long & Shi 2008) as used by PVAnalytics; step limits and tolerances are our own
 */
export function defaultQualityConfiguration(): QualityConfiguration {
  return { signals: [...irradianceRules(), ...weatherRules(), ...powerRules(), ...storageRules(), ...driveTrainRules()] };
}

function irradianceRules(): SignalRules[] {
  const tests: TestSettings[] = [
    ...range(-5, 1500),
    ['flatline', { windowMinutes: 60, ignoreBelow: 5, lineSamples: 4 }],
    ['outOfRangeClearSkyHigh'],
    ['outOfRangeClearSkyLow'],
    ['outOfRangeConsensus', { absTol: 50 }],
  ];
  return [
    rules({
      apCode: 'IrradiancePOA',
      sources: [
        ['nightTimeCorrectedValue'],
        ['measured'],
        ['interpolated'],
        ['weatherStationPrimary'],
        ['weatherStationSecondary'],
        ['consensusAverage'],
        ['referenceDevice'],
        ['satelliteWeatherStation'],
        ['referenceExternalWeather'],
      ],
      tests: [...tests, ['outOfRangePerformanceRatioHigh'], ['percentOfPoaConsensus']],
      inactive: ['flatlineInteger'],
    }),
    rules({
      apCode: 'IrradianceGHI',
      sources: [
        ['nightTimeCorrectedValue'],
        ['measured'],
        ['interpolated'],
        ['weatherStationPrimary'],
        ['weatherStationSecondary'],
        ['satelliteWeatherStation'],
        ['referenceExternalWeather'],
      ],
      tests,
      inactive: ['flatlineInteger'],
    }),
  ];
}

function weatherRules(): SignalRules[] {
  const stations: SourceSettings[] = [['measured'], ['interpolated'], ['weatherStationPrimary'], ['weatherStationSecondary']];
  const windTests = (consensus: TestSettings): TestSettings[] => [
    ...range(0, 50),
    ['flatline', { windowMinutes: 60, tolerance: 0.01, ignoreBelow: 0.3 }],
    ['implausibleGradient', { maxRatePerMinute: 2 }],
    consensus,
  ];
  const directionTests: TestSettings[] = [...range(0, 360), ['flatline', { windowMinutes: 120, tolerance: 0.1 }]];
  const turbineSources: SourceSettings[] = [
    ['windTurbineValid'],
    ['interpolated'],
    ['referenceWindTurbineCascade'],
    ['windTurbineFallback'],
  ];
  return [
    rules({
      apCode: 'ModuleTemperature',
      sources: [...stations, ['consensusAverage'], ['fallbackSignal', { signalId: 'model:Tm' }]],
      tests: [
        ...range(-40, 100),
        ['flatline', { windowMinutes: 120 }],
        ['implausibleGradient', { maxRatePerMinute: 3 }],
        ['outOfRangeConsensus', { absTol: 8 }],
      ],
      inactive: ['flatlineInteger'],
    }),
    rules({
      apCode: 'AmbientTemperature',
      sources: [
        ...stations,
        ['consensusAverage'],
        ['satelliteWeatherStation', { scaling: 'none' }],
        ['referenceExternalWeather'],
        ['persistenceWithWindow'],
      ],
      tests: [
        ...range(-45, 55),
        ['flatline', { windowMinutes: 180 }],
        ['implausibleGradient', { maxRatePerMinute: 1 }],
        ['outOfRangeConsensus', { absTol: 3 }],
      ],
      inactive: ['flatlineInteger'],
    }),
    rules({
      apCode: 'WindSpeed',
      segmentTypes: MASTS,
      sources: [['measured'], ['interpolated'], ['weatherStationSecondary'], ['referenceExternalWeather']],
      tests: windTests(['outOfRangeConsensus', { absTol: 2 }]),
      inactive: ['flatlineInteger'],
    }),
    rules({
      apCode: 'NacelleWindSpeed',
      sources: [...turbineSources, ['weatherStationPrimary', { apCodeOverride: 'WindSpeed' }], ['referenceExternalWeather']],
      // In the wake of a neighbour a turbine has a third less wind, and gusts of single minutes reach one turbine only.
      tests: windTests(['outOfRangeConsensus', { absTol: 2, relTol: 0.4 }]),
      inactive: ['flatlineInteger'],
    }),
    rules({
      apCode: 'WindDirection',
      sources: [['measured'], ['interpolated'], ['referenceWindTurbineCascade'], ['windTurbineFallback'], ['referenceExternalWeather']],
      tests: directionTests,
    }),
    rules({ apCode: 'NacelleWindDirection', sources: [...turbineSources, ['referenceExternalWeather']], tests: directionTests }),
    rules({
      apCode: 'RelativeHumidity',
      sources: [...stations, ['referenceExternalWeather'], ['defaultValue', { value: 50 }]],
      tests: [
        ['outOfRangeMin', { min: 0 }],
        // Capacitive sensors read a little above saturation in fog.
        ['outOfRangeMax', { max: 100, clampTolerance: 3 }],
        ['flatline', { windowMinutes: 360, ignoreAbove: 99 }],
        ['implausibleGradient', { maxRatePerMinute: 3 }],
        ['outOfRangeConsensus', { absTol: 15 }],
      ],
    }),
    rules({
      apCode: 'BarometricPressure',
      sources: [...stations, ['referenceExternalWeather'], ['persistenceWithWindow'], ['defaultValue', { standardPressure: true }]],
      tests: [
        ...range(500, 1090),
        ['flatline', { windowMinutes: 360 }],
        ['implausibleGradient', { maxRatePerMinute: 0.5 }],
        ['outOfRangeBarometricPressureRatioHigh'],
        ['outOfRangeBarometricPressureRatioLow'],
        ['outOfRangeConsensus', { absTol: 5 }],
      ],
    }),
  ];
}

function powerRules(): SignalRules[] {
  const tests: TestSettings[] = [
    ['outOfRangeMin', { min: -0.05, ofCapacity: true }],
    ['outOfRangeMax', { max: 1.1, ofCapacity: true }],
    ['flatline', { windowMinutes: 60, ignoreBelow: 0.01, ignoreAbove: 0.97, ofCapacity: true, lineSamples: 4 }],
    ['implausibleGradient', { maxRatePerMinute: 0.002, ofCapacity: true, potentialTol: 0.25 }],
  ];
  const both: TestSettings[] = [
    ['outOfRangeMin', { min: -1.1, ofCapacity: true }],
    ['outOfRangeMax', { max: 1.1, ofCapacity: true }],
  ];
  return [
    // No source looks at neighbours here: an outage must stay visible.
    rules({
      apCode: 'ActivePower',
      segmentTypes: SOLAR_GENERATORS,
      sources: [NIGHT_ZERO, ['measured'], ['interpolated'], ['fallbackSignal', { signalId: 'DcPower', gain: 0.97 }]],
      tests: [...tests, ['outOfRangeConsensus', { absTol: 0.1, ofCapacity: true }]],
      // An inverter that stands still while its neighbours run is a loss to be seen, not a wrong reading; so may be a dip.
      onlySuspect: ['outOfRangeConsensus', 'implausibleGradient'],
    }),
    rules({
      apCode: 'ActivePower',
      segmentTypes: TURBINES,
      sources: [['measured'], ['interpolated'], ['fallbackSignal', { signalId: 'ActiveEnergy' }]],
      tests,
      onlySuspect: ['implausibleGradient'],
    }),
    rules({
      apCode: 'ActivePower',
      segmentTypes: ['BatteryInverter'],
      sources: [['measured'], ['interpolated'], ['fallbackSignal', { signalId: 'ActiveEnergy' }]],
      tests: both,
    }),
    rules({ apCode: 'ActivePower', segmentTypes: METERS, sources: [['measured'], ['interpolated']], tests: [] }),
    rules({
      apCode: 'ActiveEnergy',
      segmentTypes: SOLAR_GENERATORS,
      sources: [NIGHT_ZERO, ['measured']],
      tests: tests.slice(0, 2),
    }),
    rules({ apCode: 'ActiveEnergy', segmentTypes: TURBINES, sources: [['measured']], tests: tests.slice(0, 2) }),
    rules({ apCode: 'ActiveEnergy', segmentTypes: ['BatteryInverter'], sources: [['measured']], tests: both }),
    rules({ apCode: 'DcPower', segmentTypes: SOLAR_GENERATORS, sources: [NIGHT_ZERO, ['measured'], ['interpolated']], tests: [] }),
  ];
}

function storageRules(): SignalRules[] {
  const cell: TestSettings[] = [...range(1.5, 4.5), ['implausibleGradient', { maxRatePerMinute: 0.1 }]];
  return [
    rules({
      apCode: 'StateOfCharge',
      sources: [['measured'], ['interpolated'], ['persistenceWithWindow']],
      tests: [...range(0, 100), ['implausibleGradient', { maxRatePerMinute: 5 }], ['outOfRangeConsensus', { absTol: 5 }]],
    }),
    rules({ apCode: 'CellVoltageMin', sources: [['measured']], tests: cell }),
    rules({ apCode: 'CellVoltageMax', sources: [['measured']], tests: cell }),
  ];
}

function driveTrainRules(): SignalRules[] {
  const tests: TestSettings[] = [
    ...range(-40, 150),
    ['flatline', { windowMinutes: 360 }],
    ['implausibleGradient', { maxRatePerMinute: 5 }],
  ];
  return DRIVE_TRAIN.map((apCode) => rules({ apCode, sources: [['measured'], ['interpolated']], tests }));
}

function range(min: number, max: number): TestSettings[] {
  return [
    ['outOfRangeMin', { min }],
    ['outOfRangeMax', { max }],
  ];
}

interface RulesSketch {
  apCode: ApCode | '*';
  segmentTypes?: readonly SegmentType[];
  sources: readonly SourceSettings[];
  tests: readonly TestSettings[];
  /** Tests that are listed, to be switched on by who needs them. */
  inactive?: readonly TestName[];
  /** Tests that mark a value without rejecting it. */
  onlySuspect?: readonly TestName[];
}

function rules({ apCode, segmentTypes = [], sources, tests, inactive = [], onlySuspect = [] }: RulesSketch): SignalRules {
  const always: TestSettings[] = [['manual'], ['missing'], ['lowCounts']];
  const idle = inactive.map((method): TestSettings => [method]);
  return {
    apCode,
    segmentTypes,
    external: sources.map((settings, i) => entry(settings, i)),
    internal: [...always, ...tests, ...idle].map((settings, i) => ({
      ...entry(settings, i),
      state: inactive.includes(settings[0]) ? 'Inactive' : 'Active',
      quality: QUALITY_METHODS[settings[0]].quality && !onlySuspect.includes(settings[0]),
    })),
  };
}

function entry(settings: SourceSettings, index: number): SourceEntry;
function entry(settings: TestSettings, index: number): TestEntry;
function entry([method, attributes = {}]: SourceSettings | TestSettings, index: number): MethodEntry {
  return { method, order: index + 1, state: 'Active', quality: QUALITY_METHODS[method].quality, cascade: true, attributes };
}
