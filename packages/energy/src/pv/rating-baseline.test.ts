import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseIsoDate, toIsoDate } from '../time/local-day.ts';
import { powerRatingLine, ratingSums } from './power-rating-line.ts';
import { type BaselinePeriodOptions, baselinePeriod, ratingBaseline } from './rating-baseline.ts';

const day = (text: string) => parseIsoDate(text) ?? Number.NaN;

function period(options: BaselinePeriodOptions): string | undefined {
  const found = baselinePeriod(options);
  return found && `${toIsoDate(found.first)} ${toIsoDate(found.last)}`;
}

describe('the period of a baseline', () => {
  test('is the first twelve full months of operation', () => {
    expect(period({ commissioned: day('2024-01-17'), firstDay: day('2024-01-17') })).toBe('2024-02-01 2025-01-31');
    expect(period({ commissioned: day('2024-03-01'), firstDay: day('2023-11-05') })).toBe('2024-03-01 2025-02-28');
    expect(period({ commissioned: day('2023-12-10'), firstDay: day('2023-12-10') })).toBe('2024-01-01 2024-12-31');
  });

  test('is the same where data begin late in it, and the first twelve months with data where they begin too late for thirty days', () => {
    expect(period({ commissioned: day('2024-01-17'), firstDay: day('2025-01-02') })).toBe('2024-02-01 2025-01-31');
    expect(period({ commissioned: day('2024-01-17'), firstDay: day('2025-01-03') })).toBe('2025-02-01 2026-01-31');
    expect(period({ commissioned: day('2010-06-01'), firstDay: day('2025-10-22') })).toBe('2025-11-01 2026-10-31');
    expect(period({ commissioned: Number.NaN, firstDay: day('2025-10-22') })).toBe('2025-11-01 2026-10-31');
  });

  test('is what is configured, as far as it is thirty days or more', () => {
    const device = { commissioned: day('2024-01-17'), firstDay: day('2024-01-17') };
    expect(period({ ...device, stated: { first: day('2025-05-01'), last: day('2025-05-30') } })).toBe('2025-05-01 2025-05-30');
    expect(period({ ...device, stated: { first: day('2025-05-15') } })).toBe('2025-05-15 2026-05-14');
    expect(period({ ...device, stated: { last: day('2024-06-30') } })).toBe('2024-02-01 2024-06-30');
    expect(period({ ...device, stated: { first: day('2025-05-01'), last: day('2025-05-29') } })).toBeUndefined();
    expect(period({ ...device, stated: { first: day('2025-05-01'), last: day('2024-05-01') } })).toBeUndefined();
  });
});

describe('the slope of a baseline', () => {
  const sums = (pointCount: number) => ({ pointCount, xx: 100 * pointCount, xy: 92 * pointCount });

  test('needs points of thirty days, and fifty of them', () => {
    expect(ratingBaseline(Array.from({ length: 30 }, () => sums(2)))).toEqual({ slope: 0.92, pointCount: 60 });
    expect(ratingBaseline(Array.from({ length: 29 }, () => sums(20)))).toEqual({ slope: Number.NaN, pointCount: 580 });
    expect(ratingBaseline(Array.from({ length: 30 }, () => sums(1)))).toEqual({ slope: Number.NaN, pointCount: 30 });
    expect(ratingBaseline([])).toEqual({ slope: Number.NaN, pointCount: 0 });
  });

  test('is that of the line through all points, however they are spread over days', () => {
    const power = fc.double({ min: 1, max: 2000, noNaN: true });
    const dayOfPoints = fc.array(fc.record({ x: power, y: fc.oneof(power, fc.constant(Number.NaN)) }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(dayOfPoints, { minLength: 30, maxLength: 40 }), (days) => {
        const columns = (points: readonly { x: number; y: number }[]) => ({
          nominalPower: Float64Array.from(points, ({ x }) => x),
          power: Float64Array.from(points, ({ y }) => y),
          selected: new Uint8Array(points.length).fill(1),
        });
        const line = powerRatingLine(columns(days.flat()));
        const baseline = ratingBaseline(days.map((points) => ratingSums(columns(points))));
        expect(Number.isNaN(baseline.slope)).toBe(line === undefined);
        if (line) expect(Math.abs(baseline.slope - line.slope)).toBeLessThan(1e-9 * line.slope);
        if (line) expect(baseline.pointCount).toBe(line.pointCount);
      }),
    );
  });
});
