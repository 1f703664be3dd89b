import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeOf } from './moving-lines.ts';

const FRAME = { axisWidth: 52, right: 0, labelWidth: 0 };

const geometries = fc.record({
  left: fc.integer({ min: 0, max: 200 }),
  width: fc.integer({ min: 100, max: 3_000 }),
  startMs: fc.integer({ min: 0, max: 1e9 }),
  lengthMs: fc.integer({ min: 60_000, max: 1e9 }),
  zeroY: fc.integer({ min: -500, max: 900 }),
  perUnit: fc.double({ min: -50, max: -0.01, noNaN: true }),
});

type Geometry = typeof geometries extends fc.Arbitrary<infer G> ? G : never;

function pictureOf({ left, width, startMs, lengthMs, zeroY, perUnit }: Geometry) {
  const geometry = { view: { startMs, endMs: startMs + lengthMs }, width, zeroY, perUnit, columnWidth: 1 };
  return {
    frame: { ...FRAME, left, width },
    layout: { geometry, top: 8, bottom: 400, scale: { min: 0, max: 1, ticks: [], digits: 0 } },
  } as never as Parameters<typeof placeOf>[1];
}

/** Where a point stands on a picture. */
function pointOn({ left, width, startMs, lengthMs, zeroY, perUnit }: Geometry, atMs: number, value: number): [x: number, y: number] {
  return [left + ((atMs - startMs) / lengthMs) * width, zeroY + value * perUnit];
}

test('lines that are moved stand where they would be drawn', () => {
  fc.assert(
    fc.property(
      geometries,
      geometries,
      fc.double({ min: -1, max: 2, noNaN: true }),
      fc.integer({ min: -100, max: 100 }),
      (a, b, at, value) => {
        const atMs = a.startMs + at * a.lengthMs;
        const { scaleX, scaleY, moveX, moveY } = placeOf(pictureOf(a), pictureOf(b));
        const [fromX, fromY] = pointOn(a, atMs, value);
        const [x, y] = pointOn(b, atMs, value);
        // Some millions of pixels away a tenth of one is not seen.
        expect(Math.abs(fromX * scaleX + moveX - x)).toBeLessThan(1e-6 * (1 + Math.abs(x) + Math.abs(fromX * scaleX)));
        expect(Math.abs(fromY * scaleY + moveY - y)).toBeLessThan(1e-6 * (1 + Math.abs(y) + Math.abs(fromY * scaleY)));
      },
    ),
  );
});
