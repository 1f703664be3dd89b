import { expect, test } from 'vitest';
import { outliersAmongNeighbours, outliersInBins } from './outliers.ts';

const RULE = { threshold: 3.5 };
const ramp = Float64Array.from({ length: 60 }, (_, i) => 100 + i + (i % 3));

test('a spike between its neighbours is an outlier, the ramp around it is none', () => {
  const values = ramp.slice();
  values[30] = 900;
  expect([...outliersAmongNeighbours(values, RULE)].flatMap((found, i) => (found === 1 ? [i] : []))).toEqual([30]);
});

test('missing values are no outliers and do not stand between neighbours', () => {
  const values = ramp.slice();
  values.fill(Number.NaN, 20, 28);
  values[30] = 900;
  const found = outliersAmongNeighbours(values, RULE);
  expect([found[24], found[30], found.reduce((sum, one) => sum + one, 0)]).toEqual([0, 1, 1]);
});

test('a flat line with noise below a thousandth of its size has no outlier', () => {
  const values = Float64Array.from({ length: 40 }, (_, i) => (i === 20 ? 500.4 : 500));
  expect(outliersAmongNeighbours(values, RULE).includes(1)).toBe(false);
});

test('nothing and a few values are not judged', () => {
  expect([...outliersAmongNeighbours(new Float64Array(), RULE)]).toEqual([]);
  expect([...outliersAmongNeighbours(Float64Array.of(1, 900, 1, 1), RULE)]).toEqual([0, 0, 0, 0]);
});

test('in a bin of wind speed the power that is far from the others is an outlier', () => {
  const speed = Float64Array.from({ length: 40 }, (_, i) => 6 + (i % 2) * 2);
  const power = speed.map((one, i) => one * 100 + (i % 5));
  power[8] = 20;
  power[9] = Number.NaN;
  const found = outliersInBins(power, speed, { ...RULE, binWidth: 0.5 });
  expect([...found].flatMap((one, i) => (one === 1 ? [i] : []))).toEqual([8]);
});

test('without the other quantity nothing is judged', () => {
  const power = Float64Array.of(1, 1, 1, 1, 1, 900);
  expect(
    outliersInBins(
      power,
      power.map(() => Number.NaN),
      { ...RULE, binWidth: 1 },
    ).includes(1),
  ).toBe(false);
});

test('a threshold and bins have a size', () => {
  expect(() => outliersAmongNeighbours(ramp, { threshold: 0 })).toThrow(RangeError);
  expect(() => outliersInBins(ramp, ramp, { threshold: 1, binWidth: 0 })).toThrow(RangeError);
});
