import { expect, test } from 'vitest';
import { parseNumberText } from './parse-number.ts';

test('numbers are read as they are written in each language, and as they come from a spreadsheet', () => {
  const read = (locale: string) => (text: string) => parseNumberText(text, locale);
  expect(['1,234', '1,234.5', '1234,5', '-5', '1\u202f234.5'].map(read('en-US'))).toEqual([1234, 1234.5, 1234.5, -5, 1234.5]);
  expect(['1,234', '1\u00a0234,5', '1234.5', '\u22125', '1.234,5'].map(read('sv-SE'))).toEqual([1.234, 1234.5, 1234.5, -5, 1234.5]);
  expect(['1\u202f234,56', '98.5'].map(read('fr-CA'))).toEqual([1234.56, 98.5]);
});

test('nothing is not zero, and what is no number is not guessed', () => {
  expect(['', '  ', '\u2014'].map((text) => parseNumberText(text, 'en-US'))).toEqual([null, null, null]);
  expect(['abc', '1,2,3', '12 kWh', '1..2'].map((text) => parseNumberText(text, 'sv-SE'))).toEqual(new Array(4).fill(undefined));
});
