import type { AttributeRow } from './attribute-row.ts';
import { SEGMENT_TYPES } from './segment-types.ts';

const LOGGING = [
  'Meter',
  'HybridMeter',
  'BatteryMeter',
  'PCC',
  'Inverter',
  'WindTurbine',
  'Turbine',
  'BatteryInverter',
  'Generator',
] as const;
const WEATHER = SEGMENT_TYPES.filter((type) => type === 'WeatherStation' || type === 'PlaneOfArray' || type.endsWith('Sensor'));

/** What any piece of equipment has: where it stands, what it is, how it measures. */
export const EQUIPMENT_ATTRIBUTES = [
  { name: 'latitude', kind: 'number', unit: '°', min: -90, max: 90, segmentTypes: SEGMENT_TYPES, requiredFor: ['Site'] },
  { name: 'longitude', kind: 'number', unit: '°', min: -180, max: 180, segmentTypes: SEGMENT_TYPES, requiredFor: ['Site'] },
  { name: 'altitude', kind: 'number', unit: 'm', min: -450, max: 9000, segmentTypes: SEGMENT_TYPES },
  { name: 'commissioningDate', kind: 'date', segmentTypes: SEGMENT_TYPES, requiredFor: ['Site'] },
  { name: 'decommissioningDate', kind: 'date', segmentTypes: SEGMENT_TYPES },
  { name: 'manufacturer', kind: 'text', segmentTypes: SEGMENT_TYPES },
  { name: 'model', kind: 'text', segmentTypes: SEGMENT_TYPES },
  { name: 'serialNumber', kind: 'text', segmentTypes: SEGMENT_TYPES },
  { name: 'firmwareVersion', kind: 'text', segmentTypes: SEGMENT_TYPES },
  { name: 'warrantyEnd', kind: 'date', segmentTypes: SEGMENT_TYPES },

  { name: 'primaryWeatherStationId', kind: 'segment', segmentTypes: SEGMENT_TYPES },
  { name: 'secondaryWeatherStationId', kind: 'segment', segmentTypes: SEGMENT_TYPES },
  { name: 'samplesPerInterval', kind: 'integer', min: 1, max: 1_000_000, segmentTypes: SEGMENT_TYPES },
  { name: 'powerSampling', kind: 'enum', options: ['mean', 'instantaneous'], segmentTypes: ['Site', ...LOGGING], assumed: 'mean' },
  { name: 'counterRollover', kind: 'number', unit: 'kWh', min: 1, max: 1_000_000_000_000, segmentTypes: LOGGING },
  { name: 'measurementHeight', kind: 'number', unit: 'm', min: 0, max: 400, segmentTypes: WEATHER },
  { name: 'calibrationDate', kind: 'date', segmentTypes: WEATHER },
] as const satisfies readonly AttributeRow[];
