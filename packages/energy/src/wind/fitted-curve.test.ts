import { seededRandom } from '@solvane/series/seeded-random';
import { expect, test } from 'vitest';
import { fittedCurve } from './fitted-curve.ts';
import { GENERIC_2_MW_CURVE, powerFromCurve } from './power-curve.ts';

const random = seededRandom(11);

/** Two months of ten minutes with winds up to 17 m/s at a density of 1.1, and a day on which it stood in the wind without an event. */
function record() {
  const count = 60 * 144;
  const windSpeed = Float64Array.from({ length: count }, (_, i) => 9 + 8 * Math.sin(i / 300) + 1.5 * (random() - 0.5));
  const corrected = windSpeed.map((speed) => speed * (1.1 / 1.225) ** (1 / 3));
  const power = powerFromCurve(corrected, GENERIC_2_MW_CURVE).map((kw) => Math.max(0, kw + 20 * (random() - 0.5)));
  power.fill(0, 1000, 1144);
  return { windSpeed, power, airDensity: new Float64Array(count).fill(1.1), excluded: new Uint8Array(count) };
}
const turbine = { ratedPower: 2000, cutIn: 3, cutOut: 25, stepHours: 1 / 6 };

test('the curve of a turbine comes back from its data, up to cut-out', () => {
  const { curve, hours, isComplete } = fittedCurve({ ...record(), ...turbine });
  if (!curve) throw new RangeError('there is enough data');
  for (const speed of [5, 7, 9, 11, 14, 20, 25]) {
    const [fitted, stated] = [curve, GENERIC_2_MW_CURVE].map((each) => powerFromCurve(Float64Array.of(speed), each)[0] ?? Number.NaN);
    expect(Math.abs((fitted ?? Number.NaN) - (stated ?? Number.NaN))).toBeLessThan(30);
  }
  expect(hours).toBeGreaterThan(1200);
  expect(isComplete).toBe(true);
});

test('little data make no curve, or one that says it is not complete', () => {
  const { windSpeed, power, airDensity, excluded } = record();
  const part = (count: number) =>
    fittedCurve({
      windSpeed: windSpeed.slice(0, count),
      power: power.slice(0, count),
      airDensity: airDensity.slice(0, count),
      excluded: excluded.slice(0, count),
      ...turbine,
    });
  expect(part(2).curve).toBeUndefined();
  expect(part(900)).toMatchObject({ isComplete: false });
  const all = fittedCurve({ windSpeed, power, airDensity, excluded: new Uint8Array(power.length).fill(1), ...turbine });
  expect(all.curve).toBeUndefined();
});
