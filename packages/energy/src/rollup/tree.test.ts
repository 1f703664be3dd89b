import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sitePower } from './site-power.ts';
import { meanOfState, stateOfMostTime } from './state-time.ts';
import { aggregateChildren, isPartialCoverage, ratioOfSums } from './tree.ts';

const MISSING = Number.NaN;
const column = (...values: number[]) => Float64Array.from(values);
const child = (capacity: number, ...values: number[]) => ({ capacity, values: column(...values) });

describe('a parent', () => {
  test('sums what its children report, marked where a quarter of the capacity is silent', () => {
    const { values, coverage } = aggregateChildren('sum', [child(1000, 800), child(500, 380), child(500, MISSING)]);
    expect([values[0], coverage[0]]).toEqual([1180, 0.75]);
    expect(isPartialCoverage(0.75)).toBe(true);
    expect(isPartialCoverage(0.9)).toBe(false);
  });

  test('has no sum when more than half of the capacity is silent', () => {
    expect(aggregateChildren('sum', [child(1000, MISSING), child(500, 380)]).values[0]).toBeNaN();
    expect(aggregateChildren('sum', [child(500, MISSING), child(500, 380)]).values[0]).toBe(380);
  });

  test('weighs by capacity, and counts a child of unknown capacity like the others', () => {
    expect(aggregateChildren('cap', [child(1000, 0.9), child(500, 0.6)]).values[0]).toBeCloseTo(0.8, 12);
    expect(aggregateChildren('cap', [child(1000, 1), child(MISSING, 0)]).values[0]).toBe(0.5);
    expect(aggregateChildren('cap', [child(MISSING, 1), child(MISSING, 0)]).values[0]).toBe(0.5);
    expect(aggregateChildren('sum', [child(0, 7), child(0, 5)])).toEqual({ values: column(12), coverage: column(1) });
    expect(aggregateChildren('cap', [child(30, 1), child(10, 0), child(0, 0)]).values[0]).toBe(0.5);
  });

  test('has mean, extremes and direction of its children', () => {
    const children = [child(1, 350), child(1, 20), child(1, MISSING)];
    expect(aggregateChildren('avg', children).values[0]).toBe(185);
    expect(aggregateChildren('min', children).values[0]).toBe(20);
    expect(aggregateChildren('max', children).values[0]).toBe(350);
    expect(aggregateChildren('circ', children).values[0]).toBeCloseTo(5, 9);
    expect(aggregateChildren('none', children).values[0]).toBeNaN();
  });

  test('without children or values has no value', () => {
    expect(aggregateChildren('sum', []).values).toHaveLength(0);
    for (const rule of ['sum', 'avg', 'cap', 'min', 'max', 'circ'] as const) {
      expect(aggregateChildren(rule, [child(1, MISSING)]).values[0], rule).toBeNaN();
    }
  });

  test('does not make ratios of single values', () => {
    expect(() => aggregateChildren('ratio', [child(1, 1)])).toThrow(RangeError);
  });

  test('has the same value in whatever order the children come', () => {
    const children = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 100 }), fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.constant(MISSING))),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(children, fc.constantFrom('sum', 'avg', 'cap', 'min', 'max'), (list, rule) => {
        const forward = aggregateChildren(
          rule,
          list.map(([capacity, value]) => child(capacity, value)),
        );
        const backward = aggregateChildren(
          rule,
          list.reverse().map(([capacity, value]) => child(capacity, value)),
        );
        const [there = 0, back = 0] = [forward.values[0], backward.values[0]];
        expect(Object.is(back, there) || Math.abs(back - there) < 1e-9).toBe(true);
        expect(backward.coverage[0]).toBeCloseTo(forward.coverage[0] ?? 0, 12);
      }),
    );
  });
});

test('a ratio of a plant is the ratio of its sums, not the mean of ratios', () => {
  const ratio = ratioOfSums([
    { numerator: column(4200, 1), denominator: column(5000, MISSING) },
    { numerator: column(1700, 1), denominator: column(2300, 0) },
  ]);
  expect(ratio[0]).toBeCloseTo(0.808219, 6);
  expect(ratio[1]).toBeNaN();
  const half = { numerator: column(3), denominator: column(MISSING) };
  expect(ratioOfSums([half, { numerator: column(1), denominator: column(2) }])[0]).toBe(0.5);
});

describe('power of a site', () => {
  const generators = [child(600, 100, 100, -10, MISSING), child(400, 50, MISSING, -5, MISSING)];

  test('is the grid meter, else the main meter, else the generators less losses', () => {
    const { power, isFallback, isPartial } = sitePower({
      pcc: column(140, MISSING, MISSING, MISSING),
      mainMeter: column(141, MISSING, MISSING, MISSING),
      generators,
      collectionLoss: 0.02,
    });
    expect(power[0]).toBe(140);
    expect(power[1]).toBeCloseTo(98, 12);
    expect(power[2]).toBeCloseTo(-15 / 0.98, 12);
    expect(power[3]).toBeNaN();
    expect([...isFallback]).toEqual([0, 1, 1, 0]);
    expect([...isPartial]).toEqual([0, 1, 0, 0]);
  });

  test('takes the main meter where the grid meter is silent', () => {
    expect(sitePower({ pcc: column(MISSING), mainMeter: column(7), generators: [], collectionLoss: 0.02 }).power[0]).toBe(7);
  });
});

describe('states', () => {
  const minutes = (...values: number[]) => column(...values).map((minute) => minute * 60_000);

  test('weigh by the time they hold', () => {
    expect(meanOfState({ timesMs: minutes(0, 7, 25), values: column(10, 30, 20) }, { startMs: 0, endMs: 3_600_000 })).toBeCloseTo(
      21.833333,
      6,
    );
  });

  test('in force at the start are carried in; unknown time does not count', () => {
    const changes = { timesMs: minutes(-60, 30), values: column(1, MISSING) };
    expect(meanOfState(changes, { startMs: 0, endMs: 3_600_000 })).toBe(1);
    expect(meanOfState({ timesMs: minutes(90), values: column(1) }, { startMs: 0, endMs: 3_600_000 })).toBeNaN();
  });

  test('of a bucket are the one with most time', () => {
    const grid = { startMs: 0, stepMs: 600_000, count: 9 };
    const states = column(3, 3, 6, MISSING, 6, 6, 3, 4, MISSING);
    expect([...stateOfMostTime(states, grid, column(0, 3_600_000, 5_400_000, 7_200_000))]).toEqual([6, 3, MISSING]);
    expect([...stateOfMostTime(column(6, 3, 3, 6), { ...grid, count: 4 }, column(0, 2_400_000))]).toEqual([3]);
    expect(() => stateOfMostTime(column(1), grid, column(0, 1))).toThrow(RangeError);
  });
});
