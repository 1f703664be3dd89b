import { expect, test } from 'vitest';
import { matchingThreshold, type Threshold, thresholdsSchema } from './widget-thresholds.ts';

const rule = (given: Partial<Threshold>): Threshold => ({
  when: 'below',
  value: 0,
  to: null,
  of: 'value',
  color: 'warn',
  mark: 'triangle',
  ...given,
});

test('the first rule that a number meets wins, and bounds belong to the rules that name them', () => {
  const rules = [
    rule({ value: 10, color: 'danger' }),
    rule({ when: 'between', value: 10, to: 20 }),
    rule({ when: 'atLeast', value: 90, color: 'ok' }),
  ];
  const colorOf = (value: number) => matchingThreshold(rules, { value })?.color;
  expect([9.9, 10, 20, 20.1, 90].map(colorOf)).toEqual(['danger', 'warn', 'warn', undefined, 'ok']);
});

test('a number that is not known meets no comparison, only the rule for missing values', () => {
  const rules = [rule({ when: 'below', value: 95, of: 'percentOfBudget' }), rule({ when: 'empty', value: null, color: 'neutral' })];
  expect(matchingThreshold(rules, { value: 5 })).toBeUndefined();
  expect(matchingThreshold(rules, { value: 5, percentOfBudget: 90 })).toBe(rules[0]);
  expect(matchingThreshold(rules, { value: null })?.color).toBe('neutral');
});

test('a rule without its numbers, or with the larger one first, is not complete, and there are eight at most', () => {
  const read = (rules: unknown[]) => thresholdsSchema.safeParse(rules).success;
  expect([read([{ when: 'below' }]), read([{ when: 'between', value: 5, to: 3 }]), read([{ when: 'empty' }])]).toEqual([
    false,
    false,
    true,
  ]);
  expect([read(Array(8).fill({ when: 'empty' })), read(Array(9).fill({ when: 'empty' }))]).toEqual([true, false]);
});
