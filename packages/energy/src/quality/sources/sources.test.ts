import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { learnReferenceLine, learnSatelliteRatio } from '../learning.ts';
import { constantValues } from './constant.ts';
import { interpolateGaps } from './interpolate.ts';
import { nightValues } from './night.ts';
import { nearestRecords, pressureAtAltitude, recordsBetween, windHeightFactor } from './outside.ts';
import { consensusAverage, nearestMean } from './peers.ts';
import { holdLastValue, meanAtSameTime } from './persistence.ts';
import { firstReferenceValue, scaledValues } from './references.ts';

const MISSING = Number.NaN;
const column = (...values: number[]) => Float64Array.from(values);
const gapsOf = (values: Float64Array) => Int32Array.from([...values.keys()].filter((i) => Number.isNaN(values[i])));
const FIRST = Int32Array.of(0);

/** The column with what a source offers for its gaps. */
function filled(values: Float64Array, source: (at: Int32Array) => Float64Array): number[] {
  const at = gapsOf(values);
  const offered = source(at);
  return [...values].map((value, i) => (Number.isNaN(value) ? (offered[at.indexOf(i)] ?? MISSING) : value));
}

describe('interpolation', () => {
  test('draws straight lines over gaps of half an hour, not of forty minutes', () => {
    const values = column(500, MISSING, MISSING, 560, MISSING, MISSING, MISSING, MISSING, 400);
    const line = filled(values, (at) => interpolateGaps(values, at, { maxLength: 3 }));
    expect(line).toEqual([500, 520, 540, 560, MISSING, MISSING, MISSING, MISSING, 400]);
  });

  test('turns the shorter way', () => {
    const values = column(350, MISSING, MISSING, 20);
    expect(filled(values, (at) => interpolateGaps(values, at, { maxLength: 3, isCircular: true }))).toEqual([350, 0, 10, 20]);
  });

  test('needs good values on both sides', () => {
    const values = column(MISSING, 1, MISSING);
    expect(filled(values, (at) => interpolateGaps(values, at, { maxLength: 3 }))).toEqual([MISSING, 1, MISSING]);
  });

  test('does not lead from day into night', () => {
    const values = column(100, MISSING, 0);
    const options = { maxLength: 3, elevation: column(3, 0, -5), nightElevation: -2 };
    expect(interpolateGaps(values, Int32Array.of(1), options)[0]).toBeNaN();
    expect(interpolateGaps(values, Int32Array.of(1), { ...options, elevation: column(3, 2, 1) })[0]).toBe(50);
  });

  test('is no answer to a good value another rule refused', () => {
    expect(interpolateGaps(column(1, 9, 3), Int32Array.of(1), { maxLength: 3 })[0]).toBeNaN();
  });

  test('stays between its ends', () => {
    const values = fc.array(
      fc.oneof({ weight: 2, arbitrary: fc.integer({ min: 0, max: 99 }) }, { weight: 1, arbitrary: fc.constant(MISSING) }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 6 }), (list, maxLength) => {
        const known = Float64Array.from(list);
        const at = gapsOf(known);
        for (const [k, value] of interpolateGaps(known, at, { maxLength }).entries()) {
          const i = at[k] ?? 0;
          const before = list.slice(0, i).findLastIndex((one) => !Number.isNaN(one));
          const after = list.findIndex((one, j) => j > i && !Number.isNaN(one));
          const isShort = before >= 0 && after >= 0 && after - before - 1 <= maxLength;
          expect(Number.isNaN(value)).toBe(!isShort);
          if (!isShort) continue;
          const ends = [list[before] ?? 0, list[after] ?? 0];
          expect(value).toBeGreaterThanOrEqual(Math.min(...ends) - 1e-9);
          expect(value).toBeLessThanOrEqual(Math.max(...ends) + 1e-9);
        }
      }),
    );
  });
});

describe('persistence', () => {
  test('holds the last value for half an hour', () => {
    const values = column(MISSING, 15.2, MISSING, MISSING, MISSING, MISSING, 14);
    expect(filled(values, (at) => holdLastValue(values, at, 3))).toEqual([MISSING, 15.2, 15.2, 15.2, 15.2, MISSING, 14]);
  });

  test('takes the mean of the same local time on days before, also where the clock was changed', () => {
    const zone = 'Europe/Stockholm';
    const HOUR = 3_600_000;
    const startMs = Date.parse('2025-03-26T00:00Z');
    // Four days before Sunday 30 March, 12:00 on the clock: 11:00 UTC, then 10:00 UTC after the change.
    const values = new Float64Array(24 * 5).fill(MISSING);
    for (const [day, value] of [14.2, 15, 13.6, 14.8].entries()) values[day * 24 + 11] = value;
    const options = { histories: [{ startMs, values }], stepMs: HOUR, zone, windowDays: 4, minDays: 3 };
    const noon = column(Date.parse('2025-03-30T10:00Z'));
    expect(meanAtSameTime(noon, options)[0]).toBeCloseTo(14.4, 12);
    expect(meanAtSameTime(noon, { ...options, windowDays: 2 })[0]).toBeNaN();
    expect(meanAtSameTime(noon, { ...options, histories: [{ startMs: 0, values: column() }, ...options.histories] })[0]).toBeCloseTo(
      14.4,
      12,
    );
  });
});

test('at night the sun gives nothing', () => {
  expect([...nightValues(column(-2.1, -2, 10), Int32Array.of(0, 1, 2), { nightElevation: -2, nightValue: 0 })]).toEqual([
    0,
    MISSING,
    MISSING,
  ]);
});

describe('peers', () => {
  const peers = (...values: number[]) => values.map((value) => ({ values: column(value), scale: 1 }));

  test('that agree give their mean; a stray one is left out', () => {
    const options = { minPeers: 2, absTol: 0, ofCapacity: false, ownScale: 1 };
    expect(consensusAverage(peers(812, 798, 805, 430), FIRST, options)[0]).toBe(805);
    expect(consensusAverage(peers(812), FIRST, options)[0]).toBeNaN();
    expect(consensusAverage(peers(812, MISSING), FIRST, options)[0]).toBeNaN();
  });

  test('of other ratings count by their share of it', () => {
    const rated = [
      { values: column(500), scale: 1000 },
      { values: column(1100), scale: 2000 },
    ];
    expect(consensusAverage(rated, FIRST, { minPeers: 2, absTol: 0.1, ofCapacity: true, ownScale: 400 })[0]).toBeCloseTo(210, 9);
  });

  test('near by count more than far ones', () => {
    const near = [
      { values: column(9.1), scale: 1, distanceKm: 0.8 },
      { values: column(8.6), scale: 1, distanceKm: 1.5 },
      { values: column(9.4), scale: 1, distanceKm: 2.4 },
    ];
    expect(nearestMean(near, FIRST, { k: 3, minCount: 2, ownScale: 1 })[0]).toBeCloseTo(9.010714, 6);
    expect(nearestMean(near, FIRST, { k: 1, minCount: 1, ownScale: 1 })[0]).toBe(9.1);
    expect(nearestMean(near.slice(0, 1), FIRST, { k: 3, minCount: 2, ownScale: 1 })[0]).toBeNaN();
  });

  test('have a mean direction', () => {
    const near = [350, 10].map((value) => ({ values: column(value), scale: 1, distanceKm: 1 }));
    const direction = nearestMean(near, FIRST, { k: 3, minCount: 2, ownScale: 1, isCircular: true })[0] ?? MISSING;
    expect(Math.min(direction, 360 - direction)).toBeCloseTo(0, 9);
  });
});

test('the first reference that has a value speaks', () => {
  const references = [
    { values: column(MISSING, 10), intercept: 0, slope: 1 },
    { values: column(5, 5), intercept: 1, slope: 2 },
  ];
  expect([...firstReferenceValue(references, Int32Array.of(0, 1))]).toEqual([11, 10]);
  expect(firstReferenceValue([], FIRST)[0]).toBeNaN();
});

test('another signal stands in, scaled and shifted', () => {
  expect([...scaledValues(column(100, MISSING), Int32Array.of(0, 1), { gain: 0.97, offset: 1 })]).toEqual([98, MISSING]);
});

describe('providers', () => {
  const records = column(1, MISSING, MISSING, MISSING, MISSING, 11, MISSING);

  test('are read at their nearest record, the earlier of two', () => {
    expect([...nearestRecords(records, Int32Array.of(1, 2, 3, 6), 2)]).toEqual([1, 1, 11, 11]);
    expect(nearestRecords(column(1, MISSING, 11), Int32Array.of(1), 1)[0]).toBe(1);
    expect(nearestRecords(column(MISSING), FIRST, 5)[0]).toBeNaN();
  });

  test('are read along straight lines between records', () => {
    expect([...recordsBetween(records, Int32Array.of(0, 1, 4, 6), 4)]).toEqual([1, 3, 9, 11]);
    expect([...recordsBetween(records, Int32Array.of(1, 2, 4), 1)]).toEqual([1, MISSING, 11]);
  });

  test('have their winds carried to the hub and their pressures to the site', () => {
    expect(windHeightFactor(100, 10, 0.143)).toBeCloseTo(1.389953, 6);
    expect(windHeightFactor(MISSING, 10, 0.143)).toBe(1);
    expect(pressureAtAltitude(column(995), column(10), 90)[0]).toBeCloseTo(984.25406, 4);
    expect(pressureAtAltitude(column(995), column(MISSING), 90)[0]).toBeCloseTo(984.44, 2);
    expect(pressureAtAltitude(column(995), column(10), MISSING)[0]).toBe(995);
  });
});

describe('constants', () => {
  const starts = column(Date.parse('2025-06-30T21:00Z'), Date.parse('2025-06-30T23:00Z'));

  test('hold always or by the local month', () => {
    const monthly = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
    expect([...constantValues(starts, { value: 50, monthly: null, zone: 'Europe/Stockholm' })]).toEqual([50, 50]);
    expect([...constantValues(starts, { value: 50, monthly, zone: 'Europe/Stockholm' })]).toEqual([5, 6]);
    expect(constantValues(starts, { value: null, monthly: null, zone: 'UTC' })[0]).toBeNaN();
  });
});

describe('what is learned from earlier days', () => {
  const many = Float64Array.from({ length: 240 }, (_, i) => 300 + i);

  test('a satellite is scaled by what bright hours say: 162 to 170', () => {
    const own = new Float64Array(240).fill(810);
    const satellite = new Float64Array(240).fill(850);
    const ratio = learnSatelliteRatio(own, satellite);
    expect(ratio).toBeCloseTo(0.952941, 6);
    expect(640 * ratio).toBeCloseTo(609.882353, 6);
  });

  test('too few bright hours teach nothing, and no ratio is believed beyond 0.8 to 1.25', () => {
    const brighter = many.map((value) => value * 1.1);
    expect(learnSatelliteRatio(brighter.slice(0, 199), many.slice(0, 199))).toBe(1);
    expect(learnSatelliteRatio(brighter.slice(0, 200), many.slice(0, 200))).toBeCloseTo(1.1, 9);
    expect(
      learnSatelliteRatio(
        many,
        many.map((value) => 2 * value),
      ),
    ).toBe(0.8);
    expect(
      learnSatelliteRatio(
        many.map((value) => 2 * value),
        many,
      ),
    ).toBe(1.25);
    expect(learnSatelliteRatio(many, new Float64Array(240).fill(MISSING))).toBe(1);
  });

  test('a reference is believed when it explains enough over a day of pairs', () => {
    expect(
      learnReferenceLine(
        many,
        many.map((value) => 5 + 2 * value),
      )?.slope,
    ).toBeCloseTo(2, 9);
    expect(learnReferenceLine(many.slice(0, 144), many.slice(0, 144))?.slope).toBeCloseTo(1, 9);
    expect(learnReferenceLine(many.slice(0, 143), many.slice(0, 143))).toBeUndefined();
    expect(
      learnReferenceLine(
        many,
        many.map((_, i) => (i % 2 === 0 ? 1 : -1)),
      ),
    ).toBeUndefined();
  });
});
