import { differences } from '@solvane/testing/differences';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ConditionalCurve, NO_CURVE, powerFromSelectedCurves, selectCurves } from './curve-selection.ts';
import { GENERIC_2_MW_CURVE } from './power-curve.ts';
import type { PowerCurveType } from './power-curve-types.ts';

const _ = Number.NaN;

function curve(id: string, conditions: Partial<ConditionalCurve> = {}): ConditionalCurve {
  return {
    id,
    type: 'Nominal',
    curve: GENERIC_2_MW_CURVE,
    airDensity: 1.225,
    airDensityMin: 0,
    airDensityMax: 2,
    windDirectionMin: 0,
    windDirectionMax: 360,
    effectiveStartMs: Number.NEGATIVE_INFINITY,
    effectiveEndMs: Number.POSITIVE_INFINITY,
    uploadedMs: 0,
    ...conditions,
  };
}

const curves = [
  curve('NOM'),
  curve('COLD', { airDensityMin: 1.25, airDensity: 1.275 }),
  curve('NIGHT', { dayRange: { from: 501, to: 930 }, timeRange: { fromMinute: 22 * 60, toMinute: 24 * 60 } }),
  curve('SECT', { windDirectionMin: 200, windDirectionMax: 260 }),
  curve('NOM2', { effectiveStartMs: Date.UTC(2025, 6, 1), uploadedMs: 1 }),
];

interface Situation {
  time: string;
  density?: number;
  direction?: number;
  type?: PowerCurveType;
  fallsBackToNominal?: boolean;
  zone?: string;
}

function chosen(list: readonly ConditionalCurve[], { time, density = 1.2, direction = 100, ...rest }: Situation): string {
  const { type = 'Nominal', fallsBackToNominal = true, zone = 'UTC' } = rest;
  const [index = NO_CURVE] = selectCurves({
    curves: list,
    type,
    fallsBackToNominal,
    startsMs: Float64Array.of(Date.parse(`${time}Z`)),
    zone,
    airDensity: Float64Array.of(density),
    windDirection: Float64Array.of(direction),
  });
  return list[index]?.id ?? 'none';
}

describe('the curve that applies', () => {
  test.each<[string, Situation]>([
    ['NOM', { time: '2025-06-15T12:00' }],
    ['NIGHT', { time: '2025-06-15T22:30', direction: 230 }],
    ['SECT', { time: '2025-08-01T12:00', direction: 230 }],
    ['SECT', { time: '2025-01-10T12:00', density: 1.3, direction: 230 }],
    ['COLD', { time: '2025-01-10T12:00', density: 1.3, direction: _ }],
    ['NOM2', { time: '2025-08-01T12:00', direction: _ }],
    ['COLD', { time: '2024-02-29T12:00', density: 1.3, direction: 10 }],
  ])('is %s at %j', (id, situation) => {
    expect(chosen(curves, situation)).toBe(id);
  });

  test('does not depend on the order of the list', () => {
    const situation = fc.record({
      hour: fc.integer({ min: 0, max: 8783 }),
      density: fc.constantFrom(1.1, 1.25, 1.3, _),
      direction: fc.constantFrom(0, 200, 230, 260, 360, _),
    });
    const [shuffled, plain] = [fc.shuffledSubarray(curves, { minLength: 5 }), situation];
    fc.assert(
      fc.property(shuffled, plain, (list, { hour, density, direction }) => {
        const time = new Date(Date.UTC(2024, 6, 1) + hour * 3_600_000).toISOString().slice(0, 16);
        expect(chosen(list, { time, density, direction })).toBe(chosen(curves, { time, density, direction }));
      }),
    );
  });

  test('the leap day counts as 28 February', () => {
    const february = [curve('FEB', { dayRange: { from: 201, to: 228 } })];
    expect(chosen(february, { time: '2024-02-29T12:00' })).toBe('FEB');
    expect(chosen(february, { time: '2024-03-01T12:00' })).toBe('none');
  });

  test('a sector may run through north, and ends before its upper bound', () => {
    const north = [curve('N', { windDirectionMin: 350, windDirectionMax: 10 })];
    const at = (direction: number) => chosen(north, { time: '2025-01-01T00:00', direction });
    expect([350, 359, 0, 9.9, 369, -5].map(at)).toEqual(Array(6).fill('N'));
    expect([10, 349, _].map(at)).toEqual(Array(3).fill('none'));
  });

  test('hours are those of the local clock', () => {
    const night = [curve('NIGHT', { timeRange: { fromMinute: 0, toMinute: 360 } })];
    expect(chosen(night, { time: '2025-06-15T03:59', zone: 'Europe/Stockholm' })).toBe('NIGHT');
    expect(chosen(night, { time: '2025-06-15T04:00', zone: 'Europe/Stockholm' })).toBe('none');
  });

  test('a curve that stands alone holds at the same densities as among others', () => {
    const alone = curve('ONE', { airDensityMin: 1.15, airDensityMax: 1.25 });
    const never = curve('NEVER', { effectiveStartMs: 0, effectiveEndMs: 0 });
    const at = (list: ConditionalCurve[], density: number) => chosen(list, { time: '2025-01-01T00:00', density, direction: _ });
    const densities = [1.14, 1.15, 1.2, 1.2499, 1.25, _];
    expect(densities.map((density) => at([alone], density))).toEqual(['none', 'ONE', 'ONE', 'ONE', 'none', 'ONE']);
    expect(densities.map((density) => at([alone, never], density))).toEqual(densities.map((density) => at([alone], density)));
  });

  test('a nominal curve steps in only where that is wanted', () => {
    const effective = [...curves, curve('EFF', { type: 'Effective', windDirectionMin: 0, windDirectionMax: 90 })];
    const at = (direction: number, fallsBackToNominal: boolean) =>
      chosen(effective, { time: '2025-01-01T00:00', direction, type: 'Effective', fallsBackToNominal });
    expect([at(45, true), at(100, true), at(100, false)]).toEqual(['EFF', 'NOM', 'none']);
  });

  test('among overlapping density ranges of one width the nearer density wins', () => {
    const dense = [
      curve('LIGHT', { airDensityMin: 1, airDensityMax: 1.25, airDensity: 1.125 }),
      curve('HEAVY', { airDensityMin: 1.125, airDensityMax: 1.375, airDensity: 1.25 }),
    ];
    expect([1.15, 1.2].map((density) => chosen(dense, { time: '2025-01-01T00:00', density }))).toEqual(['LIGHT', 'HEAVY']);
  });
});

test('power is read at the density of the chosen curve', () => {
  const power = powerFromSelectedCurves({
    curves,
    selection: Int16Array.of(0, 1, NO_CURVE, 0),
    windSpeed: Float64Array.of(8, 8, 8, _),
    airDensity: Float64Array.of(_, 1.275, 1.2, 1.2),
  });
  expect(differences(power, [830, 830, _, _])).toEqual([]);
});
