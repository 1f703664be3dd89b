import { expect, test } from 'vitest';
import { lineStyle } from './line-style.ts';
import { givenLine } from './lines.testing.ts';

const NONE: ReadonlySet<string> = new Set();
const actual = givenLine([1], { id: 'actual', stroke: 'actual', colour: null });
const expected = givenLine([1], { id: 'expected', stroke: 'expected', colour: null });

test('one expected line beside the measured one is drawn at full strength', () => {
  expect(lineStyle(expected, [actual, expected], NONE)).toEqual({ width: 1.5, alpha: 1 });
});

test('lines that are too many to have colours are pale, with their expected lines', () => {
  const many = Array.from({ length: 12 }, (_, index) => givenLine([1], { id: `INV-${index}`, colour: null }));
  for (const line of [...many, expected]) expect(lineStyle(line, [...many, expected], NONE)).toEqual({ width: 1, alpha: 0.5 });
});

test('a line that is pointed at stands out, the others step back', () => {
  const others = [givenLine([1], { id: 'a' }), givenLine([1], { id: 'b' })];
  expect(others.map((line) => lineStyle(line, others, new Set(['a'])).alpha)).toEqual([1, 0.55]);
});
