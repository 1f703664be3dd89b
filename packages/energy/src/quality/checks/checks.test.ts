import { median } from '@solvane/series/quantile';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { standardPressure } from '../../weather/standard-atmosphere.ts';
import { QUALITY_FLAGS } from '../flags.ts';
import { flagClearSkyHigh, flagClearSkyLow } from './clear-sky.ts';
import { flagOutOfConsensus } from './consensus.ts';
import { type FlatlineOptions, flagFlatline, flagFlatlineInteger } from './flatline.ts';
import { flagGradient } from './gradient.ts';
import { flagHighPerformanceRatio } from './performance-ratio.ts';
import { flagPlaneConsensus, percentOfConsensus, planeDays } from './plane-consensus.ts';
import { flagLowCounts, flagManual, flagMissing } from './presence.ts';
import { flagAboveMax, flagBelowMin, flagHighPressure, flagLowPressure } from './range.ts';

const MISSING = Number.NaN;
const column = (...values: number[]) => Float64Array.from(values);
const ANYWHERE = { ignoreBelow: MISSING, ignoreAbove: MISSING };

/** 1 where a check set its bit. */
function marks(length: number, bit: number, check: (flags: Int32Array) => void): number[] {
  const flags = new Int32Array(length);
  check(flags);
  expect([...flags].every((bits) => (bits & ~bit) === 0)).toBe(true);
  return [...flags].map((bits) => (bits === 0 ? 0 : 1));
}

describe('presence', () => {
  test('a value that is no finite number is missing', () => {
    const values = column(1, MISSING, Number.POSITIVE_INFINITY, 0, Number.NEGATIVE_INFINITY);
    expect(marks(5, QUALITY_FLAGS.MISSING, (flags) => flagMissing(values, flags))).toEqual([0, 1, 1, 0, 1]);
  });

  test('what a user declared invalid is invalid', () => {
    expect(marks(3, QUALITY_FLAGS.MANUAL_INVALID, (flags) => flagManual(Uint8Array.of(0, 1, 0), flags))).toEqual([0, 1, 0]);
  });

  test('280 of 600 samples are too few; an unknown count is not', () => {
    const check = (flags: Int32Array) => flagLowCounts(column(280, 300, MISSING), { expectedCount: 600, minFraction: 0.5 }, flags);
    expect(marks(3, QUALITY_FLAGS.LOW_COUNTS, check)).toEqual([1, 0, 0]);
  });

  test('checks add to what others found', () => {
    const flags = Int32Array.of(QUALITY_FLAGS.FLATLINE);
    flagMissing(column(MISSING), flags);
    expect(flags[0]).toBe(QUALITY_FLAGS.FLATLINE | QUALITY_FLAGS.MISSING);
  });
});

describe('range', () => {
  test('limits themselves are good, missing is neither below nor above', () => {
    const values = column(-5.1, -5, 1500, 1500.1, MISSING);
    expect(marks(5, QUALITY_FLAGS.BELOW_MIN, (flags) => flagBelowMin(values, -5, flags))).toEqual([1, 0, 0, 0, 0]);
    expect(marks(5, QUALITY_FLAGS.ABOVE_MAX, (flags) => flagAboveMax(values, 1500, flags))).toEqual([0, 0, 0, 1, 0]);
    expect(marks(5, QUALITY_FLAGS.ABOVE_MAX, (flags) => flagAboveMax(values, MISSING, flags))).toEqual([0, 0, 0, 0, 0]);
  });

  test('pressure is judged by the altitude', () => {
    expect(standardPressure(500)).toBeCloseTo(954.608, 3);
    expect(1015 / standardPressure(500)).toBeCloseTo(1.06326, 5);
    expect(740 / standardPressure(1500)).toBeCloseTo(0.87516, 5);
    expect(marks(2, QUALITY_FLAGS.BARO_HIGH, (flags) => flagHighPressure(column(1015, 1025), { altitude: 500, max: 1.07 }, flags))).toEqual(
      [0, 1],
    );
    expect(marks(2, QUALITY_FLAGS.BARO_LOW, (flags) => flagLowPressure(column(740, 765), { altitude: 1500, min: 0.9 }, flags))).toEqual([
      1, 0,
    ]);
    expect(marks(1, QUALITY_FLAGS.BARO_LOW, (flags) => flagLowPressure(column(1), { altitude: MISSING, min: 0.9 }, flags))).toEqual([0]);
  });
});

describe('a flat line', () => {
  const flat = (values: Float64Array, options: Partial<FlatlineOptions> = {}) =>
    marks(values.length, QUALITY_FLAGS.FLATLINE, (flags) =>
      flagFlatline(values, { minLength: 6, tolerance: 0, ...ANYWHERE, ...options }, flags),
    );

  test('of an hour is marked from its first value on, a shorter one not at all', () => {
    expect(flat(column(21.3, 21.4, 21.4, 21.4, 21.4, 21.4, 21.4, 21.5, 21.4))).toEqual([0, 1, 1, 1, 1, 1, 1, 0, 0]);
    expect(flat(column(21.3, 21.4, 21.4, 21.4, 21.4, 21.4, 21.5, 21.4))).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });

  test('may move within the tolerance, rounding errors included', () => {
    expect(flat(column(1.01, 1.02, 1.01, 1.02, 1.01, 1.02), { tolerance: 0.01 })).toEqual([1, 1, 1, 1, 1, 1]);
    expect(flat(column(1.01, 1.03, 1.01, 1.02, 1.01, 1.02), { tolerance: 0.01 })).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('that was given up is looked for again from its second value', () => {
    // Slowly rising: the run from the first value breaks, the one from the second lasts.
    expect(flat(column(0, 0.5, 1, 1, 1, 1, 1.4), { tolerance: 0.9 })).toEqual([0, 1, 1, 1, 1, 1, 1]);
  });

  test('ends at a missing value and where the signal may rest', () => {
    expect(flat(column(3, 3, 3, MISSING, 3, 3, 3))).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(flat(column(0, 0, 0, 0, 0, 0, 0), { ignoreBelow: 5 })).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(flat(column(99, 99, 99, 99, 99, 99), { ignoreAbove: 97 })).toEqual([0, 0, 0, 0, 0, 0]);
    expect(flat(column(5, 5, 5, 5, 5, 5, 5), { ignore: Uint8Array.of(0, 0, 0, 1, 0, 0, 0) })).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  test('of whole numbers sees through a dither', () => {
    const values = column(12.2, 12.4, 11.9, 12.1, 11.6, 12.3, 13.2);
    const check = (flags: Int32Array) => flagFlatlineInteger(values, { minLength: 6, ...ANYWHERE }, flags);
    expect(marks(7, QUALITY_FLAGS.FLATLINE_INTEGER, check)).toEqual([1, 1, 1, 1, 1, 1, 0]);
    const resting = (flags: Int32Array) => flagFlatlineInteger(values, { minLength: 6, ignoreBelow: 12, ignoreAbove: MISSING }, flags);
    expect(marks(7, QUALITY_FLAGS.FLATLINE_INTEGER, resting)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  test('marks only ranges that are long enough and within the tolerance', () => {
    const walk = fc.array(
      fc.oneof({ weight: 6, arbitrary: fc.integer({ min: -1, max: 1 }) }, { weight: 1, arbitrary: fc.constant(MISSING) }),
      { maxLength: 80 },
    );
    fc.assert(
      fc.property(walk, fc.integer({ min: 0, max: 2 }), fc.integer({ min: 2, max: 8 }), (steps, tolerance, minLength) => {
        const values = Float64Array.from(steps);
        const marked = flat(values, { tolerance, minLength });
        for (let i = 0; i < values.length; i++) {
          const range = values.slice(i, i + minLength);
          const spread = Math.max(...range) - Math.min(...range);
          // Whatever is flat for long enough is found, at least from its first value on.
          if (range.length === minLength && spread <= tolerance) expect(marked[i]).toBe(1);
          if (Number.isNaN(values[i])) expect(marked[i]).toBe(0);
        }
      }),
    );
  });
});

describe('a change', () => {
  const values = column(10, 10.5, 25, 11, 11.2, 18, 18.3);
  const marked = (mode: 'spike' | 'step', of = values) =>
    marks(of.length, QUALITY_FLAGS.GRADIENT, (flags) => flagGradient(of, { maxStep: 5, mode }, flags));

  test('away and back again is a spike', () => {
    expect(marked('spike')).toEqual([0, 0, 1, 0, 0, 0, 0]);
  });

  test('of any kind is a step', () => {
    expect(marked('step')).toEqual([0, 0, 1, 1, 0, 1, 0]);
  });

  test('next to a gap is no spike', () => {
    expect(marked('spike', column(10, MISSING, 25, 11, 25))).toEqual([0, 0, 0, 1, 0]);
    expect(marked('spike', column())).toEqual([]);
  });
});

describe('the clear sky', () => {
  const elevation = column(40, 40, 40, 3);
  const clearSky = column(620, 620, 620, 620);

  test('of 620 W/m² allows 835 W/m², and nothing is judged near the horizon', () => {
    const columns = { irradiance: column(835, 835.1, MISSING, 2000), clearSky, elevation };
    const check = (flags: Int32Array) => flagClearSkyHigh(columns, { factor: 1.25, offset: 60, minElevation: 5 }, flags);
    expect(marks(4, QUALITY_FLAGS.CLEARSKY_HIGH, check)).toEqual([0, 1, 0, 0]);
  });

  test('of 620 W/m² wants 12.4 W/m², for a whole range', () => {
    const irradiance = column(12.3, 12.3, 12.4, 12.3, 12.3, 12.3, 12.4);
    const columns = { irradiance, clearSky: irradiance.map(() => 620), elevation: irradiance.map(() => 40) };
    const check = (flags: Int32Array) => flagClearSkyLow(columns, { factor: 0.02, minElevation: 10, minLength: 3 }, flags);
    expect(marks(7, QUALITY_FLAGS.CLEARSKY_LOW, check)).toEqual([0, 0, 0, 1, 1, 1, 0]);
  });

  test('is not asked for at night, and a gap interrupts the range', () => {
    const columns = { irradiance: column(0, 0, MISSING, 0), clearSky, elevation: column(40, 40, 40, -5) };
    const check = (flags: Int32Array) => flagClearSkyLow(columns, { factor: 0.02, minElevation: 10, minLength: 3 }, flags);
    expect(marks(4, QUALITY_FLAGS.CLEARSKY_LOW, check)).toEqual([0, 0, 0, 0]);
  });

  test('belongs to the same intervals', () => {
    expect(() =>
      flagClearSkyHigh({ irradiance: column(1), clearSky, elevation }, { factor: 1, offset: 0, minElevation: 0 }, new Int32Array(1)),
    ).toThrow(RangeError);
  });
});

describe('consensus', () => {
  const options = { minPeers: 2, relTol: 0.1, absTol: 50, ofCapacity: false };
  const judged = (values: number[][], extra = {}, scales: number[] = []) => {
    const members = values.map((own, k) => ({ values: column(...own), scale: scales[k] ?? 1, flags: new Int32Array(own.length) }));
    flagOutOfConsensus(members, { ...options, ...extra });
    return members.map(({ flags }) => [...flags].map((bits) => (bits === QUALITY_FLAGS.CONSENSUS ? 1 : 0)));
  };

  test('of 812, 798 and 805 W/m² is 805: 700 is too far, 735 is not', () => {
    expect(judged([[700], [812], [798], [805]])[0]).toEqual([1]);
    expect(judged([[735], [812], [798], [805]])[0]).toEqual([0]);
  });

  test('needs peers with values', () => {
    expect(judged([[700], [812], [MISSING]])).toEqual([[0], [0], [0]]);
  });

  test('of power is one of shares of the rating', () => {
    expect(judged([[300], [1200], [610], [590]], { absTol: 0.1, ofCapacity: true }, [1000, 2000, 1000, 1000])).toEqual([
      [1],
      [0],
      [0],
      [0],
    ]);
  });

  test('looks at members that are not judged', () => {
    const flags = new Int32Array(1);
    const silent = [812, 798, 805].map((value) => ({ values: column(value), scale: 1 }));
    flagOutOfConsensus([{ values: column(700), scale: 1, flags }, ...silent], options);
    expect(flags[0]).toBe(QUALITY_FLAGS.CONSENSUS);
  });

  test('compares each with the median of the others, however many there are', () => {
    const group = fc.array(
      fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 0, max: 300 }) }, { weight: 1, arbitrary: fc.constant(MISSING) }),
      { minLength: 1, maxLength: 60 },
    );
    fc.assert(
      fc.property(group, (values) => {
        const found = judged(values.map((value) => [value]));
        for (const [k, own] of values.entries()) {
          const others = values.filter((value, j) => j !== k && !Number.isNaN(value));
          const middle = median(Float64Array.from(others));
          const isFar = others.length >= 2 && Math.abs(own - middle) > Math.max(50, 0.1 * middle) + 1e-9;
          expect(found[k]).toEqual([isFar ? 1 : 0]);
        }
      }),
    );
  });
});

describe('planes of array', () => {
  const days = Int32Array.of(1, 1, 2, 2);

  test('are compared by the day over intervals in which all see sun', () => {
    const sums = planeDays({ own: column(500, 40, 600, 600), peers: [column(550, 500, 650, 60), column(560, 500, 650, MISSING)], days });
    expect(sums).toEqual(
      new Map([
        [1, { own: 500, consensus: 555 }],
        [2, { own: 600, consensus: 650 }],
      ]),
    );
  });

  test('5.12 of 5.55 kWh/m² are 92.252 %, more than 5 % away', () => {
    const sums = new Map([
      [1, { own: 5.12, consensus: 5.55 }],
      [2, { own: 5.4, consensus: 5.55 }],
    ]);
    expect(percentOfConsensus(sums, 1, 1)).toBeCloseTo(92.252, 3);
    const check = (flags: Int32Array) => flagPlaneConsensus(sums, days, { windowDays: 1, tolerancePercent: 5 }, flags);
    expect(marks(4, QUALITY_FLAGS.POA_CONSENSUS, check)).toEqual([1, 1, 0, 0]);
  });

  test('are judged over a window of days when asked', () => {
    const sums = new Map([
      [0, { own: 50, consensus: 50 }],
      [1, { own: 46, consensus: 50 }],
    ]);
    const over = (windowDays: number) =>
      marks(4, QUALITY_FLAGS.POA_CONSENSUS, (flags) => flagPlaneConsensus(sums, days, { windowDays, tolerancePercent: 5 }, flags));
    expect(over(1)).toEqual([1, 1, 0, 0]);
    expect(over(2)).toEqual([0, 0, 0, 0]);
  });
});

describe('the performance ratio', () => {
  const limit = { maxPr: 1.1, minIrradiance: 200 };

  test('900 kW of 1000 kW need more than 760 W/m²', () => {
    const check = (flags: Int32Array) =>
      flagHighPerformanceRatio(column(760, 900, 150, MISSING), [{ power: column(900, 900, 900, 900), capacityDc: 1000 }], limit, flags);
    expect(marks(4, QUALITY_FLAGS.PR_HIGH, check)).toEqual([1, 0, 0, 0]);
  });

  test('counts the inverters that have a value, and says nothing when none has', () => {
    const inverters = [
      { power: column(900, MISSING), capacityDc: 1000 },
      { power: column(MISSING, MISSING), capacityDc: 9000 },
      { power: column(1, 1), capacityDc: MISSING },
    ];
    expect(marks(2, QUALITY_FLAGS.PR_HIGH, (flags) => flagHighPerformanceRatio(column(760, 760), inverters, limit, flags))).toEqual([1, 0]);
  });
});
