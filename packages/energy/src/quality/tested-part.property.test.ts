import { seededRandom } from '@solvane/series/seeded-random';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { QualityDevice } from './site.ts';
import { device, DEFAULT_RULES as RULES, signalOf, siteOf } from './testing/site-builder.ts';
import { validateSite } from './validate-site.ts';

const DAYS = 5;
const COUNT = DAYS * 144;
const hour = (i: number) => (i % 144) / 6;

/** Daylight from six to eighteen. */
const elevation = Float64Array.from({ length: COUNT }, (_, i) => 60 * Math.sin(((hour(i) - 6) * Math.PI) / 12));
const clearSky = elevation.map((degrees) => Math.max(0, 15 * degrees));

const disturbance = fc.record({
  seed: fc.nat(),
  /** What stands still or is missing: signal, first interval, length, whether it is missing. */
  ranges: fc.array(fc.tuple(fc.nat(5), fc.nat(COUNT - 1), fc.integer({ min: 1, max: 60 }), fc.boolean()), { maxLength: 40 }),
  start: fc.integer({ min: 0, max: COUNT - 20 }),
  length: fc.integer({ min: 1, max: 200 }),
});

test('values and flags of a part of the window do not depend on how much of it is asked for', () => {
  fc.assert(
    fc.property(disturbance, ({ seed, ranges, start, length }) => {
      const devices = devicesOf(seed, ranges);
      const site = siteOf(devices, {
        grid: { startMs: Date.parse('2025-06-20T22:00Z'), stepMs: 600_000, count: COUNT },
        sunElevation: elevation,
      });
      const core = { start, end: Math.min(COUNT, start + length) };
      const whole = validateSite({ ...site, core: { start: 0, end: COUNT } }, RULES);
      const part = validateSite({ ...site, core }, RULES);
      for (const { id, signals } of part) {
        for (const { apCode, values, flags, methods, good } of signals) {
          const expected = signalOf(whole, id, apCode);
          expect({ id, apCode, flags }).toEqual({ id, apCode, flags: expected.flags.slice(core.start, core.end) });
          expect(values).toEqual(expected.values.slice(core.start, core.end));
          expect(methods).toEqual(expected.methods.slice(core.start, core.end));
          expect(good.slice(core.start, core.end)).toEqual(expected.good.slice(core.start, core.end));
        }
      }
    }),
    { numRuns: 60 },
  );
});

function devicesOf(seed: number, ranges: readonly [number, number, number, boolean][]): QualityDevice[] {
  const random = seededRandom(seed);
  const noisy = (level: (i: number) => number) => Float64Array.from({ length: COUNT }, (_, i) => level(i) * (0.95 + 0.05 * random()));
  const light = () => noisy((i) => 0.8 * (clearSky[i] ?? 0));
  // So little from one interval to the next that runs are cut where they happen to begin.
  let drift = 9;
  const drifting = Float64Array.from({ length: COUNT }, () => {
    drift += 0.006 * (random() - 0.5);
    return drift;
  });
  const winds = seed % 2 === 0 ? noisy(() => 9) : drifting;
  const columns = [light(), light(), light(), noisy((i) => 0.7 * (clearSky[i] ?? 0)), winds, noisy(() => 18)];
  for (const [k, start, length, isMissing] of ranges) {
    const column = columns[k];
    column?.fill(isMissing ? Number.NaN : (column[start] ?? 0), start, start + length);
  }
  const [a, b, c, power, wind, air] = columns.map((raw) => ({ raw }));
  return [
    ...[a, b, c].map((plane, k) =>
      device(`POA${k}`, 'WeatherStation', { IrradiancePOA: { raw: new Float64Array(COUNT), ...plane, clearSky } }),
    ),
    device('INV', 'Inverter', { ActivePower: { raw: new Float64Array(COUNT), ...power } }),
    ...['T1', 'T2'].map((id) =>
      device(id, 'WindTurbine', {
        NacelleWindSpeed: { raw: new Float64Array(COUNT), ...wind },
        ActivePower: { raw: noisy(() => 500) },
        AmbientTemperature: { raw: new Float64Array(COUNT), ...air },
      }),
    ),
  ];
}
