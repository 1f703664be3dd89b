import { QUALITY_FLAGS } from './flags.ts';
import type { AttributeSpecs, MethodName, SourceName, TestName } from './method-attributes.ts';

export interface MethodDefinition<M extends MethodName = MethodName> {
  /** Number that EstimationMethod holds. */
  number: number;
  kind: 'source' | 'test';
  /** Bit it sets; 0: none. */
  flag: number;
  /** Whether a hit rejects (tests) or a value counts as measured (sources), unless a configuration says otherwise. */
  quality: boolean;
  /** Tests that can never be switched off. */
  isMandatory: boolean;
  attributes: AttributeSpecs<M>;
}

const MINUTES = { unit: 'min', isInteger: true } as const;
const OF_CAPACITY = { default: false } as const;
const MIN_SAMPLES = { default: 4, isInteger: true, min: 3, max: 100 } as const;

/** EstimationMethod of a value entered by hand. */
export const MANUAL_OVERRIDE = 0;
/** Stands for no method: there is no value. */
export const NO_METHOD = 255;

/** Least number of samples of a sensor that stays dark under the sun, whatever the interval. */
export const MIN_DARK_SAMPLES = 3;
/** Gaps of so many intervals are filled by a straight line, whatever the interval. */
export const MIN_GAP_SAMPLES = 2;

/** Every method of the specification, with its settings. */
export const QUALITY_METHODS: { readonly [M in MethodName]: MethodDefinition<M> } = {
  nightTimeCorrectedValue: source(1, QUALITY_FLAGS.NIGHT_VALUE, {
    nightElevation: { default: -2, unit: '°', min: -18, max: 5 },
    nightValue: { default: 0, unit: 'signal' },
    applyTo: { default: 'always', options: ['always', 'missingOnly'] },
  }),
  measured: source(2, 0, {}),
  windTurbineValid: source(3, 0, { minPowerFraction: { default: 0.005, unit: '', min: 0, max: 0.1 } }),
  interpolated: source(4, QUALITY_FLAGS.INTERPOLATED, { maxGapMinutes: { default: 30, ...MINUTES, min: 10, max: 360 } }),
  persistenceWithWindow: source(5, QUALITY_FLAGS.PERSISTED, {
    mode: { default: 'hold', options: ['hold', 'sameTimeOfDay'] },
    windowMinutes: { default: 60, ...MINUTES, min: 10, max: 1440 },
    windowDays: { default: 5, unit: 'd', isInteger: true, min: 2, max: 30 },
    minDays: { default: 3, unit: 'd', isInteger: true, min: 1, max: 30 },
  }),
  weatherStationPrimary: source(6, QUALITY_FLAGS.REFERENCE, { apCodeOverride: { default: '' } }),
  weatherStationSecondary: source(7, QUALITY_FLAGS.SECONDARY_STATION, { apCodeOverride: { default: '' } }),
  referenceDevice: source(8, QUALITY_FLAGS.REFERENCE_DEVICE, {
    referenceDeviceIds: { default: [] },
    relation: { default: 'identity', options: ['identity', 'capacityRatio', 'regression'] },
  }),
  referenceWindTurbineCascade: source(9, QUALITY_FLAGS.REFERENCE, { maxRank: { default: 10, isInteger: true, min: 1, max: 50 } }),
  windTurbineFallback: source(10, QUALITY_FLAGS.TURBINE_FALLBACK, {
    k: { default: 3, isInteger: true, min: 1, max: 20 },
    maxDistanceKm: { default: 5, unit: 'km', min: 0.1, max: 50 },
    minTurbines: { default: 2, isInteger: true, min: 1, max: 20 },
  }),
  consensusAverage: source(11, QUALITY_FLAGS.CONSENSUS_AVERAGE, {
    minPeers: { default: 2, isInteger: true, min: 1, max: 20 },
    absTol: { default: 0, unit: 'signal', min: 0 },
    ofCapacity: OF_CAPACITY,
  }),
  fallbackSignal: source(12, QUALITY_FLAGS.FALLBACK_SIGNAL, {
    signalId: { default: '', isRequired: true },
    gain: { default: 1 },
    offset: { default: 0, unit: 'signal' },
  }),
  satelliteWeatherStation: source(13, QUALITY_FLAGS.SATELLITE, {
    scaling: { default: 'ratio30d', options: ['none', 'ratio30d'] },
    maxAgeMinutes: { default: 60, ...MINUTES, min: 10, max: 1440 },
  }),
  referenceExternalWeather: source(14, QUALITY_FLAGS.EXTERNAL_WEATHER, {
    providerId: { default: '' },
    alpha: { default: 0.143, min: 0, max: 0.5 },
    maxAgeMinutes: { default: 180, ...MINUTES, min: 10, max: 1440 },
  }),
  defaultValue: source(15, QUALITY_FLAGS.DEFAULT_VALUE, {
    value: { default: null, unit: 'signal' },
    monthly: { default: null, unit: 'signal' },
    standardPressure: { default: false },
  }),

  manual: test(16, QUALITY_FLAGS.MANUAL_INVALID, {}, true),
  missing: test(17, QUALITY_FLAGS.MISSING, {}, true),
  lowCounts: test(18, QUALITY_FLAGS.LOW_COUNTS, {
    minFraction: { default: 0.5, unit: '', min: 0, max: 1 },
    expectedCount: { default: null, isInteger: true, min: 1 },
  }),
  outOfRangeMin: test(19, QUALITY_FLAGS.BELOW_MIN, { min: { default: null, unit: 'signal', isRequired: true }, ofCapacity: OF_CAPACITY }),
  outOfRangeMax: test(20, QUALITY_FLAGS.ABOVE_MAX, {
    max: { default: null, unit: 'signal', isRequired: true },
    clampTolerance: { default: 0, unit: 'signal', min: 0 },
    ofCapacity: OF_CAPACITY,
  }),
  flatline: test(21, QUALITY_FLAGS.FLATLINE, {
    windowMinutes: { default: 60, ...MINUTES, min: 20, max: 2880 },
    minSamples: MIN_SAMPLES,
    tolerance: { default: 0, unit: 'signal', min: 0 },
    lineSamples: { default: null, isInteger: true, min: 4, max: 100 },
    ignoreBelow: { default: null, unit: 'signal' },
    ignoreAbove: { default: null, unit: 'signal' },
    ofCapacity: OF_CAPACITY,
  }),
  flatlineInteger: test(22, QUALITY_FLAGS.FLATLINE_INTEGER, {
    windowMinutes: { default: 180, ...MINUTES, min: 30, max: 2880 },
    minSamples: MIN_SAMPLES,
    ignoreBelow: { default: null, unit: 'signal' },
    ignoreAbove: { default: null, unit: 'signal' },
    ofCapacity: OF_CAPACITY,
  }),
  implausibleGradient: test(23, QUALITY_FLAGS.GRADIENT, {
    maxRatePerMinute: { default: null, unit: 'signal', min: 0, isRequired: true },
    mode: { default: 'spike', options: ['spike', 'step'] },
    ofCapacity: OF_CAPACITY,
    potentialTol: { default: null, unit: '', min: 0.05, max: 1 },
  }),
  outOfRangeClearSkyHigh: test(24, QUALITY_FLAGS.CLEARSKY_HIGH, {
    factor: { default: 1.25, min: 1, max: 2 },
    offset: { default: 60, unit: 'W/m²' },
    minElevation: { default: 5, unit: '°', min: -18, max: 90 },
  }),
  outOfRangeClearSkyLow: test(25, QUALITY_FLAGS.CLEARSKY_LOW, {
    factor: { default: 0.02, min: 0, max: 0.5 },
    windowMinutes: { default: 60, ...MINUTES, min: 1, max: 2880 },
    minElevation: { default: 10, unit: '°', min: -18, max: 90 },
  }),
  outOfRangeConsensus: test(26, QUALITY_FLAGS.CONSENSUS, {
    minPeers: { default: 2, isInteger: true, min: 1, max: 20 },
    relTol: { default: 0.1, unit: '', min: 0, max: 1 },
    absTol: { default: null, unit: 'signal', min: 0, isRequired: true },
    ofCapacity: OF_CAPACITY,
  }),
  outOfRangePerformanceRatioHigh: test(27, QUALITY_FLAGS.PR_HIGH, {
    maxPr: { default: 1.1, min: 1, max: 2 },
    minIrradiance: { default: 200, unit: 'W/m²', min: 0 },
  }),
  outOfRangeBarometricPressureRatioHigh: test(28, QUALITY_FLAGS.BARO_HIGH, { max: { default: 1.07, min: 1, max: 2 } }),
  outOfRangeBarometricPressureRatioLow: test(29, QUALITY_FLAGS.BARO_LOW, { min: { default: 0.9, min: 0, max: 1 } }),
  percentOfPoaConsensus: test(30, QUALITY_FLAGS.POA_CONSENSUS, {
    windowDays: { default: 1, unit: 'd', isInteger: true, min: 1, max: 30 },
    tolerancePercent: { default: 5, unit: '%', min: 1, max: 50 },
    minPeers: { default: 2, isInteger: true, min: 1, max: 20 },
  }),
};

/**
 * Whether a text is the name of a method.
 *
 * @param text - any text
 */
export function isMethodName(text: string): text is MethodName {
  return Object.hasOwn(QUALITY_METHODS, text);
}

/**
 * Name of a method by its number.
 *
 * @param number - as EstimationMethod holds it
 * @returns undefined for 0 (entered by hand), for no method and for numbers that are none
 */
export function methodNameOf(number: number): MethodName | undefined {
  return namesByNumber.get(number);
}

const namesByNumber = new Map<number, MethodName>(
  Object.keys(QUALITY_METHODS)
    .filter(isMethodName)
    .map((name) => [QUALITY_METHODS[name].number, name]),
);

/** Of the sources only what was measured counts as good quality. */
function source<M extends SourceName>(number: number, flag: number, attributes: AttributeSpecs<M>): MethodDefinition<M> {
  return { number, kind: 'source', flag, quality: number === 2 || number === 3, isMandatory: false, attributes };
}

function test<M extends TestName>(number: number, flag: number, attributes: AttributeSpecs<M>, isMandatory = false): MethodDefinition<M> {
  return { number, kind: 'test', flag, quality: true, isMandatory, attributes };
}
