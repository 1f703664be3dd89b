import fc from 'fast-check';
import { expect, test } from 'vitest';
import { circularMean, directionOfSums, wrapDegrees, wrapTurn } from './circular.ts';

const column = (...values: number[]) => Float64Array.from(values);

test('directions around north have a mean in the north', () => {
  const { direction, concentration } = circularMean(column(350, 20));
  expect(direction).toBeCloseTo(5, 9);
  expect(concentration).toBeCloseTo(0.965926, 6);
  expect(circularMean(column(350, 10, 30)).direction).toBeCloseTo(10, 9);
});

test('weights count', () => {
  expect(circularMean(column(350, 20), column(8, 4)).direction).toBeCloseTo(359.896091, 6);
});

test('opposite directions have no mean', () => {
  expect(circularMean(column(0, 180)).direction).toBeNaN();
  expect(circularMean(column(Number.NaN)).direction).toBeNaN();
  expect(directionOfSums(0, 0, 0).direction).toBeNaN();
});

test('missing directions take no part', () => {
  expect(circularMean(column(90, Number.NaN, 90)).direction).toBeCloseTo(90, 9);
  expect(circularMean(column(90, 270), column(1, Number.NaN)).direction).toBeCloseTo(90, 9);
});

test('turning every direction turns the mean', () => {
  const angles = fc.array(fc.integer({ min: 0, max: 89 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(angles, fc.integer({ min: -720, max: 720 }), (directions, turn) => {
      const mean = circularMean(Float64Array.from(directions)).direction;
      const turned = circularMean(Float64Array.from(directions, (direction) => direction + turn)).direction;
      expect(Math.abs(wrapTurn(turned - mean - turn))).toBeLessThan(1e-6);
    }),
  );
});

test('directions run from 0 to 360, turns from -180 to 180', () => {
  expect([wrapDegrees(-10), wrapDegrees(720), wrapDegrees(-1e-20), wrapDegrees(359.5)]).toEqual([350, 0, 0, 359.5]);
  expect([wrapTurn(190), wrapTurn(180), wrapTurn(-180), wrapTurn(-190)]).toEqual([-170, 180, 180, 170]);
});
