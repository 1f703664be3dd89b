import { expect, test } from 'vitest';
import { parseSignalId, toSignalId } from './signal-id.ts';

test('a signal is a quantity and how its value came about', () => {
  expect(parseSignalId('ActivePower||Validated')).toEqual({ apCode: 'ActivePower', calcType: 'Validated' });
  expect(parseSignalId('Vendor_Tag_7||Raw')).toEqual({ apCode: 'Vendor_Tag_7', calcType: 'Raw' });
});

test.each([
  'ActivePower|Validated',
  '||Raw',
  'A||B||C',
  'ActivePower||',
  '',
  'ActivePower',
  '1A||Raw',
  'A ||Raw',
  'Ä||Raw',
  'A||Raw_2',
  `${'A'.repeat(65)}||Raw`,
  `A||${'B'.repeat(41)}`,
])('%j is no signal', (text) => {
  expect(parseSignalId(text)).toBeUndefined();
});

test('the longest names are signals', () => {
  expect(parseSignalId(`${'A'.repeat(64)}||${'B'.repeat(40)}`)).toEqual({ apCode: 'A'.repeat(64), calcType: 'B'.repeat(40) });
});

test('joining is the opposite of splitting, and refuses what could not be split', () => {
  expect(toSignalId('ActivePower', 'Validated')).toBe('ActivePower||Validated');
  expect(() => toSignalId('A||B', 'C')).toThrow(RangeError);
  expect(() => toSignalId('ActivePower', '')).toThrow(RangeError);
});
