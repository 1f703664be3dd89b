import { differences } from '@solvane/testing/differences';
import { expect, test } from 'vitest';
import { trackerPlane, trackerRotation } from './tracker.ts';

test.each([
  [30, 120, -26.565051177077986],
  [60, 100, -59.6187448575295],
  [80, 95, -15.794231190900405],
  [75, 265, 25.438120641766353],
  [10, 190, 1.7537834580934697],
])('rows at zenith %i°, azimuth %i° turn to the sun without shading each other', (zenith, azimuth, expected) => {
  const sun = { apparentZenith: Float64Array.of(zenith), azimuth: Float64Array.of(azimuth) };
  expect(differences(trackerRotation(sun, { groundCoverRatio: 0.4 }), [expected])).toEqual([]);
});

test('rows stop at their limit, and lie flat at night', () => {
  const sun = { apparentZenith: Float64Array.of(75, 95), azimuth: Float64Array.of(90, 90) };
  expect(trackerRotation(sun, { maxRotation: 55 })).toEqual(Float64Array.of(-55, 0));
});

test('a row turned east looks east, a row turned west looks west', () => {
  expect(trackerPlane(Float64Array.of(-30, 0, 45, Number.NaN))).toEqual({
    tilt: Float64Array.of(30, 0, 45, Number.NaN),
    azimuth: Float64Array.of(90, 270, 270, Number.NaN),
  });
});
