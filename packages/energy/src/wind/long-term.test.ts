import { seededRandom } from '@solvane/series/seeded-random';
import { differences } from '@solvane/testing/differences';
import { describe, expect, test } from 'vitest';
import { type EnergyMonth, longTermEnergy, type ReferenceMonth } from './long-term-energy.ts';
import { predictedWind, windRelation } from './measure-correlate-predict.ts';
import { meanWindDirection, northedDirection, northingSegments } from './northing.ts';

const _ = Number.NaN;
const column = (...values: number[]) => Float64Array.from(values);

describe('annual energy in average wind', () => {
  /** Wind of a month: a season, and years that differ by some per cent. */
  const wind = (year: number, month: number) => 7 + 1.5 * Math.cos((2 * Math.PI * (month - 1)) / 12) + 0.4 * Math.sin(year * 1.7 + month);
  const reference: ReferenceMonth[] = Array.from({ length: 15 * 12 }, (__, i) => {
    const [year, month] = [2010 + Math.floor(i / 12), 1 + (i % 12)];
    return { year, month, windSpeed: wind(year, month) };
  });
  const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();
  /** Gross energy on a line, three per cent lost by downtime and one by curtailment. */
  const months: EnergyMonth[] = [2023, 2024].flatMap((year) =>
    Array.from({ length: 12 }, (__, at) => {
      const gross = ((400_000 * wind(year, at + 1) - 1_000_000) * daysIn(year, at + 1)) / 30;
      return { year, month: at + 1, net: gross * 0.96, availabilityLoss: gross * 0.03, curtailmentLoss: gross * 0.01 };
    }),
  );

  test('is read from the regression at the long-term wind', () => {
    const found = longTermEnergy({ months, references: [reference], meterUncertainty: 0, lossUncertainty: 0, longTermYears: [15, 15] });
    if (found.kind !== 'energy') throw new Error(found.reason);
    const [line] = found.regressions;
    expect(differences([line?.slope, line?.intercept, line?.r2], [400_000, -1_000_000, 1], { relative: 1e-6 })).toEqual([]);
    const gross = Array.from({ length: 12 }, (__, at) => {
      const own = reference.filter(({ month }) => month === at + 1);
      const average = own.reduce((sum, { windSpeed }) => sum + windSpeed, 0) / own.length;
      return ((400_000 * average - 1_000_000) * (at === 1 ? 28.25 : daysIn(2023, at + 1))) / 30;
    }).reduce((sum, energy) => sum + energy, 0);
    expect(differences(found.annual, gross * 0.96, { relative: 1e-6 })).toEqual([]);
    expect(differences([found.availabilityLoss, found.curtailmentLoss], [0.03, 0.01], { relative: 1e-6 })).toEqual([]);
    expect(found.deviation / found.annual).toBeLessThan(1e-9);
  });

  test('is as unsure as meter and losses are', () => {
    const found = longTermEnergy({ months, references: [reference], meterUncertainty: 0.02, longTermYears: [15, 15] });
    if (found.kind !== 'energy') throw new Error(found.reason);
    expect(differences(found.deviation / found.annual, 0.02, { absolute: 0.002 })).toEqual([]);
    expect(found.p99).toBeLessThan(found.p90);
    expect(differences((found.annual - found.p90) / found.deviation, 1.2816, { absolute: 0.12 })).toEqual([]);
    expect(longTermEnergy({ months, references: [reference], seed: 7 })).toEqual(
      longTermEnergy({ months, references: [reference], seed: 7 }),
    );
  });

  test('says what is missing', () => {
    expect(longTermEnergy({ months: months.slice(0, 8), references: [reference] })).toEqual({
      kind: 'insufficientData',
      reason: 'fewMonths',
    });
    expect(longTermEnergy({ months, references: [reference.filter(({ year }) => year < 2023)] })).toEqual({
      kind: 'insufficientData',
      reason: 'noCommonMonths',
    });
    const summers = reference.filter(({ month }) => month > 3 && month < 10);
    expect(longTermEnergy({ months, references: [summers] })).toEqual({ kind: 'insufficientData', reason: 'noLongTerm' });
  });
});

describe('measure, correlate, predict', () => {
  const random = seededRandom(3);
  const reference = Float64Array.from({ length: 6000 }, () => 3 + 12 * random());
  const direction = Float64Array.from({ length: 6000 }, () => 360 * random());
  const isNorth = (angle: number) => angle >= 345 || angle < 15;
  const site = reference.map((speed, i) => (isNorth(direction[i] ?? 0) ? 0.7 * speed : 1.1 * speed + 0.5));

  test('learns a line for each sector', () => {
    const relation = windRelation({ site, reference, direction, method: 'regression' });
    if (!relation) throw new Error('6,000 pairs are enough');
    expect(differences([relation.sectors[0]?.slope, relation.sectors[3]?.slope], [0.7, 1.1], { absolute: 1e-9 })).toEqual([]);
    expect(differences(predictedWind(relation, column(10, 10, _), column(0, 90, 90)), [7, 11.5, _], { absolute: 1e-9 })).toEqual([]);
    expect(predictedWind(relation, column(10), column(_))[0]).toBeNaN();
  });

  test('a sector with few pairs takes the line of all', () => {
    const rare = direction.map((angle, i) => (isNorth(angle) && i > 300 ? 90 : angle));
    const relation = windRelation({ site, reference, direction: rare, method: 'regression' });
    const all = windRelation({ site, reference, method: 'regression' });
    expect(relation?.sectors[0]?.slope).toBe(all?.sectors[0]?.slope);
    expect(relation?.sectors[0]?.pairCount).toBeLessThan(100);
  });

  test('the ratio of variances keeps the spread that regression narrows', () => {
    const noisy = reference.map((speed) => speed + 6 * (random() - 0.5));
    const spread = (values: Float64Array) => {
      const middle = values.reduce((sum, value) => sum + value, 0) / values.length;
      return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
    };
    const predicted = (method: 'regression' | 'varianceRatio') => {
      const relation = windRelation({ site: noisy, reference, method });
      if (!relation) throw new Error('6,000 pairs are enough');
      return predictedWind(relation, reference);
    };
    expect(differences(spread(predicted('varianceRatio')), spread(noisy), { relative: 0.005 })).toEqual([]);
    expect(spread(predicted('regression'))).toBeLessThan(spread(noisy) * 0.95);
  });

  test('needs a hundred pairs', () => {
    expect(windRelation({ site: site.slice(0, 99), reference: reference.slice(0, 99) })).toBeUndefined();
  });
});

describe('north of a turbine', () => {
  const random = seededRandom(11);
  const days = Float64Array.from({ length: 60 * 144 }, (__, i) => Math.floor(i / 144));
  const reference = days.map((__, i) => (200 + 150 * Math.sin(i / 700) + 720) % 360);
  const offsetOn = (day: number) => (day < 25 ? 170 : -120);
  const direction = reference.map((angle, i) => (angle - offsetOn(days[i] ?? 0) + 40 * (random() - 0.5) + 720) % 360);
  const selected = new Uint8Array(days.length).fill(1);

  test('is corrected for each period between resets, also across south', () => {
    const segments = northingSegments({ direction, reference, selected, days });
    expect(segments.map(({ firstDay, lastDay }) => [firstDay, lastDay])).toEqual([
      [0, 24],
      [25, 59],
    ]);
    expect(
      differences(
        segments.map(({ correction }) => correction),
        [170, -120],
        { absolute: 1.5 },
      ),
    ).toEqual([]);
    const northed = northedDirection(direction, days, segments);
    const worst = northed.reduce(
      (most, angle, i) => Math.max(most, Math.abs(((((angle - (reference[i] ?? 0)) % 360) + 540) % 360) - 180)),
      0,
    );
    expect(worst).toBeLessThan(23);
  });

  test('is unknown without wind', () => {
    expect(northingSegments({ direction, reference, selected: new Uint8Array(days.length), days })).toEqual([]);
    expect(northedDirection(column(10), column(1), [])[0]).toBeNaN();
  });

  test('mean wind direction is that of the mean wind', () => {
    expect(differences(meanWindDirection(column(0, 0, _), column(-5, -1, 3)), 0, { absolute: 1e-9 })).toEqual([]);
    expect(differences(meanWindDirection(column(5), column(0)), 270, { absolute: 1e-9 })).toEqual([]);
    expect(meanWindDirection(column(_), column(1))).toBeNaN();
  });
});
