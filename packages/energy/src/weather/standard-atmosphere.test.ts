import { differences, printed } from '@solvane/testing/differences';
import { expect, test } from 'vitest';
import { pressureRatioOverHeight, standardPressure } from './standard-atmosphere.ts';

test('pressure falls with altitude as in the standard atmosphere', () => {
  expect(standardPressure(0)).toBe(1013.25);
  expect(differences(standardPressure(500), 954.608, printed(3))).toEqual([]);
});

test('pressure moves to hub height', () => {
  expect(differences(99_500 * pressureRatioOverHeight(90, 10), 98_425.406, printed(3))).toEqual([]);
});
