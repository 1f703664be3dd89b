import { differences, printed } from '@solvane/testing/differences';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { airDensity, densityCorrectedPower, densityCorrectedWindSpeed, powerAtDensity, windSpeedForDensity } from './air-density.ts';
import { GENERIC_2_MW_CURVE, powerCurve, powerFromCurve, ratedPowerOf } from './power-curve.ts';

const one = (value: number) => Float64Array.of(value);

describe('air density', () => {
  test.each([
    [288.15, 101_325, 0.5, 1.2211966679893582],
    [288.15, 101_325, 0, 1.2249781262066513],
    [263.15, 98_000, 0.8, 1.2959725861582425],
    [308.15, 95_000, 0.6, 1.0589545607524913],
  ])('at %f K, %i Pa, humidity %f', (kelvin, pascal, humidity, expected) => {
    const density = airDensity({ temperature: one(kelvin - 273.15), pressure: one(pascal / 100), relativeHumidity: one(humidity * 100) });
    expect(differences(density, [expected])).toEqual([]);
  });

  test('assumes half-saturated air, and standard pressure only where it is told to', () => {
    const known = airDensity({ temperature: one(15), pressure: one(1013.25), relativeHumidity: one(50) });
    expect(airDensity({ temperature: one(15), pressure: one(1013.25) })).toEqual(known);
    expect(airDensity({ temperature: one(15), pressure: one(1013.25), relativeHumidity: one(Number.NaN) })).toEqual(known);
    expect(airDensity({ temperature: one(15), pressure: one(Number.NaN), pressureIfMissing: 1013.25 })).toEqual(known);
    expect(airDensity({ temperature: one(15), pressure: one(Number.NaN) })).toEqual(one(Number.NaN));
  });
});

describe('density correction', () => {
  test('thin air counts as less wind, dense air as more', () => {
    const corrected = densityCorrectedWindSpeed(Float64Array.of(10, 8), Float64Array.of(1.1, 1.2975));
    expect(differences(corrected, [9.647590595276887, 8.154808112067945])).toEqual([]);
  });

  test('a curve made for cold air is read at its own density', () => {
    expect(windSpeedForDensity({ windSpeed: one(9), airDensity: one(1.275), curveDensity: 1.275 })).toEqual(one(9));
  });

  test('a stall-regulated turbine is corrected in power', () => {
    const atReference = densityCorrectedPower(one(1500), one(1.1));
    expect(differences(atReference, [1670.4545], printed(4))).toEqual([]);
    expect(powerAtDensity({ power: atReference, airDensity: one(1.1), curveDensity: 1.225 })[0]).toBeCloseTo(1500, 9);
    expect(powerAtDensity({ power: one(500), airDensity: one(Number.NaN), curveDensity: 1.25, densityIfMissing: 1.25 })).toEqual(one(500));
  });

  test('an impossible density gives no value', () => {
    const corrected = densityCorrectedWindSpeed(Float64Array.of(10, 10, 10), Float64Array.of(0, 2, Number.NaN));
    expect(corrected).toEqual(new Float64Array(3).fill(Number.NaN));
  });
});

describe('power curve', () => {
  test.each([
    [2.9, 0],
    [7.4, 650],
    [8.25, 922.5],
    [9.647590595276887, 1433.13276],
    [12.6, 1984],
    [25, 2000],
    [25.1, 0],
  ])('at %f m/s', (speed, expected) => {
    expect(differences(powerFromCurve(one(speed), GENERIC_2_MW_CURVE), [expected], printed(6))).toEqual([]);
  });

  test('unknown wind gives unknown power', () => {
    expect(powerFromCurve(Float64Array.of(8, Number.NaN, 8), GENERIC_2_MW_CURVE)).toEqual(Float64Array.of(830, Number.NaN, 830));
  });

  test('points come in any order but only once', () => {
    const curve = powerCurve(Float64Array.of(9, 3, 6), Float64Array.of(900, 0, 300));
    expect(curve).toEqual({ windSpeed: Float64Array.of(3, 6, 9), power: Float64Array.of(0, 300, 900) });
    expect(ratedPowerOf(curve)).toBe(900);
    expect(() => powerCurve(Float64Array.of(3, 3), Float64Array.of(0, 1))).toThrow('twice');
    expect(() => powerCurve(Float64Array.of(3, 4), Float64Array.of(0, Number.NaN))).toThrow('missing');
    expect(() => powerCurve(one(3), one(0))).toThrow('two points');
  });

  test('never produces less with more wind between rising points, wherever the wind came from', () => {
    const speeds = fc.array(fc.double({ min: 0, max: 24.9, noNaN: true }), { minLength: 2, maxLength: 50 });
    fc.assert(
      fc.property(speeds, (list) => {
        const powers = powerFromCurve(Float64Array.from(list), GENERIC_2_MW_CURVE);
        const bySpeed = list.map((speed, i) => ({ speed, power: powers[i] ?? Number.NaN })).sort((a, b) => a.speed - b.speed);
        for (const [i, { power }] of bySpeed.entries()) expect(power).toBeGreaterThanOrEqual(bySpeed[i - 1]?.power ?? 0);
      }),
    );
  });
});
