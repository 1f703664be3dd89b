import { expect, test } from 'vitest';
import { parseOptions } from './options.ts';

test('without arguments all parts run in the short form', () => {
  expect(parseOptions([], ['faults'])).toEqual({
    parts: [],
    isLong: false,
    seed: 1,
    loops: undefined,
    minutes: undefined,
    only: undefined,
  });
});

test('a failure is repeated by its seed', () => {
  expect(parseOptions(['faults', '--long', '--seed', '7', '--loops', '1', '--minutes', '5', '--only', 'kill'], ['faults'])).toEqual({
    parts: ['faults'],
    isLong: true,
    seed: 7,
    loops: 1,
    minutes: 5,
    only: 'kill',
  });
});

test('an unknown part and a seed that is no number are refused by name', () => {
  expect(() => parseOptions(['fault'], ['faults', 'garbage'])).toThrow('Unknown part fault. Allowed: faults, garbage.');
  expect(() => parseOptions(['--seed', 'x'], ['faults'])).toThrow('--seed must be a whole number');
});
