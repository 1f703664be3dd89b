import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FleetRule, fleetValue, fleetValuesPerCurrency, type MetricPart, metricChange } from './fleet-value.ts';

const MISSING = Number.NaN;
const SUM: FleetRule = { aggregation: 'sum' };
const PERCENT: FleetRule = { aggregation: 'ratio', scale: { factor: 100, offset: 0 } };
const DEVIATION: FleetRule = { aggregation: 'ratio', scale: { factor: 100, offset: -1 } };

function part(numerator: number, values: Partial<MetricPart> = {}): MetricPart {
  return { numerator, denominator: MISSING, capacity: 1000, currency: null, reason: null, ...values };
}
const ratio = (numerator: number, denominator: number, values: Partial<MetricPart> = {}) => part(numerator, { denominator, ...values });

describe('a ratio of a fleet', () => {
  test('divides sums and is never a mean of ratios', () => {
    const fleet = fleetValue(PERCENT, [ratio(4200, 5000), ratio(1700, 2300)]);
    expect(fleet).toMatchObject({ numerator: 5900, denominator: 7300, have: 2, of: 2, isPartial: false, reason: null });
    expect(fleet.value).toBeCloseTo(80.821918, 6);
    const change = metricChange(fleet.value, 82, true);
    expect(change.kind).toBe('points');
    expect(change.amount).toBeCloseTo(-1.178082, 6);
  });

  test('weighs capacity factors by rating and hours', () => {
    const sites = [ratio(2591, 800 * 24), ratio(1_234_500, 20_000 * 744)];
    expect(sites.map((site) => fleetValue(PERCENT, [site]).value)).toEqual([expect.closeTo(13.494792, 6), expect.closeTo(8.296371, 6)]);
    expect(fleetValue(PERCENT, sites).value).toBeCloseTo(8.30307, 6);
  });

  test('weighs availability by rating-hours and by energy', () => {
    expect(fleetValue(PERCENT, [ratio(700_000, 710_000), ratio(1_950_000, 2_100_000)]).value).toBeCloseTo(94.30605, 6);
    expect(fleetValue(PERCENT, [ratio(1000, 1042), ratio(3000, 3090)]).value).toBeCloseTo(96.805421, 6);
  });

  test('counts the time of a turbine without failures', () => {
    const between: FleetRule = { aggregation: 'ratio' };
    expect(fleetValue(between, [ratio(700, 2), ratio(690, 1)]).value).toBeCloseTo(463.333333, 6);
    expect(fleetValue(between, [ratio(10, 2), ratio(30, 1)]).value).toBeCloseTo(13.333333, 6);
    const without = ratio(610, 0, { reason: 'noFailures' });
    expect(fleetValue(between, [without])).toMatchObject({ value: MISSING, reason: 'noFailures' });
    expect(fleetValue(between, [ratio(700, 2), ratio(690, 1), without])).toMatchObject({ value: 2000 / 3, have: 3, reason: null });
  });

  test('divides cycles of batteries by twice their rated energy', () => {
    const sites = [ratio(5200 + 4420, 2 * 4000), ratio(100 + 86, 2 * 50)];
    expect(sites.map((site) => fleetValue({ aggregation: 'ratio' }, [site]).value)).toEqual([1.2025, 1.86]);
    expect(fleetValue({ aggregation: 'ratio' }, sites).value).toBeCloseTo(1.210617, 6);
  });
});

describe('a sum of a fleet', () => {
  const MWH = 1000;
  const budget = [
    part(520 * MWH, { capacity: 10_000 }),
    part(MISSING, { capacity: 5000, reason: 'noBudget' }),
    part(200 * MWH, { capacity: 3000 }),
  ];

  test('says how many sites it is of, and why not of all', () => {
    expect(fleetValue(SUM, budget)).toMatchObject({ value: 720 * MWH, have: 2, of: 3, isPartial: true, reason: 'noBudget' });
  });

  test('is compared over the sites that have both values', () => {
    const sites = [
      ratio(500, 520, { capacity: 10_000 }),
      ratio(300, MISSING, { capacity: 5000, reason: 'noBudget' }),
      ratio(210, 200, { capacity: 3000 }),
    ];
    expect(sites.map((site) => fleetValue(DEVIATION, [site]).value)).toEqual([expect.closeTo(-3.846154, 6), MISSING, expect.closeTo(5, 9)]);
    expect(fleetValue(DEVIATION, sites)).toMatchObject({
      value: expect.closeTo(-1.388889, 6),
      numerator: 710,
      denominator: 720,
      have: 2,
      of: 3,
      isPartial: true,
      reason: 'noBudget',
    });
  });

  test('is partial below nine tenths of the capacity and missing below half of it', () => {
    const [a, b, c] = [part(500, { capacity: 10 }), part(300, { capacity: 5 }), part(210, { capacity: 3 })];
    const silent = { numerator: MISSING, reason: 'noData' };
    const withoutB = fleetValue(SUM, [a, { ...b, ...silent }, c]);
    expect(withoutB).toMatchObject({ value: 710, have: 2, of: 3, isPartial: true, reason: 'noData' });
    expect(withoutB.coverage).toBeCloseTo(0.722222, 6);
    const withoutA = fleetValue(SUM, [{ ...a, ...silent }, b, c]);
    expect(withoutA).toMatchObject({ value: MISSING, isPartial: false, reason: 'incomplete' });
    expect(withoutA.coverage).toBeCloseTo(0.444444, 6);
  });

  test('leaves a site without a CO2 factor out and says so', () => {
    const tonnes = [part(48, { capacity: 60 }), part(4, { capacity: 40 }), part(MISSING, { capacity: 40, reason: 'noFactor' })];
    expect(fleetValue(SUM, tonnes)).toMatchObject({ value: 52, have: 2, of: 3, reason: 'noFactor' });
  });

  test('has the reason of its sites when no site has a value, and is never 0', () => {
    expect(fleetValue(SUM, [part(MISSING, { reason: 'noData' })])).toMatchObject({ value: MISSING, numerator: MISSING, reason: 'noData' });
    expect(fleetValue(SUM, [])).toMatchObject({ value: MISSING, coverage: 0, have: 0, of: 0 });
  });
});

describe('money of a fleet', () => {
  const sites = [
    part(6000, { currency: 'EUR' }),
    part(5000, { currency: 'USD' }),
    part(MISSING, { currency: 'EUR', reason: 'noPrice' }),
    part(-200, { currency: 'EUR' }),
  ];

  test('has one value per currency', () => {
    const values = fleetValuesPerCurrency(SUM, sites);
    expect(values.map(({ currency, value, have, of }) => [currency, value, have, of])).toEqual([
      ['EUR', 5800, 2, 3],
      ['USD', 5000, 1, 1],
    ]);
    expect(values.map(({ reason }) => reason)).toEqual(['noPrice', null]);
  });

  test('stays however little of the capacity has a price, and is missing only without any', () => {
    const large = part(MISSING, { currency: 'EUR', capacity: 1e6, reason: 'noPrice' });
    expect(fleetValuesPerCurrency(SUM, [...sites, large])[0]).toMatchObject({ currency: 'EUR', value: 5800, isPartial: true });
    expect(fleetValuesPerCurrency(SUM, [large])).toMatchObject([{ value: MISSING, reason: 'noPrice' }]);
  });

  test('is ordered by the capacity behind it, sites of an unknown currency last', () => {
    const values = fleetValuesPerCurrency(SUM, [
      part(1, { currency: null, capacity: 9e9 }),
      part(2, { currency: 'SEK', capacity: 10 }),
      part(3, { currency: 'INR', capacity: 20 }),
    ]);
    expect(values.map(({ currency }) => currency)).toEqual(['INR', 'SEK', null]);
  });
});

describe('local days of two zones', () => {
  test('count the hours each of them has', () => {
    const day = (hours: number) => [ratio(600 * hours, 1000 * hours), ratio(100 * 24, 200 * 24, { capacity: 200 })];
    expect([24, 23].map((hours) => fleetValue(SUM, day(hours)).value)).toEqual([16_800, 16_200]);
    expect([24, 23].map((hours) => fleetValue(PERCENT, day(hours)).value)).toEqual([
      expect.closeTo(58.333333, 6),
      expect.closeTo(58.273381, 6),
    ]);
  });

  test('are compared day against day', () => {
    expect(metricChange(13_800, 14_400, false)).toEqual({ kind: 'percent', amount: expect.closeTo(-4.166667, 6) });
    expect(metricChange(60, 60, true)).toEqual({ kind: 'points', amount: 0 });
    expect(metricChange(12, 0, false)).toEqual({ kind: 'unit', amount: 12 });
    expect(metricChange(5, -10, false)).toEqual({ kind: 'percent', amount: 150 });
    expect(metricChange(MISSING, 10, false).amount).toBeNaN();
  });
});

test('what is not defined for several devices is that of a single one', () => {
  const own: FleetRule = { aggregation: 'none' };
  expect(fleetValue(own, [part(81)])).toMatchObject({ value: 81, reason: null });
  expect(fleetValue(own, [part(81), part(40)])).toMatchObject({ value: MISSING, reason: 'notAggregable' });
});

test('a mean leaves missing sites out, a weighted one counts capacity, and the oldest age holds', () => {
  const sites = [part(10, { capacity: 30 }), part(20, { capacity: 10 }), part(MISSING, { capacity: 1, reason: 'never' })];
  const by = (aggregation: FleetRule['aggregation']) => fleetValue({ aggregation }, sites).value;
  expect([by('mean'), by('weightedMean'), by('oldest')]).toEqual([15, 12.5, 20]);
});

const amount = fc.integer({ min: -1_000_000, max: 1_000_000 });
const weight = fc.integer({ min: 1, max: 1_000_000 });

test('a sum of a fleet is the sum over its sites, in any order and in any grouping', () => {
  fc.assert(
    fc.property(fc.array(amount, { minLength: 2, maxLength: 40 }), fc.nat(), (amounts, at) => {
      const parts = amounts.map((value) => part(value));
      const cut = 1 + (at % (parts.length - 1));
      const groups = [parts.slice(0, cut), parts.slice(cut)].map((group) => fleetValue(SUM, group).value);
      const whole = fleetValue(SUM, parts).value;
      expect(whole).toBe(amounts.reduce((sum, value) => sum + value, 0));
      expect((groups[0] ?? MISSING) + (groups[1] ?? MISSING)).toBe(whole);
      expect(fleetValue(SUM, parts.toReversed()).value).toBe(whole);
    }),
  );
});

test('the ratio of one site is its own, and that of a fleet lies between those of its sites', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(amount, weight), { minLength: 1, maxLength: 40 }), (pairs) => {
      const own = pairs.map(([over, under]) => fleetValue(PERCENT, [ratio(over, under)]).value);
      expect(own).toEqual(pairs.map(([over, under]) => 100 * (over / under)));
      const { value } = fleetValue(
        PERCENT,
        pairs.map(([over, under]) => ratio(over, under)),
      );
      const tolerance = 1e-9 * Math.max(1, ...own.map(Math.abs));
      expect(value).toBeGreaterThanOrEqual(Math.min(...own) - tolerance);
      expect(value).toBeLessThanOrEqual(Math.max(...own) + tolerance);
    }),
  );
});
