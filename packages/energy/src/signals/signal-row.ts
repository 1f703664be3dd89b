import type { Unit } from '../units/units.ts';
import type { CalcType, TimeAggregation, TreeAggregation, ValueKind } from './calc-types.ts';

/** Where energy comes from. A hybrid site is no source: each of its devices has one of these. */
export type EnergySource = 'PV' | 'Wind' | 'BESS';

export const ALL_SOURCES = ['PV', 'Wind', 'BESS'] as const satisfies readonly EnergySource[];
export const SOLAR = ['PV'] as const satisfies readonly EnergySource[];
export const WIND = ['Wind'] as const satisfies readonly EnergySource[];
export const STORAGE = ['BESS'] as const satisfies readonly EnergySource[];
export const SOLAR_AND_STORAGE = ['PV', 'BESS'] as const satisfies readonly EnergySource[];
export const SOLAR_AND_WIND = ['PV', 'Wind'] as const satisfies readonly EnergySource[];

/**
 * Families of segment types a signal belongs to: S site, PCC grid connection, M meter, PPC power plant controller, INV inverter,
 * CB combiner, SM string monitor, TR tracker, WT wind turbine, BI battery inverter, BC battery container, BS battery string,
 * BM battery meter, WS weather station or sensor, PA plane of array; GEN every generator, ANY every segment.
 */
export type DeviceCode =
  | 'S'
  | 'PCC'
  | 'M'
  | 'PPC'
  | 'INV'
  | 'CB'
  | 'SM'
  | 'TR'
  | 'WT'
  | 'BI'
  | 'BC'
  | 'BS'
  | 'BM'
  | 'WS'
  | 'PA'
  | 'GEN'
  | 'ANY';

/** One quantity of the catalogue, before its calculation types are applied. */
export interface SignalRow {
  apCode: string;
  name: string;
  unit: Unit;
  /** Absent: a plain number. */
  kind?: ValueKind;
  measurementTypeName: MeasurementTypeName;
  energyTypes: readonly EnergySource[];
  devices: readonly DeviceCode[];
  calcTypes: readonly CalcType[];
  time: TimeAggregation;
  tree: TreeAggregation;
  /** What is divided by what, where an aggregation is a ratio of sums and the quantity alone does not say it. */
  ratio?: string;
}

/** Groups of the signals panel, in the order they are shown. */
export const MEASUREMENT_TYPES = [
  'Power',
  'Energy',
  'KPI',
  'Availability',
  'Irradiance',
  'Irradiation',
  'Wind',
  'Weather',
  'Temperature',
  'Battery',
  'Electrical',
  'Mechanical',
  'Position',
  'State',
  'Data quality',
  'Business',
  'Metadata',
] as const;
export type MeasurementTypeName = (typeof MEASUREMENT_TYPES)[number];
