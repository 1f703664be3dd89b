import { expect, test } from 'vitest';
import { isUnit } from '../units/units.ts';
import { CALC_TYPES, isCalcType, LOSS_PARTS } from './calc-types.ts';
import { findCatalogueRow, findSignalDefinition, isApCode, listSignalDefinitions, SIGNAL_CATALOGUE, signalIdOf } from './catalogue.ts';
import { operatingStateName, RUNNING } from './operating-state.ts';
import { parseSignalId } from './signal-id.ts';
import { MEASUREMENT_TYPES } from './signal-row.ts';

test('every quantity stands in the catalogue once, with a known unit and group', () => {
  const apCodes = SIGNAL_CATALOGUE.map((row) => row.apCode);
  expect(new Set(apCodes).size).toBe(apCodes.length);
  expect(apCodes).toHaveLength(132);
  for (const row of SIGNAL_CATALOGUE) {
    expect(isUnit(row.unit), row.apCode).toBe(true);
    expect(MEASUREMENT_TYPES, row.apCode).toContain(row.measurementTypeName);
    expect(row.devices.length, row.apCode).toBeGreaterThan(0);
    expect(new Set(row.calcTypes).size, row.apCode).toBe(row.calcTypes.length);
  }
});

test('no two quantities share a name', () => {
  const names = SIGNAL_CATALOGUE.map((row) => row.name);
  expect(new Set(names).size).toBe(names.length);
});

test('three-phase and three-blade quantities are signals of their own', () => {
  for (const apCode of [
    'VoltageAB',
    'VoltageBC',
    'VoltageCA',
    'CurrentA',
    'CurrentB',
    'CurrentC',
    'PitchAngleA',
    'PitchAngleB',
    'PitchAngleC',
  ]) {
    expect(isApCode(apCode)).toBe(true);
  }
});

test('validated power is a mean in kW that adds up over the tree', () => {
  expect(findSignalDefinition('ActivePower||Validated')).toMatchObject({
    name: 'Active power',
    unit: 'kW',
    kind: 'number',
    measurementTypeName: 'Power',
    timeAggregation: 'avg',
    treeAggregation: 'sum',
  });
});

test('the calculation type decides where it knows better than the quantity', () => {
  expect(findSignalDefinition('ActiveEnergy||RevenueLost')).toMatchObject({ unit: 'cur', timeAggregation: 'sum' });
  expect(findSignalDefinition('ActiveEnergy||LostDowntime')).toMatchObject({ unit: 'kWh', timeAggregation: 'sum', treeAggregation: 'sum' });
  expect(findSignalDefinition('WindDirection||QualityFlag')).toMatchObject({ unit: '', kind: 'bits', timeAggregation: 'or' });
  expect(findSignalDefinition('WindSpeed||Max')).toMatchObject({ unit: 'm/s', timeAggregation: 'max' });
  expect(findSignalDefinition('IrradiancePOA||Completeness')).toMatchObject({ unit: '%', timeAggregation: 'ratio' });
  expect(findSignalDefinition('TimeAvailability||Technical')).toMatchObject({ unit: '%', timeAggregation: 'ratio' });
  expect(findSignalDefinition('OperatingState||Validated')).toMatchObject({ kind: 'state', timeAggregation: 'mode' });
});

test('a signal exists only where the catalogue combines quantity and calculation type', () => {
  expect(findSignalDefinition('ActivePower||LostDowntime')).toBeUndefined();
  expect(findSignalDefinition('ExportCounter||Validated')).toBeUndefined();
  expect(findSignalDefinition('activepower||Raw')).toBeUndefined();
  expect(findSignalDefinition('Nonsense||Raw')).toBeUndefined();
  expect(findSignalDefinition('nonsense')).toBeUndefined();
  expect(findCatalogueRow('Nonsense')).toBeUndefined();
});

test('injected fault can be kept for every quantity but is never offered', () => {
  expect(findSignalDefinition('Rainfall||GroundTruth')).toMatchObject({ unit: 'mm', isHidden: true });
  expect(findSignalDefinition('Nonsense||GroundTruth')).toBeUndefined();
  expect(listSignalDefinitions().some((definition) => definition.isHidden)).toBe(false);
});

test('every definition is found by its own id', () => {
  const definitions = listSignalDefinitions();
  expect(definitions.length).toBeGreaterThan(800);
  for (const definition of definitions) {
    expect(findSignalDefinition(definition.signalId)).toBe(definition);
    expect(parseSignalId(definition.signalId)).toEqual({ apCode: definition.apCode, calcType: definition.calcType });
    expect(isUnit(definition.unit), definition.signalId).toBe(true);
  }
});

test('Lost adds up seven causes; residual, clipping and contractual losses are not among them', () => {
  expect(LOSS_PARTS).toHaveLength(7);
  for (const outside of ['LostResidual', 'LostClipping', 'LostContractual']) expect(LOSS_PARTS).not.toContain(outside);
});

test('names of calculation types are exact', () => {
  expect(Object.keys(CALC_TYPES)).toHaveLength(48);
  expect(isCalcType('Validated')).toBe(true);
  expect(isCalcType('validated')).toBe(false);
  expect(isCalcType('toString')).toBe(false);
  expect(signalIdOf('ActivePower', 'Raw')).toBe('ActivePower||Raw');
});

test('operating states are numbered from off to service', () => {
  expect(operatingStateName(0)).toBe('off');
  expect(operatingStateName(RUNNING)).toBe('running');
  expect(operatingStateName(7)).toBe('service');
  expect(operatingStateName(8)).toBeUndefined();
  expect(operatingStateName(Number.NaN)).toBeUndefined();
});
