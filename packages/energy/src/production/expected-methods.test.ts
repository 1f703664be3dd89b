import { differences, printed } from '@solvane/testing/differences';
import { describe, expect, test } from 'vitest';
import type { ConditionalCurve } from '../wind/curve-selection.ts';
import { neighbourPower } from '../wind/neighbour-power.ts';
import { GENERIC_2_MW_CURVE } from '../wind/power-curve.ts';
import {
  learnReferenceRatios,
  type RankedReference,
  referenceProblems,
  usableReference,
  valueFromReferences,
} from '../wind/reference-turbines.ts';
import type { CoefficientColumns } from './expected-coefficients.ts';
import { budgetShapedPower, firstExpected, orderedDischarge, satelliteShapedPower } from './expected-methods.ts';
import { expectedTurbinePower } from './expected-turbine-power.ts';

const column = (...values: number[]) => Float64Array.from(values);
const _ = Number.NaN;

describe('neighbours', () => {
  const neighbours = [
    { power: column(1500, 1500), ratedPower: 2000 },
    { power: column(1620, _), ratedPower: 2000 },
    { power: column(2300, _), ratedPower: 3000 },
  ];

  test('tell the power of a stopped turbine by their load', () => {
    expect(differences(neighbourPower({ neighbours, ratedPower: 2000 }), [1551.111111, _], printed(6))).toEqual([]);
    expect(differences(neighbourPower({ neighbours, ratedPower: 2000, average: 'median' }), [1533.333, _], printed(3))).toEqual([]);
  });
});

describe('reference turbines', () => {
  const repeat = (values: number[], count: number) =>
    Float64Array.from({ length: values.length * count }, (__, i) => values[i % values.length] ?? _);
  const pairs = { own: repeat([820, 640, 1010], 40), reference: repeat([800, 610, 980], 40), capacityRatio: 1 };
  const learned = (count: number, overrides = {}) =>
    learnReferenceRatios({
      own: pairs.own.slice(0, count),
      reference: pairs.reference.slice(0, count),
      direction: new Float64Array(count).fill(45),
      selected: new Uint8Array(count).fill(1),
      capacityRatio: 1,
      ...overrides,
    });
  const reference = (value: number, usable: 0 | 1, direction: number, ratios = learned(120)): RankedReference => ({
    value: column(value),
    usable: Uint8Array.of(usable),
    direction: column(direction),
    ratios,
  });

  test('give power in proportion to what was learned', () => {
    expect(differences(learned(120), { overall: 1.033473 }, printed(6))).toEqual([]);
    expect(differences(valueFromReferences([reference(900, 1, 45)], 2000), [930.125523], printed(6))).toEqual([]);
  });

  test('learn each sector by itself, and fall back to all sectors, then to the ratings', () => {
    const twoSectors = {
      direction: Float64Array.from({ length: 120 }, (__, i) => (i < 110 ? 45 : 75)),
      own: new Float64Array(120).fill(1100),
      reference: new Float64Array(120).fill(1000),
    };
    const ratios = learned(120, twoSectors);
    expect(differences(Array.from(ratios.bySector), Array(12).fill(1.1))).toEqual([]);
    expect(differences(learned(99, { capacityRatio: 1.5 }).overall, 1.5)).toEqual([]);
  });

  test('never stray far from the ratio of the ratings', () => {
    expect(differences(learned(120, { own: pairs.own.map((power) => power * 2) }).overall, 1.3)).toEqual([]);
    expect(differences(learned(120, { own: pairs.own.map((power) => power / 2) }).overall, 0.7)).toEqual([]);
  });

  test('step in by rank, at most to the rating', () => {
    const cascade = [reference(900, 0, 45), reference(_, 1, 45), reference(1990, 1, _)];
    expect(valueFromReferences(cascade, 2000)).toEqual(column(2000));
    expect(valueFromReferences(cascade.slice(0, 2), 2000)).toEqual(column(_));
  });

  test('stand in only while they run undisturbed with some load', () => {
    const usable = usableReference({
      power: column(500, 500, 500, 40, _),
      operating: Uint8Array.of(1, 0, 1, 1, 1),
      disturbed: Uint8Array.of(0, 0, 1, 0, 0),
      ratedPower: 2000,
    });
    expect([...usable]).toEqual([1, 0, 0, 0, 0]);
  });

  test('are ranked 1, 2, 3 without gaps or repeats', () => {
    const row = (referenceDeviceId: string, rank: number, deviceId = 'T1') => ({ deviceId, referenceDeviceId, rank });
    expect(referenceProblems([row('T2', 1), row('T3', 2), row('T1', 1, 'T2')])).toEqual([]);
    expect(referenceProblems([row('T2', 1), row('T3', 3)])).toEqual([{ kind: 'rankGap', deviceId: 'T1', rows: [0, 1] }]);
    expect(referenceProblems([row('T2', 1), row('T3', 1)])).toEqual([{ kind: 'rankRepeated', deviceId: 'T1', rows: [1] }]);
    expect(referenceProblems([row('T2', 1), row('T2', 2), row('T1', 3)]).map(({ kind }) => kind)).toEqual([
      'referenceRepeated',
      'ownReference',
    ]);
  });
});

describe('expected power', () => {
  test('is that of the first method with an answer, and says which', () => {
    const found = firstExpected([
      { method: 'effectiveCurve', power: () => column(_, 500, _) },
      { method: 'referenceTurbines', power: () => column(700, 600, _) },
    ]);
    expect(found).toEqual({ power: column(700, 500, _), method: column(13, 11, _) });
  });

  test('does not ask methods it does not need', () => {
    const unasked = () => {
      throw new Error('asked in vain');
    };
    expect(
      firstExpected([
        { method: 'solarCoefficients', power: () => column(1) },
        { method: 'pvwatts', power: unasked },
      ]).method,
    ).toEqual(column(1));
    expect(() => firstExpected([])).toThrow(RangeError);
  });

  test('of a storage is the order within its rating', () => {
    expect(orderedDischarge(column(1000, -800, 2500, _), 2000)).toEqual(column(1000, 0, 2000, _));
  });

  test('follows the clouds of a satellite, or the shape of the budget', () => {
    expect(satelliteShapedPower(column(800, 0), column(450, _), column(900, 0))).toEqual(column(400, 0));
    expect(budgetShapedPower(column(50), 0.5)).toEqual(column(100));
  });
});

describe('expected power of a turbine', () => {
  const curve = (type: ConditionalCurve['type'], id: string, sector: [number, number] = [0, 360]): ConditionalCurve => ({
    id,
    type,
    curve: type === 'Effective' ? { ...GENERIC_2_MW_CURVE, power: GENERIC_2_MW_CURVE.power.map((kw) => 0.97 * kw) } : GENERIC_2_MW_CURVE,
    airDensity: 1.225,
    airDensityMin: 0,
    airDensityMax: 2,
    windDirectionMin: sector[0],
    windDirectionMax: sector[1],
    effectiveStartMs: Number.NEGATIVE_INFINITY,
    effectiveEndMs: Number.POSITIVE_INFINITY,
    uploadedMs: 0,
  });
  const reference = {
    value: column(_, _, 900, _, _),
    usable: Uint8Array.of(0, 0, 1, 0, 0),
    direction: column(0, 0, 0, 0, 0),
    ratios: { bySector: new Float64Array(12).fill(1.1), overall: 1.1 },
  };
  const neighbour = { power: column(_, _, _, 500, _), ratedPower: 1000 };

  test('comes from its own wind while it runs, and from others while it stands', () => {
    const found = expectedTurbinePower({
      startsMs: new Float64Array(5).fill(0),
      zone: 'UTC',
      curves: [curve('Nominal', 'N'), curve('Effective', 'E', [0, 90])],
      nacelleWind: column(8, 8, _, _, _),
      mastWind: new Float64Array(5).fill(8),
      airDensity: new Float64Array(5).fill(1.225),
      windDirection: column(45, 180, 45, 45, 45),
      references: [reference],
      neighbours: [neighbour, neighbour],
      ratedPower: 2000,
      coefficients: { coefficient: new Float64Array(5).fill(0.9), acLimit: new Float64Array(5).fill(2000) } as CoefficientColumns,
    });
    expect(differences(found.power, [830 * 0.97, 830 * 0.9, 990, 1000, 830 * 0.9])).toEqual([]);
    expect([...found.method]).toEqual([11, 12, 13, 14, 15]);
  });
});
