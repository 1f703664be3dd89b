import { findAttribute } from '@solvane/energy/devices/attributes';
import { describe, expect, test } from 'vitest';
import { type CellLabels, editText, parseCell } from './cell-text.ts';
import { isDated, metadataColumns, toMetadataRows } from './metadata-grid.ts';

const ENGLISH: CellLabels = {
  yes: 'Yes',
  no: 'No',
  optionLabel: (option) => (option === 'pitch' ? 'Pitch control' : option),
  decimalSeparator: '.',
};
const SWEDISH: CellLabels = { ...ENGLISH, yes: 'Ja', no: 'Nej', decimalSeparator: ',' };

function parse(name: string, text: string, { words = ENGLISH, isRequired = false } = {}) {
  const attribute = findAttribute(name);
  if (!attribute) throw new Error(`No attribute ${name}`);
  return parseCell(text, { attribute, isRequired, words });
}

describe('a cell', () => {
  test('takes numbers as they are written in the language', () => {
    expect(parse('capacityAc', '2,000.5')).toEqual({ value: 2_000.5 });
    expect(parse('capacityAc', '2\u202f000,5', { words: SWEDISH })).toEqual({ value: 2_000.5 });
    expect(parse('temperatureCoefficient', '\u22120.0037')).toEqual({ value: -0.0037 });
  });

  test('says what is wrong with a value, and takes emptiness only where it may be', () => {
    expect(parse('tilt', '91')).toEqual({ problem: 'max' });
    expect(parse('capacityAc', '12 kW')).toEqual({ problem: 'kind' });
    expect(parse('timezone', 'Mars/Olympus')).toEqual({ problem: 'zone' });
    expect(parse('capacityAc', ' ', { isRequired: true })).toEqual({ problem: 'required' });
    expect(parse('tilt', '')).toEqual({ value: null });
  });

  test('takes words in the language and as they are stored', () => {
    expect(parse('powerRegulation', 'pitch control')).toEqual({ value: 'pitch' });
    expect(parse('isBifacial', 'ja', { words: SWEDISH })).toEqual({ value: true });
    expect(parse('isBifacial', 'FALSE', { words: SWEDISH })).toEqual({ value: false });
  });

  test('shows in its field what it would read back', () => {
    expect(editText(0.5, SWEDISH)).toBe('0,5');
    expect(editText(true, ENGLISH)).toBe('Yes');
    expect(editText(null, ENGLISH)).toBe('');
  });
});

test('columns are those with a value or a need for one, and all when asked for', () => {
  const device = { segmentId: 'I1' as never, name: 'INV-1', type: 'Inverter', path: 'Guadal', siteSegmentId: 'S' as never };
  const rows = toMetadataRows([device], [{ segmentId: 'I1' as never, attributes: [{ name: 'tilt', value: 30, history: [] }] }]);
  const named = (options: { showAll: boolean; search: string }) =>
    metadataColumns(rows, { ...options, nameOf: (name) => name }).map(({ name }) => name);
  expect(named({ showAll: false, search: '' })).toEqual(expect.arrayContaining(['capacityAc', 'tilt']));
  expect(named({ showAll: false, search: '' })).not.toContain('azimuth');
  expect(named({ showAll: true, search: '' })).toContain('azimuth');
  expect(named({ showAll: true, search: '' })).not.toContain('hubHeight');
  expect(named({ showAll: false, search: 'azi' })).toEqual(['azimuth', 'trackerAxisAzimuth']);
});

test('fields of a site take no date, its equipment does', () => {
  expect(isDated('timezone', 'Site')).toBe(false);
  expect(isDated('capacityAc', 'Site')).toBe(true);
  expect(isDated('latitude', 'WeatherStation')).toBe(true);
});
