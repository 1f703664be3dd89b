import { describe, expect, test } from 'vitest';
import { isSamePlane } from './signal-run.ts';
import type { QualityDevice } from './site.ts';

const UNKNOWN = Number.NaN;
const plane = (tilt: number, azimuth: number, isTracked = false) => ({ tilt, azimuth, isTracked }) as QualityDevice;

describe('two sensors look at the same part of the sky', () => {
  test.each([
    ['within five degrees', plane(25, 180), plane(30, 175), true],
    ['not with other tilt', plane(25, 180), plane(31, 180), false],
    ['not with other azimuth', plane(25, 180), plane(25, 186), false],
    ['also across north', plane(25, 358), plane(25, 2), true],
    ['not the opposite way', plane(25, 90), plane(25, 270), false],
    ['when neither is described', plane(UNKNOWN, UNKNOWN), plane(UNKNOWN, UNKNOWN), true],
    ['not when only one is described', plane(25, 180), plane(UNKNOWN, UNKNOWN), false],
    ['on trackers, wherever those point', plane(10, 90, true), plane(50, 270, true), true],
    ['not when only one is on a tracker', plane(25, 180, true), plane(25, 180), false],
  ])('%s', (_, a, b, expected) => {
    expect(isSamePlane(a, b)).toBe(expected);
    expect(isSamePlane(b, a)).toBe(expected);
  });
});
