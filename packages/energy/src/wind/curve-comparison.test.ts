import { expect, test } from 'vitest';
import { binnedCurve } from './binned-curve.ts';
import { compareWithCurve } from './curve-comparison.ts';

const CURVE = { windSpeed: Float64Array.of(3, 4, 5, 6, 7, 8), power: Float64Array.of(0, 60, 160, 310, 530, 830) };

test('bins are compared with the curve at their own mean wind (vector A8)', () => {
  const windSpeed = Float64Array.of(6.8, 6.9, 7.1, 7.2, 7.3, 7.4, 7.6, 7.26, 7.74, 7.75);
  const power = Float64Array.of(500, 515, 560, 575, 600, 612, 660, 590, 702, 705);
  const bins = binnedCurve({ windSpeed, power, selected: new Uint8Array(10).fill(1), stepHours: 1 / 6 });
  const compared = compareWithCurve(bins, CURVE);
  expect([14, 15, 16].map((bin) => compared.power[bin])).toEqual([530, 668, 755].map((kw) => expect.closeTo(kw, 6)));
  const percents = [14, 15, 16].map((bin) => 100 * (compared.deviation[bin] ?? Number.NaN));
  expect(percents).toEqual([1.415094, -5.269461, -6.622517].map((percent) => expect.closeTo(percent, 5)));
  expect(compared.total).toBeNaN();
});

test('what is weighed in all is the energy of well filled bins', () => {
  const of = (speed: number, kw: number, count: number) => Array.from({ length: count }, () => [speed, kw] as const);
  const points = [...of(6, 300, 6), ...of(7, 540, 12), ...of(8, 800, 5)];
  const [windSpeed, power] = [Float64Array.from(points, ([speed]) => speed), Float64Array.from(points, ([, kw]) => kw)];
  const bins = binnedCurve({ windSpeed, power, selected: new Uint8Array(points.length).fill(1), stepHours: 1 / 6 });
  expect(compareWithCurve(bins, CURVE).total).toBeCloseTo((6 * -10 + 12 * 10) / (6 * 310 + 12 * 530), 9);
});

test('beyond the curve there is nothing to compare with', () => {
  const bins = binnedCurve({
    windSpeed: Float64Array.of(2, 2, 2),
    power: Float64Array.of(1, 1, 1),
    selected: Uint8Array.of(1, 1, 1),
    stepHours: 1 / 6,
  });
  expect(compareWithCurve(bins, CURVE).deviation[4]).toBeNaN();
});
