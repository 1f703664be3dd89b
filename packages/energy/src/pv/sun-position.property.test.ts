import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sunPositions } from './sun-position.ts';

const day = fc.integer({ min: Date.UTC(2020, 0, 1) / 86_400_000, max: Date.UTC(2050, 0, 1) / 86_400_000 });
const place = fc.record({
  latitude: fc.double({ min: -89, max: 89, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  altitude: fc.constant(0),
});

test('the sun does not jump at midnight UTC', () => {
  fc.assert(
    fc.property(day, place, (dayNumber, location) => {
      const midnightMs = dayNumber * 86_400_000;
      const { zenith, azimuth } = sunPositions({ timesMs: Float64Array.of(midnightMs - 1, midnightMs, midnightMs + 1), location });
      const steps = (column: Float64Array) => [1, 2].map((i) => Math.abs((column[i] ?? 0) - (column[i - 1] ?? 0)));
      // One millisecond moves the sky by 4e-6°; near the zenith the azimuth turns faster by 1 / sin(zenith).
      const turn = 1e-5 / Math.max(1e-6, Math.sin(((zenith[1] ?? 0) * Math.PI) / 180));
      expect(Math.max(...steps(zenith))).toBeLessThan(1e-5);
      expect(Math.max(...steps(azimuth).map((step) => Math.min(step, 360 - step)))).toBeLessThan(turn);
    }),
  );
});

test('angles stay on the sky and refraction only lifts the sun', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 86_399_999 }), place, (dayNumber, msOfDay, location) => {
      const sun = sunPositions({ timesMs: Float64Array.of(dayNumber * 86_400_000 + msOfDay), location });
      const [zenith = Number.NaN, apparent = Number.NaN, azimuth = Number.NaN] = [sun.zenith[0], sun.apparentZenith[0], sun.azimuth[0]];
      expect(zenith).toBeGreaterThanOrEqual(0);
      expect(zenith).toBeLessThanOrEqual(180.1);
      expect(azimuth).toBeGreaterThanOrEqual(0);
      expect(azimuth).toBeLessThan(360);
      expect(zenith - apparent).toBeGreaterThan(-0.001);
      expect(zenith - apparent).toBeLessThan(0.7);
    }),
  );
});
