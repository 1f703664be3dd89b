import { expect, test } from 'vitest';
import { isMoney, unitInCurrency } from './currency.ts';

test.each([
  ['cur/MWh', 'EUR', 'EUR/MWh'],
  ['cur', 'SEK', 'SEK'],
  ['cur/MWh', null, '¤/MWh'],
  ['kWh', 'EUR', 'kWh'],
  ['current', 'EUR', 'current'],
])('%s in %s is %s', (unit, currency, shown) => {
  expect(unitInCurrency(unit, currency)).toBe(shown);
});

test('only prices and amounts are money', () => {
  expect(['cur', 'cur/MWh', 'cur/kWh', 'A', 'kWh'].filter(isMoney)).toEqual(['cur', 'cur/MWh', 'cur/kWh']);
});
