import type { AttributeRow } from './attribute-row.ts';

const POWER_MAX = 10_000_000;
const SOLAR_GENERATORS = ['Inverter', 'Generator'] as const;
const TURBINES = ['WindTurbine', 'Turbine', 'Generator'] as const;
const BATTERIES = ['BatteryInverter', 'BatteryContainer', 'BatteryBank', 'BatteryRack', 'BatteryString', 'Container'] as const;
const TILTED = [
  'Inverter',
  'Generator',
  'Array',
  'PlaneOfArray',
  'PanelGroup',
  'Combiner',
  'IrradianceSensor',
  'ReferenceCellSensor',
] as const;
const TRACKED = [...TILTED, 'Tracker'] as const;

/** What decides how much a generator should produce: ratings and geometry. */
export const GENERATOR_ATTRIBUTES = [
  {
    name: 'capacityAc',
    kind: 'number',
    unit: 'kW',
    min: 0,
    max: POWER_MAX,
    segmentTypes: ['Site', 'Block', 'PCC', 'Generator', 'Inverter', 'WindTurbine', 'Turbine', 'BatteryInverter', 'Transformer'],
    requiredFor: ['Generator', 'Inverter', 'WindTurbine', 'Turbine', 'BatteryInverter'],
  },
  {
    name: 'capacityDc',
    kind: 'number',
    unit: 'kW',
    min: 0,
    max: POWER_MAX,
    segmentTypes: [
      'Site',
      'Block',
      'Generator',
      'Inverter',
      'Array',
      'Combiner',
      'StringMonitor',
      'String',
      'PanelGroup',
      'PlaneOfArray',
      'Tracker',
    ],
    requiredFor: ['Inverter'],
  },
  {
    name: 'temperatureCoefficient',
    kind: 'number',
    unit: '1/°C',
    min: -0.01,
    max: 0,
    segmentTypes: ['Site', ...SOLAR_GENERATORS, 'Array', 'PanelGroup'],
    assumed: -0.0037,
  },
  { name: 'systemLoss', kind: 'number', unit: '', min: 0, max: 0.9, segmentTypes: ['Site', ...SOLAR_GENERATORS], assumed: 0.1 },
  {
    name: 'moduleMounting',
    kind: 'enum',
    options: ['openRackGlassPolymer', 'openRackGlassGlass', 'closeMountGlassGlass', 'insulatedBack'],
    segmentTypes: ['Site', ...TILTED],
    assumed: 'openRackGlassPolymer',
  },
  { name: 'isBifacial', kind: 'boolean', segmentTypes: ['Site', ...SOLAR_GENERATORS, 'Array', 'PanelGroup'], assumed: false },
  { name: 'tilt', kind: 'number', unit: '°', min: 0, max: 90, segmentTypes: ['Site', ...TILTED] },
  { name: 'azimuth', kind: 'number', unit: '°', min: 0, max: 360, segmentTypes: ['Site', ...TILTED] },
  { name: 'trackerKind', kind: 'enum', options: ['fixed', 'singleAxis', 'dualAxis'], segmentTypes: ['Site', ...TRACKED], assumed: 'fixed' },
  { name: 'trackerAxisAzimuth', kind: 'number', unit: '°', min: 0, max: 360, segmentTypes: ['Site', ...TRACKED], assumed: 180 },
  { name: 'trackerMaxAngle', kind: 'number', unit: '°', min: 0, max: 90, segmentTypes: ['Site', ...TRACKED], assumed: 60 },
  { name: 'groundCoverRatio', kind: 'number', unit: '', min: 0.05, max: 1, segmentTypes: ['Site', ...TRACKED], assumed: 0.4 },
  { name: 'backtracking', kind: 'boolean', segmentTypes: ['Site', ...TRACKED], assumed: true },
  {
    name: 'moduleCount',
    kind: 'integer',
    min: 0,
    max: 10_000_000,
    segmentTypes: ['Inverter', 'Array', 'Combiner', 'String', 'PanelGroup', 'Tracker'],
  },
  {
    name: 'stringCount',
    kind: 'integer',
    min: 0,
    max: 1_000_000,
    segmentTypes: ['Inverter', 'Array', 'Combiner', 'StringMonitor', 'PanelGroup'],
  },
  { name: 'irradianceSensorId', kind: 'segment', segmentTypes: ['Site', ...SOLAR_GENERATORS, 'Array', 'PanelGroup'] },

  { name: 'hubHeight', kind: 'number', unit: 'm', min: 1, max: 400, segmentTypes: TURBINES, requiredFor: ['WindTurbine'] },
  { name: 'rotorDiameter', kind: 'number', unit: 'm', min: 1, max: 500, segmentTypes: TURBINES, requiredFor: ['WindTurbine'] },
  { name: 'cutInWindSpeed', kind: 'number', unit: 'm/s', min: 0, max: 15, segmentTypes: TURBINES, assumed: 3 },
  { name: 'ratedWindSpeed', kind: 'number', unit: 'm/s', min: 1, max: 40, segmentTypes: TURBINES },
  { name: 'cutOutWindSpeed', kind: 'number', unit: 'm/s', min: 5, max: 60, segmentTypes: TURBINES, assumed: 25 },
  { name: 'powerRegulation', kind: 'enum', options: ['pitch', 'stall'], segmentTypes: TURBINES, assumed: 'pitch' },
  { name: 'powerCurveAccepted', kind: 'boolean', segmentTypes: ['Site', ...TURBINES], assumed: false },
  { name: 'windVaneOffset', kind: 'number', unit: '°', min: -180, max: 180, segmentTypes: TURBINES, assumed: 0 },

  {
    name: 'ratedEnergyCapacity',
    kind: 'number',
    unit: 'kWh',
    min: 0,
    max: 100_000_000,
    segmentTypes: ['Site', ...BATTERIES],
    requiredFor: ['BatteryContainer'],
  },
  { name: 'usableEnergyCapacity', kind: 'number', unit: 'kWh', min: 0, max: 100_000_000, segmentTypes: ['Site', ...BATTERIES] },
  { name: 'ratedRoundTripEfficiency', kind: 'number', unit: '%', min: 10, max: 100, segmentTypes: ['Site', ...BATTERIES], assumed: 86 },
  { name: 'ratedCRate', kind: 'number', unit: '1/h', min: 0.01, max: 20, segmentTypes: ['Site', ...BATTERIES] },
  { name: 'warrantedFadePerYear', kind: 'number', unit: '%/yr', min: 0, max: 20, segmentTypes: ['Site', ...BATTERIES] },
  {
    name: 'cellChemistry',
    kind: 'enum',
    options: ['LFP', 'NMC', 'NCA', 'LTO', 'leadAcid', 'flow', 'other'],
    segmentTypes: ['Site', ...BATTERIES],
  },
] as const satisfies readonly AttributeRow[];
