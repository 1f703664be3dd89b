import { expect, test } from 'vitest';
import { SIGNAL_CATALOGUE } from '../signals/catalogue.ts';
import { hasSignal, signalsOfSegmentType } from './segment-signals.ts';
import { canStandBelow, getSegmentType, isGenerator, isSegmentType, isSensor, SEGMENT_TYPES } from './segment-types.ts';

test.each([
  'Site',
  'Generator',
  'Inverter',
  'WindTurbine',
  'BatteryInverter',
  'BatteryContainer',
  'BatteryMeter',
  'BatteryString',
  'Combiner',
  'Meter',
  'PlaneOfArray',
  'Tracker',
  'Array',
  'Turbine',
  'WeatherStation',
  'PCC',
  'PowerPlantController',
  'StringMonitor',
  'PanelGroup',
  'String',
  'Container',
  'BatteryBank',
  'HybridMeter',
])('%s is a segment type', (name) => {
  expect(isSegmentType(name)).toBe(true);
});

test('sensors are recognised by the end of their name', () => {
  const sensors = SEGMENT_TYPES.filter(isSensor);
  expect(sensors.length).toBeGreaterThan(8);
  for (const sensor of sensors) expect(hasSignal(sensor, 'CommunicationStatus')).toBe(true);
  expect(isSensor('WeatherStation')).toBe(false);
});

test('exactly the machines that sell AC power are generators', () => {
  expect(SEGMENT_TYPES.filter(isGenerator)).toEqual(['Generator', 'Inverter', 'WindTurbine', 'Turbine', 'BatteryInverter']);
});

test('only a site stands below nothing, and every type can reach a site', () => {
  for (const type of SEGMENT_TYPES) {
    const seen = new Set([type]);
    for (const reached of seen) for (const parent of getSegmentType(reached).parents) seen.add(parent);
    expect(seen.has('Site'), type).toBe(true);
    expect(getSegmentType(type).parents.length === 0, type).toBe(type === 'Site');
  }
  expect(canStandBelow('StringMonitor', 'Inverter')).toBe(true);
  expect(canStandBelow('Inverter', 'StringMonitor')).toBe(false);
  expect(canStandBelow('Site', 'Site')).toBe(false);
});

test('what a type shows first is among what it can have', () => {
  for (const type of SEGMENT_TYPES) {
    for (const apCode of getSegmentType(type).defaultSignals) expect(hasSignal(type, apCode), `${type} ${apCode}`).toBe(true);
  }
});

test('every quantity of the catalogue belongs to some segment type', () => {
  for (const { apCode } of SIGNAL_CATALOGUE) {
    expect(
      SEGMENT_TYPES.some((type) => hasSignal(type, apCode)),
      apCode,
    ).toBe(true);
  }
});

test('quantities follow the kind of plant', () => {
  expect(hasSignal('WindTurbine', 'NacelleWindSpeed')).toBe(true);
  expect(hasSignal('Inverter', 'NacelleWindSpeed')).toBe(false);
  expect(hasSignal('Inverter', 'DcPower')).toBe(true);
  expect(hasSignal('WindTurbine', 'DcPower')).toBe(false);
  expect(hasSignal('BatteryMeter', 'ActivePower')).toBe(true);
  expect(hasSignal('BatteryMeter', 'ChargeEnergy')).toBe(true);
  expect(hasSignal('Meter', 'ChargeEnergy')).toBe(false);
  expect(hasSignal('PowerPlantController', 'CurtailmentSetpoint')).toBe(true);
  expect(hasSignal('Inverter', 'Nonsense')).toBe(false);
  expect(signalsOfSegmentType('Site').map((row) => row.apCode)).toContain('StateOfCharge');
});
