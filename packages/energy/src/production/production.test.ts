import { differences, printed } from '@solvane/testing/differences';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localDay } from '../time/local-day.ts';
import { spreadBudget, weatherAdjustedBudget } from './budget.ts';
import { capacityFactor } from './capacity-factor.ts';
import {
  type CoefficientRow,
  coefficientColumns,
  coefficientProblems,
  designedSolarPower,
  expectedSolarPower,
  expectedWindPower,
} from './expected-coefficients.ts';
import { coefficientFit, coefficientSums, learnCoefficients } from './learned-coefficients.ts';

const column = (...values: number[]) => Float64Array.from(values);
const _ = Number.NaN;

/** A table that gives every month the same coefficient. */
function table(row: Partial<CoefficientRow>): CoefficientRow[] {
  return Array.from({ length: 12 }, (_, i) => ({
    deviceId: 'INV-1',
    effectiveFrom: localDay(2020, 1, 1),
    month: i + 1,
    coefficient: 0.88,
    degradationPerYear: 0,
    minIrradiance: 20,
    ...row,
  }));
}

const nominalPower = column(105.2, 400, 745.6, 855, 568.8, 204);
const planeIrradiance = column(100, 400, 800, 950, 600, 200);

describe('expected coefficients', () => {
  const startMs = Date.UTC(2025, 5, 20, 12);
  const lookup = {
    rows: table({ degradationPerYear: 0.005, acLimit: 820 }),
    lineage: ['INV-1', 'SITE'],
    startsMs: new Float64Array(6).fill(startMs),
    zone: 'Europe/Madrid',
    commissionedMs: startMs - 3.5 * 365.25 * 86_400_000,
    acRating: 1000,
  };

  test('turn nominal power into expected power with age and design losses', () => {
    const expected = expectedSolarPower(nominalPower, planeIrradiance, coefficientColumns(lookup));
    const wanted = [90.96602020207901, 345.87840381018634, 644.7173447021872, 739.3150881442733, 491.83909021808495, 176.39798594319504];
    expect(differences(expected, wanted)).toEqual([]);
  });

  test('never promise more than the AC limit, nor anything in twilight', () => {
    const columns = coefficientColumns({ ...lookup, rows: table({ coefficient: 1.02, acLimit: 820 }) });
    expect(designedSolarPower(nominalPower, columns)[3]).toBeCloseTo(872.1, 9);
    expect(expectedSolarPower(nominalPower, column(19, 400, 800, 950, 600, _), columns)).toEqual(
      column(0, 408, 745.6 * 1.02, 820, 568.8 * 1.02, 204 * 1.02),
    );
  });

  test('come from the nearest ancestor that has some, but never its AC limit', () => {
    const site = table({ deviceId: 'SITE', coefficient: 0.9, acLimit: 50_000 });
    const columns = coefficientColumns({ ...lookup, rows: site });
    expect([columns.coefficient[0], columns.acLimit[0], columns.suspect[0]]).toEqual([0.9, 1000, 0]);
    const own = coefficientColumns({ ...lookup, rows: [...site, ...table({ coefficient: 0.85 })] });
    expect(own.coefficient[0]).toBe(0.85);
  });

  test('change at local midnight of the day they become effective, and by month', () => {
    const rows = [
      ...table({ coefficient: 0.8 }).map((row) => (row.month === 7 ? { ...row, coefficient: 0.7 } : row)),
      ...table({ coefficient: 0.9, effectiveFrom: localDay(2025, 7, 2) }),
    ];
    const madrid = (iso: string) => Date.parse(`${iso}+02:00`);
    const startsMs = column(madrid('2025-06-30T23:50:00'), madrid('2025-07-01T00:00:00'), madrid('2025-07-02T00:00:00'));
    expect(coefficientColumns({ ...lookup, rows, startsMs }).coefficient).toEqual(column(0.8, 0.7, 0.9));
  });

  test('are 1 and in doubt where there is no table, an empty cell or no commissioning date', () => {
    const noTable = coefficientColumns({ ...lookup, rows: [] });
    expect([noTable.coefficient[0], noTable.minIrradiance[0], noTable.suspect[0]]).toEqual([1, 20, 1]);
    expect(coefficientColumns({ ...lookup, rows: table({ coefficient: _ }) }).suspect[0]).toBe(1);
    const ageless = coefficientColumns({ ...lookup, commissionedMs: _ });
    expect([ageless.ageFactor[0], ageless.suspect[0]]).toEqual([1, 1]);
  });

  test('do not age a plant before it is commissioned', () => {
    expect(coefficientColumns({ ...lookup, commissionedMs: startMs + 1e10 }).ageFactor[0]).toBe(1);
  });

  test('reduce a nominal wind curve up to the rating', () => {
    expect(expectedWindPower(column(1000, 2000, _), { coefficient: column(0.95, 1.1, 1), acLimit: column(2000, 2000, 2000) })).toEqual(
      column(950, 2000, _),
    );
  });
});

describe('a table of coefficients', () => {
  test('is good with twelve months once each', () => {
    expect(coefficientProblems(table({}))).toEqual([]);
  });

  test('names every missing, repeated or impossible month', () => {
    const rows = table({}).map((row) => (row.month === 3 ? { ...row, month: 4 } : row));
    expect(coefficientProblems(rows).map(({ kind, rows: found }) => [kind, found.length])).toEqual([
      ['monthRepeated', 1],
      ['monthMissing', 12],
    ]);
    expect(coefficientProblems(table({}).map((row) => (row.month === 1 ? { ...row, month: 13 } : row))).map(({ kind }) => kind)).toEqual([
      'monthOutOfRange',
      'monthMissing',
    ]);
    expect(coefficientProblems(table({ coefficient: 1.3 }))[0]).toMatchObject({ level: 'error', kind: 'outOfRange' });
  });

  test('draws attention when it says nothing', () => {
    const kinds = [0, 1, _].map((coefficient) => coefficientProblems(table({ coefficient })).map(({ level, kind }) => `${level} ${kind}`));
    expect(kinds).toEqual([['warning allZero'], ['warning allOne'], ['warning allEmpty']]);
  });
});

describe('learned coefficients', () => {
  const hours = 200;
  const training = {
    energy: new Float64Array(hours).fill(440),
    nominalEnergy: new Float64Array(hours).fill(500),
    planeIrradiance: new Float64Array(hours).fill(600),
    months: Uint8Array.from({ length: hours }, (_, i) => (i < 190 ? 6 : 7)),
    excluded: new Uint8Array(hours),
    stepHours: 1,
  };

  test('are what months really made of their nominal energy', () => {
    const energy = training.energy.map((value, i) => (i < 190 ? value : 400));
    const learned = learnCoefficients({ ...training, energy });
    expect(learned[5]).toBeCloseTo(0.88, 12);
    // July has ten hours only, January none: both take the value of the whole period.
    expect(differences([learned[6], learned[0]], Array(2).fill((190 * 440 + 10 * 400) / (200 * 500)))).toEqual([]);
  });

  test('see through dirt and disturbed hours', () => {
    const excluded = training.excluded.map((_, i) => (i < 50 ? 1 : 0));
    const energy = training.energy.map((value, i) => (i < 50 ? 0 : value * 0.97));
    const learned = learnCoefficients({ ...training, energy, excluded, soilingProfile: new Float64Array(hours).fill(0.97) });
    expect(learned[5]).toBeCloseTo(0.88, 12);
  });
});

describe('a fit of coefficients', () => {
  const training = (energy: readonly number[], months: readonly number[]) => ({
    energy: Float64Array.from(energy),
    nominalEnergy: Float64Array.from(energy, (_, i) => 400 + (i % 5) * 50),
    months: Uint8Array.from(months),
    excluded: new Uint8Array(energy.length),
    stepHours: 1,
  });
  const nominal = (i: number) => 400 + (i % 5) * 50;

  test('explains everything where energy is a share of the theoretical one', () => {
    const energy = Array.from({ length: 60 }, (_, i) => (i < 30 ? 0.9 : 0.8) * nominal(i));
    const { coefficients, rSquared, rmse, count } = coefficientFit([
      coefficientSums(
        training(
          energy,
          energy.map((_, i) => (i < 30 ? 1 : 2)),
        ),
      ),
    ]);
    expect(differences([coefficients[0], coefficients[1], coefficients[2]], [0.9, 0.8, 0.85])).toEqual([]);
    expect(count).toBe(60);
    expect(rSquared).toBeCloseTo(1, 9);
    expect(rmse).toBeLessThan(1e-4);
  });

  test('says by how much it misses: the root mean square of what is left', () => {
    const energy = Array.from({ length: 40 }, (_, i) => 0.9 * nominal(i) + (i % 2 === 0 ? 6 : -6));
    const { coefficients, rmse, rSquared } = coefficientFit([coefficientSums(training(energy, new Array(40).fill(6)))]);
    const k = coefficients[5] ?? Number.NaN;
    const left = energy.map((value, i) => value - k * nominal(i));
    expect(rmse).toBeCloseTo(Math.sqrt(left.reduce((sum, value) => sum + value * value, 0) / 40), 9);
    const mean = energy.reduce((sum, value) => sum + value, 0) / 40;
    const spread = energy.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    expect(rSquared).toBeCloseTo(1 - (40 * rmse * rmse) / spread, 9);
  });

  test('of several devices is that of all their intervals together', () => {
    const months = Array.from({ length: 100 }, (_, i) => 1 + (i % 3));
    fc.assert(
      fc.property(fc.array(fc.double({ min: 1, max: 500, noNaN: true }), { minLength: 100, maxLength: 100 }), (energy) => {
        const whole = coefficientFit([coefficientSums(training(energy, months))]);
        const halves = [0, 50].map((from) => coefficientSums(training(energy.slice(from, from + 50), months.slice(from, from + 50))));
        const together = coefficientFit(halves);
        for (let month = 0; month < 12; month++)
          expect(together.coefficients[month]).toBeCloseTo(whole.coefficients[month] ?? Number.NaN, 9);
        expect(together.rSquared).toBeCloseTo(whole.rSquared, 6);
      }),
    );
  });

  test('without intervals, or without any spread, does not praise itself', () => {
    const nothing = coefficientFit([]);
    expect([...nothing.coefficients].every(Number.isNaN)).toBe(true);
    expect([nothing.rSquared, nothing.rmse]).toEqual([Number.NaN, Number.NaN]);
    const level = { ...training(new Array(30).fill(440), new Array(30).fill(6)), nominalEnergy: new Float64Array(30).fill(500) };
    expect(coefficientFit([coefficientSums(level)])).toMatchObject({ rSquared: Number.NaN, rmse: expect.closeTo(0, 6) });
  });
});

describe('budget', () => {
  test('is spread by weight', () => {
    expect(differences(spreadBudget(1560, column(5, 5.2, 5.4)), [500, 520, 540])).toEqual([]);
  });

  test('adds up to the month again', () => {
    const weights = fc.array(fc.double({ min: 0, max: 1000, noNaN: true }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e7, noNaN: true }), weights, (energy, list) => {
        const total = spreadBudget(energy, Float64Array.from(list)).reduce((sum, part) => sum + part, 0);
        expect(Math.abs(total - energy)).toBeLessThanOrEqual(energy * 2 ** -50);
      }),
    );
  });

  test('is spread by weights next to nothing, too', () => {
    expect(spreadBudget(6, column(Number.MIN_VALUE, 0, Number.MIN_VALUE))).toEqual(column(3, 0, 3));
  });

  test('of a month without sun is spread evenly, and no budget stays no budget', () => {
    expect(spreadBudget(6, column(0, 0, 0))).toEqual(column(2, 2, 2));
    expect(spreadBudget(_, column(1, 2))).toEqual(column(_, _));
  });

  test('is corrected for the weather that came', () => {
    expect(weatherAdjustedBudget(5000, 162, 150)).toBeCloseTo(5400, 9);
    expect(weatherAdjustedBudget(5000, 162, _)).toBeNaN();
  });
});

test('capacity factor counts every hour', () => {
  expect(differences(capacityFactor(2591, 800, 24), 0.134948, printed(6))).toEqual([]);
  expect(differences(capacityFactor(1_234_500, 20_000, 744), 0.082964, printed(6))).toEqual([]);
  expect(capacityFactor(1, 0, 24)).toBeNaN();
});
