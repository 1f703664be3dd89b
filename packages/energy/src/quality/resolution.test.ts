import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DaySteps, resolutionOf, stepsOf } from './resolution.ts';

const DAY = 144;
/** Something between 0 and 1 that never repeats itself. */
const wander = (i: number) => (Math.sin(i * 0.7) + Math.sin(i * 0.31) + 2) / 4;
const powerIn = (step: number, i: number) => Math.round((1330 * wander(i)) / step) * step;
const day = (of: (i: number) => number, number = 0) => Float64Array.from({ length: DAY }, (_, i) => of(number * DAY + i));
const week = (of: (i: number) => number) =>
  [0, 1, 2, 3, 4, 5, 6].map((number) => stepsOf(day(of, number))).filter((steps): steps is DaySteps => steps !== undefined);

describe('the resolution of a signal', () => {
  test.each([1, 2, 2.5, 5, 10, 20, 25, 50])('is the step of %d kW it is written in', (step) => {
    expect(
      resolutionOf(
        week((i) => powerIn(step, i)),
        1330,
      )?.step,
    ).toBe(step);
  });

  test('is at most a twentieth of the rating, or of the range', () => {
    expect(
      resolutionOf(
        week((i) => powerIn(100, i)),
        1330,
      )?.step,
    ).toBe(50);
    const humidity = resolutionOf(
      week((i) => 30 + 10 * Math.round(6 * wander(i))),
      Number.NaN,
    );
    expect(humidity).toEqual({ step: 2.5, range: 60 });
  });

  test('is the same after float32, and with a value in a hundred beside the steps', () => {
    expect(
      resolutionOf(
        week((i) => Math.fround(powerIn(0.1, i) + 5000)),
        10_000,
      )?.step,
    ).toBe(0);
    expect(
      resolutionOf(
        week((i) => Math.fround(powerIn(10, i) * 0.1)),
        133,
      )?.step,
    ).toBe(1);
    expect(
      resolutionOf(
        week((i) => powerIn(10, i) + (i % 200 === 0 ? 0.37 : 0)),
        1330,
      )?.step,
    ).toBe(10);
    expect(
      resolutionOf(
        week((i) => powerIn(10, i) + (i % 30 === 0 ? 0.37 : 0)),
        1330,
      )?.step,
    ).toBe(0);
  });

  test('is none where values are as fine as they come, and unknown where the signal hardly moves', () => {
    expect(
      resolutionOf(
        week((i) => 1330 * wander(i)),
        1330,
      )?.step,
    ).toBe(0);
    expect(
      resolutionOf(
        week(() => 1600),
        2000,
      ),
    ).toBeUndefined();
    expect(stepsOf(new Float64Array(DAY).fill(Number.NaN))).toBeUndefined();
    expect(stepsOf(new Float64Array(DAY))).toBeUndefined();
  });

  test('of a week is that of its days together, whatever single days seem to be written in', () => {
    const coarseByChance = stepsOf(Float64Array.from({ length: DAY }, (_, i) => 20 * (i % 5)));
    expect(coarseByChance?.step).toBe(20);
    expect(resolutionOf([...week((i) => powerIn(10, i)), ...(coarseByChance ? [coarseByChance] : [])], 1330)?.step).toBe(10);
  });

  test('never leaves values between the steps', () => {
    const values = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 30, maxLength: 200 });
    fc.assert(
      fc.property(values, fc.constantFrom(0.1, 1, 2.5, 5, 20), (counts, unit) => {
        const column = Float64Array.from(counts, (count) => count * unit);
        const { step = 0 } = stepsOf(column) ?? {};
        const moves = [...column].filter((value, i) => value !== 0 && value !== column[i - 1]);
        const beside = moves.filter((value) => Math.abs(value / step - Math.round(value / step)) > 1e-3);
        expect(step === 0 || beside.length <= 0.01 * moves.length).toBe(true);
      }),
    );
  });
});
