import { differences } from '@solvane/testing/differences';
import { describe, expect, test } from 'vitest';
import { isDaylight, sunPositions } from './sun-position.ts';

const at = (time: string) => Float64Array.of(Date.parse(time));

describe('sun position', () => {
  test('agrees with the published example of the reference algorithm', () => {
    const sun = sunPositions({
      timesMs: at('2003-10-17T19:30:30Z'),
      location: { latitude: 39.742476, longitude: -105.1786, altitude: 0 },
      pressure: 820,
      temperature: 11,
    });
    const expected = { zenith: [50.128612597168264], apparentZenith: [50.112280146013205], azimuth: [194.3351034310059] };
    expect(differences(sun, expected)).toEqual([]);
  });

  test.each([
    ['a summer morning in Seville', '2025-06-21T10:05:00Z', [37.39, -5.99, 10], [33.1581220919316, 33.14714080808397, 104.74605092478066]],
    ['a winter noon in Gothenburg', '2025-12-21T11:00:00Z', [57.71, 11.97, 50], [81.17909732001048, 81.07914208502402, 177.61404488333702]],
    ['a southern summer noon', '2025-01-15T02:00:00Z', [-34.93, 138.6, 50], [18.352664519585232, 18.347123479925173, 44.71218117057871]],
    ['a night in Stockholm', '2025-03-30T01:00:00Z', [59.33, 18.07, 20], [112.02379179559524, 112.02379179559524, 34.7113231121907]],
  ] as const)('of %s', (_, time, [latitude, longitude, altitude], [zenith, apparentZenith, azimuth]) => {
    const sun = sunPositions({ timesMs: at(time), location: { latitude, longitude, altitude } });
    expect(differences(sun, { zenith: [zenith], apparentZenith: [apparentZenith], azimuth: [azimuth] })).toEqual([]);
  });

  test('an unknown zenith is not daylight', () => {
    expect([89.9, 90, Number.NaN].map(isDaylight)).toEqual([true, false, false]);
  });
});
