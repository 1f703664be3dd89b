import { differences } from '@solvane/testing/differences';
import { describe, expect, test } from 'vitest';
import { electricalWarning, type MeterAgreement } from './electrical-warning.ts';
import { collectionLossOfDay, estimateMissing } from './missing-energy.ts';

const column = (...values: number[]) => Float64Array.from(values);
const filled = (value: number, count = 12) => new Float64Array(count).fill(value);
const _ = Number.NaN;

describe('generators without data behind a meter', () => {
  const site = {
    generators: [
      { actual: column(80, 80, 80, 80), expected: column(90, 90, 90, 90) },
      { actual: column(80, _, _, _), expected: column(90, 90, 90, 90) },
      { actual: column(80, 80, _, _), expected: column(90, 90, _, 90) },
    ],
    others: filled(0, 4),
    connection: column(235.2, 235.2, 235.2, 100),
    ratedEnergy: 300,
  };

  test('made what the meter read above the others, at most what was expected of them', () => {
    const estimates = estimateMissing(site, 0.02) ?? [];
    expect(differences(estimates[0], [0, 0, 0, 0])).toEqual([]);
    // The third is expected of nothing in the third hour: all that is left is more than was expected of the second.
    expect(differences(estimates[1], [0, 80, 90, (100 / 0.98 - 80) / 2])).toEqual([]);
    expect(differences(estimates[2], [0, 0, 0, (100 / 0.98 - 80) / 2])).toEqual([]);
  });

  test('are not estimated without a meter, or while something else behind it is not known', () => {
    expect(estimateMissing({ ...site, connection: filled(_, 4) }, 0.02)).toBeUndefined();
    expect(estimateMissing({ ...site, others: filled(_, 4) }, 0.02)).toBeUndefined();
  });
});

describe('the collection loss of a day', () => {
  const day = (share: number, count = 12) => ({
    generators: [{ actual: filled(100, count), expected: filled(100, count) }],
    others: filled(0, count),
    connection: filled(100 * (1 - share), count),
    ratedEnergy: 200,
  });

  test('is read from complete intervals, and no more than a tenth', () => {
    expect(collectionLossOfDay(day(0.03))).toBeCloseTo(0.03, 12);
    expect(collectionLossOfDay(day(0.4))).toBe(0.1);
    expect(collectionLossOfDay(day(-4))).toBe(0);
  });

  test('is not told by fewer than ten of them', () => {
    expect(collectionLossOfDay(day(0.03, 9))).toBeNaN();
    expect(collectionLossOfDay({ ...day(0.03), ratedEnergy: 2001 })).toBeNaN();
  });
});

describe('a meter that disagrees with the devices', () => {
  const agreement = (pairs: readonly (readonly [devices: number, meter: number])[], aboveRating = 0): MeterAgreement => {
    const sum = (of: (x: number, y: number) => number) => pairs.reduce((all, [x, y]) => all + of(x, y), 0);
    return {
      metered: pairs.length,
      summed: 0,
      count: pairs.length,
      devices: sum((x) => x),
      meter: sum((_x, y) => y),
      devicesSquared: sum((x) => x * x),
      meterSquared: sum((_x, y) => y * y),
      product: sum((x, y) => x * y),
      aboveRating,
    };
  };
  const warningOf = (pairs: readonly (readonly [number, number])[], more: { aboveRating?: number; electrical?: number } = {}) => {
    const found = agreement(pairs, more.aboveRating);
    return electricalWarning({ electrical: more.electrical ?? found.meter - found.devices, gross: found.devices, agreement: found });
  };

  test('by a constant factor has a wrong transformer factor', () => {
    expect(
      warningOf([
        [100, 80],
        [200, 160],
        [50, 40.5],
      ]),
    ).toMatchObject({ reason: 'transformerFactor' });
  });

  test('by more than the devices can give measures other devices too', () => {
    expect(
      warningOf(
        [
          [100, 3718],
          [200, 7436],
        ],
        { aboveRating: 2 },
      ),
    ).toEqual({ share: 36.18, reason: 'otherScope' });
    expect(
      warningOf([
        [100, 40],
        [100, 190],
        [100, 20],
      ]),
    ).toMatchObject({ reason: 'otherScope' });
  });

  test('only while devices are silent misses those', () => {
    const pairs = [
      [100, 98],
      [200, 196],
    ] as const;
    expect(warningOf(pairs, { electrical: 40 })).toMatchObject({ reason: 'missingDevices' });
    expect(warningOf(pairs)).toBeUndefined();
  });

  test('is not looked for where the site is the sum of its devices', () => {
    const none = { ...agreement([[100, 80]]), metered: 0 };
    expect(electricalWarning({ electrical: -20, gross: 100, agreement: none })).toBeUndefined();
    expect(electricalWarning({ electrical: -20, gross: 100 })).toBeUndefined();
  });
});
