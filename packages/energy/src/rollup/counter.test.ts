import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countedEnergy, registerStep, spreadEnergy } from './counter.ts';

const MISSING = Number.NaN;
const column = (...values: number[]) => Float64Array.from(values);
const total = (values: Float64Array) => values.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value), 0);
const rounded = (values: Float64Array) => [...values].map((value) => Math.round(value * 1e6) / 1e6);
const TEN_MINUTES = 1 / 6;
const MICRO = { maxPower: 1.2, stepHours: TEN_MINUTES };

describe('an energy register', () => {
  test('that passes its end goes on at zero', () => {
    expect(countedEnergy(column(999_900, 999_960, 40, 130), { rollover: 1_000_000, stepHours: 1 }).energy).toEqual(column(60, 80, 90));
  });

  test('that was reset began at zero', () => {
    expect(countedEnergy(column(5000, 30), { rollover: 1_000_000, stepHours: 1 }).energy).toEqual(column(30));
    expect(countedEnergy(column(5000, 30), { stepHours: 1 }).energy).toEqual(column(30));
    expect(rounded(countedEnergy(column(1000, 0.1, 0.3), MICRO).energy)).toEqual([0.1, 0.2]);
  });

  test('that falls a little was corrected: nothing is added, and counting goes on', () => {
    const { energy, suspect, gaps } = countedEnergy(column(1000, 1000.2, 972, 972.2), MICRO);
    expect(rounded(energy)).toEqual([0.2, MISSING, 0.2]);
    expect([...suspect]).toEqual([0, 1, 0]);
    expect(gaps).toEqual([]);
    expect(total(countedEnergy(column(26_500.3, 26_472.3, 26_472.4), MICRO).energy)).toBeCloseTo(0.1, 9);
  });

  test('that reads zero between equal readings was not read meanwhile', () => {
    // First rows of a real plant of 2,500 kW, hourly (Sandia pvOps, site R23).
    const rules = { maxPower: 2500, stepHours: 1 };
    const { energy, suspect, gaps } = countedEnergy(column(1000, 1000, 0, 0, 1000, 1000, 1000, 1032.712), rules);
    expect(rounded(energy)).toEqual([0, MISSING, MISSING, MISSING, 0, 0, 32.712]);
    expect(gaps).toEqual([{ before: 1, after: 4, energy: 0 }]);
    expect([...suspect]).toEqual([0, 0, 0, 0, 0, 0, 0]);
    // A register that begins each day at zero comes to another reading.
    expect(total(countedEnergy(column(1000, 0, 0, 900, 1700), rules).energy)).toBe(1700);
    expect(total(countedEnergy(column(1000, 0, 0, 1100, 1700), rules).energy)).toBe(1700);
  });

  test('that falls below 5 % of its reading and shows more than can have flowed was not reset', () => {
    expect(countedEnergy(column(1000, 40, 40.2), MICRO).energy[0]).toBeNaN();
  });

  test('cannot count more than the plant can deliver', () => {
    expect(countedEnergy(column(0, 1200, 2401.5), { maxPower: 1000, stepHours: 1 }).energy).toEqual(column(1200, MISSING));
  });

  test('is believed by the time between its readings', () => {
    expect(countedEnergy(column(0.3, 1200.7), { maxPower: 1000, stepHours: 0.5 }).energy).toEqual(column(MISSING));
    expect(countedEnergy(column(0, 600), { maxPower: 1000, stepHours: 0.5 }).energy).toEqual(column(600));
    const [gap] = countedEnergy(column(0, MISSING, MISSING, MISSING, 2400), { maxPower: 1000, stepHours: 0.5 }).gaps;
    expect(gap?.energy).toBe(2400);
  });

  test('in whole kilowatt-hours loses nothing at five minutes', () => {
    const readings = Float64Array.from({ length: 289 }, (_, i) => 4000 + Math.floor((1.2 * i) / 12));
    expect(total(countedEnergy(readings, { maxPower: 1.2, stepHours: 1 / 12 }).energy)).toBe(28);
  });

  test('that catches up after ten hours counts them all', () => {
    const readings = new Float64Array(61).fill(MISSING);
    readings.set([1000], 0);
    readings.set([1012], 60);
    expect(countedEnergy(readings, MICRO).gaps).toEqual([{ before: 0, after: 60, energy: 12 }]);
  });

  test.each([
    ['high', [1000, 1000.2, 5000, 5000.1, 1000.6, 1000.8], MICRO],
    ['at zero', [1000, 1000.2, 0, 0, 1000.6, 1000.8], MICRO],
    ['at zero, with no rating known', [1000, 1000.2, 0, 0, 1000.6, 1000.8], { stepHours: TEN_MINUTES }],
  ])('drops readings off its course (%s), and the energy runs through', (_where, readings, rules) => {
    const { energy, gaps, suspect } = countedEnergy(Float64Array.from(readings), rules);
    expect(rounded(energy)).toEqual([0.2, MISSING, MISSING, MISSING, 0.2]);
    expect(gaps).toEqual([{ before: 1, after: 4, energy: expect.closeTo(0.4, 6) }]);
    expect([...suspect]).toEqual([0, 0, 0, 0, 0]);
  });

  test('that is off its course for more than a day has a new course', () => {
    const readings = Float64Array.from({ length: 300 }, (_, i) => (i < 10 || i >= 200 ? 1000 : 5000) + i / 10);
    const { energy, suspect } = countedEnergy(readings, MICRO);
    expect([suspect[9], suspect[199]]).toEqual([1, 1]);
    expect(total(energy)).toBeCloseTo(29.7, 6);
  });

  test('that counts past its old reading after a reset has not jumped back', () => {
    const { energy } = countedEnergy(column(10, 0.1, 4, 8, 12), { maxPower: 40, stepHours: TEN_MINUTES });
    expect(rounded(energy)).toEqual([0.1, 3.9, 4, 4]);
  });

  test('without a reading says nothing for that step', () => {
    expect(countedEnergy(column(0, MISSING, 20), { stepHours: 1 }).energy).toEqual(column(MISSING, MISSING));
    expect(countedEnergy(column(), { stepHours: 1 }).energy).toEqual(column());
  });

  test('tells the energy of a gap when it is read again', () => {
    const readings = column(MISSING, 100, MISSING, MISSING, 160, 170, MISSING);
    expect(countedEnergy(readings, { stepHours: TEN_MINUTES }).gaps).toEqual([{ before: 1, after: 4, energy: 60 }]);
    const { gaps, suspect } = countedEnergy(column(0.3, MISSING, 1000.7), { stepHours: 1, maxPower: 100 });
    expect([gaps, [...suspect]]).toEqual([[], [1, 1]]);
  });

  test('steps and gaps together are the whole difference', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 100 }), fc.boolean()), { minLength: 1, maxLength: 50 }), (steps) => {
        let register = 0;
        const known = steps.map(([energy, isRead]) => {
          register += energy;
          return isRead ? register : MISSING;
        });
        const read = known.filter((reading) => !Number.isNaN(reading));
        const { energy, gaps } = countedEnergy(Float64Array.from(known), { stepHours: 1 });
        const inGaps = gaps.reduce((sum, gap) => sum + gap.energy, 0);
        expect(total(energy) + inGaps).toBe((read.at(-1) ?? 0) - (read[0] ?? 0));
      }),
    );
  });
});

test.each([
  ['whole kilowatt-hours', [4000, 4001, 4003, 4007], 1],
  ['tens', [4000, 4010, 4030, 4070], 10],
  ['tenths', [0.1, 0.3, 1000.7], 0.1],
  ['none', [0.1234567, 1.7654321, 2.3141592], 0],
])('the resolution of a register: %s', (_what, readings, step) => {
  expect(registerStep(Float64Array.from(readings), 100)).toBeCloseTo(step, 9);
});

describe('spreading energy over a gap', () => {
  test('follows what was expected', () => {
    expect(spreadEnergy(60, column(10, 20, MISSING, -5, 0))).toEqual(column(20, 40, 0, 0, 0));
  });

  test('is even where nothing was expected', () => {
    expect(spreadEnergy(60, column(MISSING, 0, MISSING))).toEqual(column(20, 20, 20));
  });
});
