import { describe, expect, test } from 'vitest';
import { ATTRIBUTES, type AttributeDefinition, attributesOf, findAttribute, isRequiredFor } from './attributes.ts';
import { type AttributeProblem, findAttributeProblem, parseMonthly } from './check-attribute.ts';
import { isSegmentType, SEGMENT_TYPES } from './segment-types.ts';

test('every attribute has one name, belongs to known types and is needed only where it exists', () => {
  expect(new Set(ATTRIBUTES.map((attribute) => attribute.name)).size).toBe(ATTRIBUTES.length);
  for (const attribute of ATTRIBUTES) {
    expect(attribute.segmentTypes.length, attribute.name).toBeGreaterThan(0);
    expect(attribute.segmentTypes.every(isSegmentType), attribute.name).toBe(true);
    for (const type of attribute.requiredFor ?? []) expect(attribute.segmentTypes, attribute.name).toContain(type);
    expect(attribute.kind === 'enum' || attribute.kind === 'list', attribute.name).toBe(attribute.options !== undefined);
  }
});

test('what is assumed without a value could also be entered', () => {
  for (const attribute of ATTRIBUTES) {
    if (attribute.assumed !== undefined) expect(findAttributeProblem(attribute, attribute.assumed), attribute.name).toBeUndefined();
  }
});

test('a numeric attribute says its unit and its bounds', () => {
  for (const attribute of ATTRIBUTES) {
    if (attribute.kind !== 'number') continue;
    expect(attribute.unit, attribute.name).toBeDefined();
    expect(attribute.min, attribute.name).toBeLessThan(attribute.max ?? Number.NEGATIVE_INFINITY);
  }
});

test('every segment has coordinates and identity; only turbines have a rotor', () => {
  for (const type of SEGMENT_TYPES) {
    const names = attributesOf(type).map((attribute) => attribute.name);
    expect(names).toEqual(expect.arrayContaining(['latitude', 'longitude', 'manufacturer', 'model', 'serialNumber', 'commissioningDate']));
    expect(names.includes('rotorDiameter'), type).toBe(['WindTurbine', 'Turbine', 'Generator'].includes(type));
  }
});

test('a site needs its zone, place and start; a turbine its hub height', () => {
  for (const name of ['timezone', 'latitude', 'longitude', 'signalCalcPeriod', 'energyType', 'country', 'commissioningDate'] as const) {
    expect(isRequiredFor(definition(name), 'Site'), name).toBe(true);
  }
  expect(isRequiredFor(definition('hubHeight'), 'WindTurbine')).toBe(true);
  expect(isRequiredFor(definition('hubHeight'), 'Turbine')).toBe(false);
  expect(findAttribute('colour')).toBeUndefined();
});

describe('checking a value', () => {
  test.each<[string, string | number | boolean, AttributeProblem | undefined]>([
    ['tilt', 25, undefined],
    ['tilt', -1, 'min'],
    ['tilt', 91, 'max'],
    ['tilt', Number.NaN, 'kind'],
    ['tilt', '25', 'kind'],
    ['moduleCount', 12.5, 'kind'],
    ['moduleCount', 12, undefined],
    ['backtracking', true, undefined],
    ['backtracking', 1, 'kind'],
    ['trackerKind', 'singleAxis', undefined],
    ['trackerKind', 'SingleAxis', 'option'],
    ['chargePriority', 'Wind, PV', undefined],
    ['chargePriority', 'PV,PV', 'option'],
    ['chargePriority', 'Sun', 'option'],
    ['commissioningDate', '2024-02-29', undefined],
    ['commissioningDate', '2023-02-29', 'date'],
    ['commissioningDate', '29.02.2024', 'date'],
    ['timezone', 'Europe/Stockholm', undefined],
    ['timezone', 'Europe/Atlantis', 'zone'],
    ['currency', 'EUR', undefined],
    ['currency', 'euro', 'pattern'],
    ['linkeTurbidity', '3,3,3,3,4,4,4,4,3,3,3,3', undefined],
    ['linkeTurbidity', '3,3,3', 'monthly'],
    ['linkeTurbidity', '3,3,3,3,4,4,4,4,3,3,3,30', 'max'],
    ['country', '', 'kind'],
    ['country', 'x'.repeat(201), 'kind'],
  ])('%s = %j → %s', (name, value, problem) => {
    expect(findAttributeProblem(definition(name), value)).toBe(problem);
  });

  test('twelve numbers are read, January first', () => {
    expect([...(parseMonthly('1, 2,3,4,5,6,7,8,9,10,11,12') ?? [])]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(parseMonthly('1,2,3,4,5,6,7,8,9,10,11,')).toBeUndefined();
    expect(parseMonthly('1,2,3,4,5,6,7,8,9,10,11,x')).toBeUndefined();
  });
});

function definition(name: string): AttributeDefinition {
  const attribute = findAttribute(name);
  if (attribute === undefined) throw new Error(`no attribute ${name}`);
  return attribute;
}
