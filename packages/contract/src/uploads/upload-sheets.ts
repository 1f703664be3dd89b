import type { UploadKind } from './upload-kinds.ts';

/** A column of a template. Files name columns by their header, in any order and case. */
export interface UploadColumn {
  key: string;
  /** English in every template: files made in one language are read in all. */
  header: string;
  /** The file has to have the column. */
  isRequired?: boolean;
  isNumber?: boolean;
  /** Imported where the cell is empty, which is a warning. */
  emptyMeans?: string;
  /** An empty cell means nothing and needs no warning. */
  mayBeEmpty?: boolean;
}

export interface UploadSheet {
  name: string;
  columns: readonly UploadColumn[];
}

const DEVICE = [
  { key: 'deviceId', header: 'Device id', isRequired: true },
  { key: 'deviceName', header: 'Device name', mayBeEmpty: true },
] as const satisfies UploadColumn[];

const EFFECTIVE_FROM = { key: 'effectiveFrom', header: 'Effective from', isRequired: true } as const;

/** Tables of each kind, as in its templates. A CSV file holds the only one. */
export const UPLOAD_SHEETS = {
  powerCurves: [
    {
      name: 'Metadata',
      columns: [
        { key: 'curveId', header: 'Power curve id', isRequired: true },
        { key: 'type', header: 'Type', isRequired: true },
        { key: 'airDensity', header: 'Air density (kg/m³)', isNumber: true, emptyMeans: '1.225' },
        { key: 'airDensityMin', header: 'Air density min (kg/m³)', isNumber: true, emptyMeans: '0' },
        { key: 'airDensityMax', header: 'Air density max (kg/m³)', isNumber: true, emptyMeans: '2' },
        { key: 'windDirectionMin', header: 'Wind direction min (°)', isNumber: true, emptyMeans: '0' },
        { key: 'windDirectionMax', header: 'Wind direction max (°)', isNumber: true, emptyMeans: '360' },
        { key: 'effectiveStart', header: 'Effective start', emptyMeans: '1970-01-01' },
        { key: 'effectiveEnd', header: 'Effective end', emptyMeans: 'indefinite' },
        { key: 'dayRange', header: 'Day range (MM-DD/MM-DD)', mayBeEmpty: true },
        { key: 'hourRange', header: 'Hour range (HH:MM/HH:MM)', mayBeEmpty: true },
        { key: 'resolution', header: 'Site resolution', isRequired: true },
      ],
    },
    {
      name: 'PowerCurve',
      columns: [
        { key: 'curveId', header: 'Power curve id', isRequired: true },
        { key: 'windSpeed', header: 'Wind speed (m/s)', isRequired: true, isNumber: true },
        { key: 'power', header: 'Active power (kW)', isRequired: true, isNumber: true },
      ],
    },
    {
      name: 'Device Assignment',
      columns: [{ key: 'curveId', header: 'Power curve id', isRequired: true }, ...DEVICE],
    },
  ],
  expectedCoefficients: [
    {
      name: 'Coefficients',
      columns: [
        ...DEVICE,
        EFFECTIVE_FROM,
        { key: 'month', header: 'Month', isRequired: true, isNumber: true },
        { key: 'coefficient', header: 'Coefficient', isRequired: true, isNumber: true },
        { key: 'degradation', header: 'Degradation per year', isNumber: true, emptyMeans: '0' },
        { key: 'minIrradiance', header: 'Min irradiance (W/m²)', isNumber: true, emptyMeans: '20' },
        { key: 'acLimit', header: 'AC limit (kW)', isNumber: true, mayBeEmpty: true },
      ],
    },
  ],
  budgets: [
    {
      name: 'Budgets',
      columns: [
        { key: 'siteId', header: 'Site id', isRequired: true },
        { key: 'siteName', header: 'Site name', mayBeEmpty: true },
        { key: 'year', header: 'Year', isRequired: true, isNumber: true },
        { key: 'month', header: 'Month', isRequired: true, isNumber: true },
        { key: 'energy', header: 'Energy (kWh)', isRequired: true, isNumber: true },
        { key: 'resource', header: 'Irradiation (kWh/m²) or wind energy (kWh)', isNumber: true, mayBeEmpty: true },
        { key: 'cellTemperature', header: 'Cell temperature (°C)', isNumber: true, mayBeEmpty: true },
        { key: 'performanceRatio', header: 'Performance ratio (%)', isNumber: true, mayBeEmpty: true },
        { key: 'availability', header: 'Availability (%)', isNumber: true, mayBeEmpty: true },
        { key: 'price', header: 'Price per MWh', isNumber: true, mayBeEmpty: true },
        { key: 'energyP75', header: 'Energy P75 (kWh)', isNumber: true, mayBeEmpty: true },
        { key: 'energyP90', header: 'Energy P90 (kWh)', isNumber: true, mayBeEmpty: true },
        { key: 'windSpeed', header: 'Wind speed (m/s)', isNumber: true, mayBeEmpty: true },
      ],
    },
  ],
  referenceTurbines: [
    {
      name: 'Reference turbines',
      columns: [
        ...DEVICE,
        EFFECTIVE_FROM,
        { key: 'rank', header: 'Rank', isRequired: true, isNumber: true },
        { key: 'referenceId', header: 'Reference device id', isRequired: true },
        { key: 'referenceName', header: 'Reference device name', mayBeEmpty: true },
      ],
    },
  ],
  manualData: [
    {
      name: 'Manual data',
      columns: [
        ...DEVICE,
        { key: 'signal', header: 'Signal', isRequired: true },
        { key: 'unit', header: 'Unit', mayBeEmpty: true },
        { key: 'timestamp', header: 'Timestamp', isRequired: true },
        { key: 'value', header: 'Value', isRequired: true, isNumber: true },
      ],
    },
  ],
} as const satisfies Record<UploadKind, readonly UploadSheet[]>;

export function sheetsOf(kind: UploadKind): readonly UploadSheet[] {
  return UPLOAD_SHEETS[kind];
}

/** A CSV file holds one table. */
export function hasCsv(kind: UploadKind): boolean {
  return UPLOAD_SHEETS[kind].length === 1;
}
