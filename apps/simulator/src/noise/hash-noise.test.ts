import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { channelSeed, hash2, normalNoise, uniformNoise, valueNoise } from './hash-noise.ts';
import { normalNoiseColumn, valueNoiseColumn } from './noise-columns.ts';

describe('hash noise', () => {
  test('the reference numbers come out on every machine', () => {
    expect(hash2(1, 0)).toBe(1364076727);
    expect(hash2(1, 1)).toBe(2980047484);
    expect(hash2(42, 12345)).toBe(484652319);
    expect(uniformNoise(42, 7)).toBe(0.03314741759095341);
    expect(normalNoise(42, 7)).toBeCloseTo(-0.8959539045387217, 15);
    expect(valueNoise(42, 1735693200, 3600)).toBeCloseTo(-0.25141465137394287, 14);
    expect(valueNoise(42, 1735695000, 3600)).toBeCloseTo(-0.2554976189224931, 14);
  });

  test('a column holds exactly what single instants hold, wherever it starts', () => {
    const anyGrid = fc.record({
      first: fc.integer({ min: 1_700_000_000, max: 1_800_000_000 }).map((seconds) => seconds - (seconds % 600)),
      step: fc.constant(600),
      length: fc.integer({ min: 1, max: 150 }),
    });
    const spacings = fc.constantFrom(600, 1200, 3600, 21_600, 172_800, 345_600);
    fc.assert(
      fc.property(anyGrid, spacings, fc.nat(), (grid, spacing, seed) => {
        const single = Float64Array.from({ length: grid.length }, (_, i) => valueNoise(seed, grid.first + i * grid.step, spacing));
        expect(valueNoiseColumn(seed, grid, spacing)).toEqual(single);
      }),
    );
  });

  test('value noise and white noise have mean 0 and variance 1', () => {
    const grid = { first: 1_735_689_600, step: 600, length: 200_000 };
    for (const column of [valueNoiseColumn(7, grid, 1200), normalNoiseColumn(8, grid)]) {
      const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
      const variance = column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / column.length;
      expect(mean).toBeCloseTo(0, 1);
      expect(variance).toBeGreaterThan(0.97);
      expect(variance).toBeLessThan(1.03);
    }
  });

  test('devices and channels never share a seed within a fleet of 60 sites', () => {
    const seeds = new Set<number>();
    for (let siteNo = 1; siteNo <= 60; siteNo++)
      for (let deviceNo = 0; deviceNo < 64; deviceNo++)
        for (let channel = 0; channel < 8; channel++) seeds.add(channelSeed({ fleetSeed: 42, siteNo, deviceNo, channel }));
    expect(seeds.size).toBe(60 * 64 * 8);
  });
});
