import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { energyOfMeanPower, energyOfSampledPower, exportedPart, importedPart, insolationOfMeanIrradiance } from './energy-from-power.ts';

const MISSING = Number.NaN;
const MINUTE = 60_000;
const column = (...values: number[]) => Float64Array.from(values);
const total = (values: Float64Array) => values.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value), 0);

test('mean power times its time is energy; missing power is no energy', () => {
  expect(energyOfMeanPower(column(600, 720, 660, MISSING, 480, 540), 1 / 6)).toEqual(column(100, 120, 110, MISSING, 80, 90));
});

test('what flows out and in are positive parts of the net', () => {
  expect(exportedPart(column(5, -3, MISSING))).toEqual(column(5, 0, MISSING));
  expect(importedPart(column(5, -3, MISSING))).toEqual(column(0, 3, MISSING));
});

test('irradiance over an hour is insolation', () => {
  expect(total(insolationOfMeanIrradiance(column(620, 700, 655, 610, 580, 540), 1 / 6))).toBeCloseTo(0.6175, 10);
});

describe('instantaneous samples', () => {
  const hour = { startMs: 0, stepMs: 60 * MINUTE, count: 1 };

  test('are joined by straight lines', () => {
    const samples = {
      timesMs: column(0, 10, 20, 30, 40, 50, 60).map((minute) => minute * MINUTE),
      values: column(600, 720, 660, 600, 480, 540, 600),
    };
    expect(energyOfSampledPower(samples, hour).energy[0]).toBeCloseTo(600, 9);
    expect(energyOfSampledPower(samples, hour).coveredSeconds[0]).toBe(3600);
  });

  test('of a rising power belong to the intervals they rise through', () => {
    const samples = { timesMs: column(0, 20).map((minute) => minute * MINUTE), values: column(0, 120) };
    const { energy } = energyOfSampledPower(samples, { startMs: 0, stepMs: 10 * MINUTE, count: 2 });
    expect(energy[0]).toBeCloseTo(5, 12);
    expect(energy[1]).toBeCloseTo(15, 12);
  });

  test('too far apart are not joined', () => {
    const samples = { timesMs: column(0, 10, 40, 50).map((minute) => minute * MINUTE), values: column(60, 60, 60, 60) };
    const { energy, coveredSeconds } = energyOfSampledPower(samples, { startMs: 0, stepMs: 10 * MINUTE, count: 6 });
    expect([...energy]).toEqual([10, MISSING, MISSING, MISSING, 10, MISSING]);
    expect([...coveredSeconds]).toEqual([600, 0, 0, 0, 600, 0]);
  });

  test('a sample without a value is left out, not taken for zero', () => {
    const samples = { timesMs: column(0, 5, 10).map((minute) => minute * MINUTE), values: column(60, MISSING, 60) };
    expect(energyOfSampledPower(samples, { startMs: 0, stepMs: 10 * MINUTE, count: 1 }).energy).toEqual(column(10));
  });

  test('have the same energy however fine the intervals are', () => {
    const samples = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: -100, max: 1000 })), {
      minLength: 2,
      maxLength: 40,
    });
    fc.assert(
      fc.property(samples, (steps) => {
        let minute = 0;
        const timesMs = Float64Array.from(steps, ([step]) => {
          minute += step;
          return minute * MINUTE;
        });
        const sampled = { timesMs, values: Float64Array.from(steps, ([, power]) => power) };
        const coarse = energyOfSampledPower(sampled, { startMs: 0, stepMs: 400 * MINUTE, count: 1 }, 10 * MINUTE);
        const fine = energyOfSampledPower(sampled, { startMs: 0, stepMs: 7 * MINUTE, count: 60 }, 10 * MINUTE);
        expect(total(fine.energy)).toBeCloseTo(total(coarse.energy), 6);
      }),
    );
  });
});
