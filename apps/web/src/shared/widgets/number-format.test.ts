import { expect, test } from 'vitest';
import { formattedNumber } from './number-format.ts';

const power = { value: 10_325.44, unit: 'kW' };

test('a number has the unit and the decimals that are asked for, in the separators of the language', () => {
  expect(formattedNumber(power, { decimals: 2, unit: 'MW' }, 'sv-SE')).toEqual({ shown: '10,33', shownUnit: 'MW' });
  expect(formattedNumber(power, { decimals: 'auto', unit: 'GW' }, 'en-US')).toEqual({ shown: '0.01033', shownUnit: 'GW' });
  expect(formattedNumber(power, { decimals: 0, unit: 'auto' }, 'en-US')).toEqual({ shown: '10,325', shownUnit: 'kW' });
});

test('a unit of another quantity changes nothing', () => {
  expect(formattedNumber(power, { decimals: 'auto', unit: 'MWh' }, 'en-US')).toBeNull();
  expect(formattedNumber({ value: 87.94, unit: '%' }, { decimals: 1, unit: 'MWh' }, 'en-US')).toEqual({ shown: '87.9', shownUnit: '%' });
});
