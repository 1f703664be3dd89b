import { describe, expect, test } from 'vitest';
import { nightStandby } from './night-standby.ts';

/** Elevation on the hour, and at steps between them, of a sun that stands highest at noon and is up for twelve hours. */
function sun(highest: number, days: number, perHour = 1): Float64Array {
  return Float64Array.from({ length: 24 * days * perHour }, (_, i) => -highest * Math.cos((2 * Math.PI * (i + 0.5)) / (24 * perHour)));
}

/** Hours without a value, from the first midnight on. */
function silentDuring(count: number, ...ranges: [from: number, to: number][]): Uint8Array {
  return Uint8Array.from({ length: count }, (_, i) => (ranges.some(([from, to]) => i >= from && i < to) ? 1 : 0));
}

function standbyHours(silent: Uint8Array, sunElevation: Float64Array): number[] {
  return [...nightStandby({ silent, sunElevation, perDay: 24, stepMs: 3_600_000 })].flatMap((flag, i) => (flag === 1 ? [i] : []));
}

const hours = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

describe('a PV logger that sleeps at night', () => {
  // Noon at 40°: it switches at 10°, which the sun passes at about 7:00 and 17:00.
  const elevation = sun(40, 4);

  test('is in standby from the evening to the morning', () => {
    expect(standbyHours(silentDuring(96, [18, 31], [42, 55]), elevation)).toEqual([...hours(18, 31), ...hours(42, 55)]);
  });

  test('may take an hour to come back once the sun is high enough', () => {
    expect(standbyHours(silentDuring(96, [18, 32]), elevation)).toEqual(hours(18, 32));
  });

  test('that does not come back is lost from the hour on at which the sun was high enough, through the nights that follow', () => {
    expect(standbyHours(silentDuring(96, [18, 33]), elevation)).toEqual(hours(18, 31));
    expect(standbyHours(silentDuring(96, [18, 80]), elevation)).toEqual(hours(18, 31));
  });

  test('is lost at once where it stops by day', () => {
    expect(standbyHours(silentDuring(96, [12, 40]), elevation)).toEqual([]);
  });

  test('is not judged before its time to come back is over', () => {
    expect(standbyHours(silentDuring(32, [18, 32]), elevation.subarray(0, 32))).toEqual(hours(18, 32));
  });

  test('at ten-minute intervals has the same hour', () => {
    const tenMinutes = (from: number, to: number) =>
      nightStandby({ silent: silentDuring(288, [from, to]), sunElevation: sun(40, 2, 6), perDay: 144, stepMs: 600_000 });
    const firstHigh = sun(40, 2, 6).findIndex((degrees, i) => i > 144 && degrees >= 10);
    const lasting = (count: number) => tenMinutes(108, firstHigh + count).reduce((sum, flag) => sum + flag, 0);
    expect(lasting(6)).toBe(firstHigh + 6 - 108);
    expect(lasting(7)).toBe(firstHigh - 108);
  });
});

test('in winter the logger wakes at half of the highest sun, and not at all where that stays below 5°', () => {
  const low = sun(12, 2);
  const firstHigh = low.findIndex((degrees, i) => i > 24 && degrees >= 6);
  expect(standbyHours(silentDuring(48, [17, 48]), low)).toEqual(hours(17, firstHigh));
  expect(standbyHours(silentDuring(96, [17, 96]), sun(4, 4))).toEqual(hours(17, 96));
});

test('an unknown sun position puts no logger into standby', () => {
  expect(standbyHours(silentDuring(48, [18, 31]), new Float64Array(48).fill(Number.NaN))).toEqual([]);
});
