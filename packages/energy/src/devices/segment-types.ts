import type { ApCode } from '../signals/catalogue.ts';
import { ALL_SOURCES, type DeviceCode, type EnergySource, SOLAR, STORAGE, WIND } from '../signals/signal-row.ts';

interface SegmentTypeRow {
  /** Families of the signal catalogue the type belongs to, its own first. */
  codes: readonly DeviceCode[];
  energyTypes: readonly EnergySource[];
  /** Converts energy into AC power that is sold: carries expected power, events, losses and availability. */
  isGenerator: boolean;
  /** Types it may stand below, by name or by the name of a group of types. */
  parents: readonly string[];
  /** Quantities worth showing first. */
  defaultSignals: readonly ApCode[];
}

const ENERGY: readonly ApCode[] = ['ActivePower', 'ActiveEnergy'];
const PLACES = ['Site', 'Block'];
const COLLECTION = [...PLACES, 'Substation', 'Transformer', 'Feeder', 'PCC', 'Meter', 'HybridMeter'];
const HOUSINGS = ['Container', 'BatteryContainer', 'BatteryBank'];
const DC_SIDE = ['Inverter', 'Combiner', 'StringMonitor', 'Array', 'PanelGroup', 'Tracker'];
const SENSOR_PLACES = [...PLACES, 'WeatherStation', 'PlaneOfArray', 'Array', 'Tracker', 'PanelGroup', 'Inverter', 'WindTurbine', 'Turbine'];

const ROWS = {
  Site: segment(['S'], ALL_SOURCES, [], [...ENERGY, 'TimeAvailability', 'DataAvailability']),
  Block: segment(['M'], ALL_SOURCES, PLACES, ENERGY),
  Substation: segment(['M'], ALL_SOURCES, PLACES, ENERGY),
  Transformer: segment(['M'], ALL_SOURCES, [...PLACES, 'Substation', 'Feeder', 'WindTurbine', 'Turbine'], ENERGY),
  Feeder: segment(['M'], ALL_SOURCES, [...PLACES, 'Substation', 'Transformer'], ENERGY),
  PCC: segment(['PCC'], ALL_SOURCES, [...PLACES, 'Substation'], [...ENERGY, 'ReactivePower', 'ExportLimit']),
  Meter: segment(['M'], ALL_SOURCES, [...COLLECTION, 'Inverter', 'WindTurbine', 'Turbine', 'Generator'], [...ENERGY, 'ReactivePower']),
  HybridMeter: segment(['M'], ALL_SOURCES, COLLECTION, [...ENERGY, 'ReactivePower']),
  PowerPlantController: segment(['PPC'], ALL_SOURCES, [...PLACES, 'Substation', 'PCC'], ['CurtailmentSetpoint', 'ExportLimit']),
  DataLogger: segment([], ALL_SOURCES, [...COLLECTION, ...HOUSINGS], ['CommunicationStatus']),

  Generator: generator(['INV', 'WT', 'BI'], ALL_SOURCES, COLLECTION, [...ENERGY, 'OperatingState', 'TimeAvailability']),
  Inverter: generator(
    ['INV'],
    SOLAR,
    [...COLLECTION, 'Container', 'Array', 'PlaneOfArray'],
    [...ENERGY, 'DcPower', 'OperatingState', 'InverterEfficiency'],
  ),
  WindTurbine: generator(['WT'], WIND, COLLECTION, [...ENERGY, 'NacelleWindSpeed', 'OperatingState', 'TimeAvailability']),
  Turbine: generator(['WT'], WIND, COLLECTION, [...ENERGY, 'NacelleWindSpeed', 'OperatingState', 'TimeAvailability']),
  BatteryInverter: generator(
    ['BI'],
    STORAGE,
    [...COLLECTION, ...HOUSINGS, 'BatteryMeter'],
    [...ENERGY, 'StateOfCharge', 'AvailableChargePower', 'AvailableDischargePower'],
  ),

  Array: segment(['CB'], SOLAR, [...COLLECTION, 'Inverter', 'PlaneOfArray', 'Combiner'], ['DcPower']),
  PlaneOfArray: segment(['PA'], SOLAR, [...PLACES, 'Array', 'Inverter', 'WeatherStation'], ['IrradiancePOA', 'ModuleTemperature']),
  Combiner: segment(['CB'], SOLAR, [...COLLECTION, ...DC_SIDE], ['DcPower', 'DcCurrent', 'DcVoltage']),
  StringMonitor: segment(['SM'], SOLAR, [...PLACES, ...DC_SIDE], ['StringCurrent', 'StringVoltage']),
  String: segment(['SM'], SOLAR, DC_SIDE, ['StringCurrent', 'StringVoltage']),
  PanelGroup: segment(['CB'], SOLAR, [...PLACES, ...DC_SIDE, 'String', 'PlaneOfArray'], ['DcPower']),
  Tracker: segment(['TR'], SOLAR, [...PLACES, ...DC_SIDE, 'PlaneOfArray'], ['TrackerAngle', 'TrackerDeviation']),

  Container: segment(['BC'], STORAGE, COLLECTION, ['StateOfCharge', 'AuxiliaryPower']),
  BatteryContainer: segment(['BC'], STORAGE, [...COLLECTION, 'BatteryInverter', 'BatteryMeter'], ['StateOfCharge', 'StateOfHealth']),
  BatteryBank: segment(
    ['BC'],
    STORAGE,
    [...COLLECTION, 'BatteryInverter', 'BatteryContainer', 'Container', 'BatteryMeter'],
    ['StateOfCharge', 'StateOfHealth'],
  ),
  BatteryRack: segment(['BS'], STORAGE, [...HOUSINGS, 'BatteryInverter'], ['StateOfCharge', 'CellTemperatureMax']),
  BatteryString: segment(
    ['BS'],
    STORAGE,
    [...HOUSINGS, 'BatteryInverter', 'BatteryRack'],
    ['StateOfCharge', 'CellVoltageMax', 'CellVoltageMin', 'CellTemperatureMax'],
  ),
  BatteryMeter: segment(
    ['BM', 'M'],
    STORAGE,
    [...COLLECTION, ...HOUSINGS, 'BatteryInverter'],
    [...ENERGY, 'ChargeEnergy', 'DischargeEnergy'],
  ),

  WeatherStation: segment(['WS'], ALL_SOURCES, [...PLACES, 'Substation'], ['AmbientTemperature', 'WindSpeed', 'IrradianceGHI']),
  IrradianceSensor: sensor(ALL_SOURCES, ['IrradianceGHI', 'IrradiancePOA']),
  ReferenceCellSensor: sensor(SOLAR, ['IrradiancePOA']),
  AlbedoSensor: sensor(SOLAR, ['Albedo']),
  SoilingSensor: sensor(SOLAR, ['SoilingRatio']),
  ModuleTemperatureSensor: sensor(SOLAR, ['ModuleTemperature']),
  AmbientTemperatureSensor: sensor(ALL_SOURCES, ['AmbientTemperature']),
  WindSensor: sensor(ALL_SOURCES, ['WindSpeed', 'WindDirection']),
  HumiditySensor: sensor(ALL_SOURCES, ['RelativeHumidity']),
  PressureSensor: sensor(ALL_SOURCES, ['BarometricPressure']),
  RainSensor: sensor(ALL_SOURCES, ['Rainfall']),
  SnowSensor: sensor(SOLAR, ['SnowDepth']),
} as const satisfies Record<string, SegmentTypeRow>;

/** The closed list of what a node of the device tree can be. */
export type SegmentType = keyof typeof ROWS;

export interface SegmentTypeDefinition extends Omit<SegmentTypeRow, 'parents'> {
  type: SegmentType;
  /** Message key of its name. */
  labelKey: `SegmentType_${SegmentType}`;
  /** Types it may stand below; a site stands below nothing. */
  parents: readonly SegmentType[];
}

/** Every segment type, in the order lists show them. */
export const SEGMENT_TYPES: readonly SegmentType[] = Object.keys(ROWS).filter(isSegmentType);

const definitions = new Map<SegmentType, SegmentTypeDefinition>(
  SEGMENT_TYPES.map((name) => [
    name,
    { ...ROWS[name], type: name, labelKey: `SegmentType_${name}`, parents: ROWS[name].parents.map(toSegmentType) },
  ]),
);

/**
 * Whether a text is the name of a segment type. Case-sensitive.
 *
 * @param text - any text
 */
export function isSegmentType(text: string): text is SegmentType {
  return Object.hasOwn(ROWS, text);
}

/**
 * What a segment type is: parents, energy types, signals worth showing.
 *
 * @param name - a segment type
 * @throws RangeError for a name that is none
 */
export function getSegmentType(name: SegmentType): SegmentTypeDefinition {
  const definition = definitions.get(name);
  if (definition === undefined) throw new RangeError(`Unknown segment type ${name}`);
  return definition;
}

/**
 * Whether a segment of a type carries expected power, events, losses and availability of its own.
 *
 * @param name - a segment type
 */
export function isGenerator(name: SegmentType): boolean {
  return getSegmentType(name).isGenerator;
}

/**
 * Whether a segment of a type is a sensor.
 *
 * @param name - a segment type
 */
export function isSensor(name: SegmentType): boolean {
  return name.endsWith('Sensor');
}

/**
 * Whether a segment type may stand directly below another.
 *
 * @param child - type of the lower segment
 * @param parent - type of the upper segment
 */
export function canStandBelow(child: SegmentType, parent: SegmentType): boolean {
  return getSegmentType(child).parents.includes(parent);
}

function toSegmentType(name: string): SegmentType {
  if (!isSegmentType(name)) throw new RangeError(`Unknown segment type ${name}`);
  return name;
}

function segment(
  codes: readonly DeviceCode[],
  energyTypes: readonly EnergySource[],
  parents: readonly string[],
  defaultSignals: readonly ApCode[],
): SegmentTypeRow {
  return { codes, energyTypes, isGenerator: false, parents, defaultSignals };
}

function generator(
  codes: readonly DeviceCode[],
  energyTypes: readonly EnergySource[],
  parents: readonly string[],
  defaultSignals: readonly ApCode[],
): SegmentTypeRow {
  return { codes, energyTypes, isGenerator: true, parents, defaultSignals };
}

function sensor(energyTypes: readonly EnergySource[], defaultSignals: readonly ApCode[]): SegmentTypeRow {
  return segment(['WS'], energyTypes, SENSOR_PLACES, defaultSignals);
}
