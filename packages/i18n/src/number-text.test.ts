import { expect, test } from 'vitest';
import { amountText, decimalText, measuredNumberText, moneyText } from './number-text.ts';

test('a measured number has four significant digits and never loses whole ones', () => {
  expect([1317.4, 912.04, 51.6, -12.4, 0.04321, 123_456, 0].map((value) => measuredNumberText(value, 'en-US'))).toEqual([
    '1,317',
    '912.0',
    '51.60',
    '−12.40',
    '0.04321',
    '123,456',
    '0',
  ]);
});

test('decimal comma and group separator follow the language', () => {
  expect(measuredNumberText(1234.5, 'sv-SE')).toBe('1\u00a0235');
  expect(decimalText(-1.25, { digits: 2, locale: 'sv-SE' })).toBe('−1,25');
  expect(decimalText(1234.5, { digits: 1, locale: 'fr-CA' })).toBe('1\u00a0234,5');
});

test('what is missing is a dash and never a zero', () => {
  expect(measuredNumberText(null, 'en-US')).toBe('—');
  expect(measuredNumberText(Number.NaN, 'en-US')).toBe('—');
  expect(decimalText(Number.POSITIVE_INFINITY, { digits: 1, locale: 'en-US' })).toBe('—');
});

test('a number that rounds to zero carries no minus', () => {
  expect(decimalText(-0.04, { digits: 1, locale: 'en-US' })).toBe('0.0');
});

test('money carries the sign of its currency where the language puts it, and a real minus', () => {
  expect(moneyText(1234.4, { currency: 'EUR', locale: 'en-US' })).toBe('€1,234');
  expect(moneyText(-42, { currency: 'EUR', locale: 'en-US' })).toBe('−€42');
  expect(moneyText(1234, { currency: 'SEK', locale: 'sv-SE' })).toBe('1\u00a0234\u00a0kr');
  expect(moneyText(-0.2, { currency: 'CAD', locale: 'fr-CA' })).toBe('0\u00a0$');
});

test('currencies that share a sign are told apart', () => {
  const texts = ['USD', 'CAD', 'AUD'].map((currency) => moneyText(5, { currency, locale: 'en-US' }));
  expect(new Set(texts).size).toBe(3);
  expect(['SEK', 'NOK', 'DKK'].map((currency) => moneyText(5, { currency, locale: 'sv-SE' }))).toEqual([
    '5\u00a0kr',
    '5\u00a0Nkr',
    '5\u00a0Dkr',
  ]);
});

test('money without a known currency is a bare number, and missing money a dash', () => {
  expect(moneyText(1234, { currency: null, locale: 'en-US' })).toBe('1,234');
  expect([moneyText(null, { currency: null, locale: 'en-US' }), moneyText(null, { currency: 'EUR', locale: 'en-US' })]).toEqual(['—', '—']);
});

test('a count has no decimals, a measured whole number has', () => {
  const shown = (value: number | null, unit: string) => amountText(value, { unit, locale: 'en-US' });
  expect([shown(4, ''), shown(4, 'kW'), shown(1_204, ''), shown(0.5, ''), shown(null, '')]).toEqual(['4', '4.000', '1,204', '0.5000', '—']);
});
