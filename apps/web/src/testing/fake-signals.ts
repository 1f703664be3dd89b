import { type SegmentId, signalIdSchema } from '@solvane/contract/ids';
import type { SignalDefinition } from '@solvane/contract/signals';

type SignalRow = [apCode: string, calcType: string, name: string, unit: string, measurementType: string, time: string];

const GENERATOR: SignalRow[] = [
  ['ActivePower', 'Validated', 'Active power', 'kW', 'Power', 'avg'],
  ['ActivePower', 'Expected', 'Active power', 'kW', 'Power', 'avg'],
  ['ActivePower', 'Raw', 'Active power', 'kW', 'Power', 'avg'],
  ['ReactivePower', 'Raw', 'Reactive power', 'kvar', 'Power', 'avg'],
  ['ActiveEnergy', 'Validated', 'Active energy', 'kWh', 'Energy', 'sum'],
  ['LostEnergy', 'Calculated', 'Lost energy', 'kWh', 'Energy', 'sum'],
];

const SENSOR: SignalRow[] = [
  ['IrradiancePOA', 'Validated', 'Irradiance POA', 'W/m²', 'Irradiance', 'avg'],
  ['IrradiancePOA', 'Raw', 'Irradiance POA', 'W/m²', 'Irradiance', 'avg'],
  ['ModuleTemperature', 'Validated', 'Module temperature', '°C', 'Temperature', 'avg'],
];

/** What a device of the fake fleet measures: sensors weather, everything else power. */
export function signalsOf(segmentId: SegmentId): SignalDefinition[] {
  const rows = /POA|WS|-T\d/.test(segmentId) ? SENSOR : GENERATOR;
  return rows.map(([apCode, calcType, name, unit, measurementTypeName, timeAggregation]) => ({
    segmentId,
    signalId: signalIdSchema.parse(`${apCode}||${calcType}`),
    apCode,
    calcType,
    name,
    unit,
    measurementTypeName,
    timeAggregation,
    treeAggregation: 'sum',
  }));
}
