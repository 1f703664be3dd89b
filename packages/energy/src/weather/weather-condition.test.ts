import { expect, test } from 'vitest';
import { type Weather, weatherCondition } from './weather-condition.ts';

const calmDry: Weather = { windSpeed: 3, rainRate: 0, ambientTemperature: 15, apparentZenith: 40, clearSkyIndex: 0.6 };

test.each<[string, Partial<Weather>]>([
  ['PartlyCloudy', {}],
  ['Clear', { clearSkyIndex: 0.85 }],
  ['Cloudy', { clearSkyIndex: 0.25 }],
  ['Overcast', { clearSkyIndex: 0.1 }],
  ['Night', { apparentZenith: 90 }],
  ['Rain', { rainRate: 0.2 }],
  ['Snow', { rainRate: 0.2, ambientTemperature: 0 }],
  ['Rain', { rainRate: 0.2, ambientTemperature: Number.NaN }],
  ['Storm', { windSpeed: 17, rainRate: 5 }],
  ['Unknown', { clearSkyIndex: Number.NaN }],
])('%s when %j', (condition, weather) => {
  expect(weatherCondition({ ...calmDry, ...weather })).toBe(condition);
});
