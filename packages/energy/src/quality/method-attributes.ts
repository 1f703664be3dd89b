/** A method without settings of its own. */
type None = Record<never, never>;

/** Settings of each source of a value. Numbers are in the unit of the signal unless their definition says otherwise. */
export interface SourceAttributes {
  nightTimeCorrectedValue: { nightElevation: number; nightValue: number; applyTo: 'always' | 'missingOnly' };
  measured: None;
  windTurbineValid: { minPowerFraction: number };
  interpolated: { maxGapMinutes: number };
  persistenceWithWindow: { mode: 'hold' | 'sameTimeOfDay'; windowMinutes: number; windowDays: number; minDays: number };
  weatherStationPrimary: { apCodeOverride: string };
  weatherStationSecondary: { apCodeOverride: string };
  referenceDevice: { referenceDeviceIds: readonly string[]; relation: 'identity' | 'capacityRatio' | 'regression' };
  referenceWindTurbineCascade: { maxRank: number };
  windTurbineFallback: { k: number; maxDistanceKm: number; minTurbines: number };
  consensusAverage: { minPeers: number; absTol: number; ofCapacity: boolean };
  fallbackSignal: { signalId: string; gain: number; offset: number };
  satelliteWeatherStation: { scaling: 'none' | 'ratio30d'; maxAgeMinutes: number };
  referenceExternalWeather: { providerId: string; alpha: number; maxAgeMinutes: number };
  defaultValue: { value: number | null; monthly: readonly number[] | null; standardPressure: boolean };
}

/** Settings of each test of a value. With `ofCapacity` limits are shares of the device's rated power. */
export interface TestAttributes {
  manual: None;
  missing: None;
  lowCounts: { minFraction: number; expectedCount: number | null };
  outOfRangeMin: { min: number | null; ofCapacity: boolean };
  outOfRangeMax: { max: number | null; clampTolerance: number; ofCapacity: boolean };
  flatline: FlatlineAttributes & { tolerance: number; lineSamples: number | null };
  flatlineInteger: FlatlineAttributes;
  implausibleGradient: { maxRatePerMinute: number | null; mode: 'spike' | 'step'; ofCapacity: boolean; potentialTol: number | null };
  outOfRangeClearSkyHigh: { factor: number; offset: number; minElevation: number };
  outOfRangeClearSkyLow: { factor: number; windowMinutes: number; minElevation: number };
  outOfRangeConsensus: { minPeers: number; relTol: number; absTol: number | null; ofCapacity: boolean };
  outOfRangePerformanceRatioHigh: { maxPr: number; minIrradiance: number };
  outOfRangeBarometricPressureRatioHigh: { max: number };
  outOfRangeBarometricPressureRatioLow: { min: number };
  percentOfPoaConsensus: { windowDays: number; tolerancePercent: number; minPeers: number };
}

/** A run must last the window and hold the samples: at long intervals the window alone is a single value. */
interface FlatlineAttributes {
  windowMinutes: number;
  minSamples: number;
  ignoreBelow: number | null;
  ignoreAbove: number | null;
  ofCapacity: boolean;
}

export interface MethodAttributes extends SourceAttributes, TestAttributes {}

export type SourceName = keyof SourceAttributes;
export type TestName = keyof TestAttributes;
export type MethodName = keyof MethodAttributes;

/** Value of a setting, as configurations store it. */
export type AttributeSetting = number | string | boolean | null | readonly number[] | readonly string[];

/** What a setting of a method may be. */
export interface AttributeSpec<T> {
  /** What holds where a configuration says nothing. */
  default: T;
  /** `signal`: the unit of the signal. Absent: none. */
  unit?: string;
  min?: number;
  max?: number;
  isInteger?: boolean;
  options?: readonly T[];
  /** The method does nothing useful without a value of its own. */
  isRequired?: boolean;
}

export type AttributeSpecs<M extends MethodName> = { [A in keyof MethodAttributes[M]]: AttributeSpec<MethodAttributes[M][A]> };
