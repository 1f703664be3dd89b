import { describe, expect, test } from 'vitest';
import { blockScatter, isUnderperforming, type PerformanceBlockOptions, performanceBlocks } from './underperformance.ts';

const HOUR_MS = 3_600_000;
const _ = Number.NaN;

/** A day of 24 hours of a generator of 100 kW. */
function day(energy: (hour: number) => number, options: Partial<PerformanceBlockOptions> = {}): PerformanceBlockOptions {
  return {
    grid: { startMs: 0, stepMs: HOUR_MS, count: 24 },
    energy: Float64Array.from({ length: 24 }, (_, hour) => energy(hour)),
    expectedEnergy: new Float64Array(24).fill(50),
    rating: 100,
    startMs: 0,
    noonMs: 12 * HOUR_MS,
    endMs: 24 * HOUR_MS,
    ...options,
  };
}

const summary = (options: PerformanceBlockOptions) =>
  performanceBlocks(options).map(({ kind, startMs, load, residual, isDisturbed }) => ({
    kind,
    from: startMs / HOUR_MS,
    load,
    residual: Math.round(1000 * residual) / 1000,
    isDisturbed,
  }));

describe('blocks of a day', () => {
  test('are its halves and the whole of it', () => {
    expect(summary(day((hour) => (hour < 12 ? 50 : 40)))).toEqual([
      { kind: 'half', from: 0, load: 0.5, residual: 0, isDisturbed: false },
      { kind: 'half', from: 12, load: 0.5, residual: -0.2, isDisturbed: false },
      { kind: 'day', from: 0, load: 0.5, residual: -0.1, isDisturbed: false },
    ]);
  });

  test('compare only what is known on both sides, and what no event explains', () => {
    const explained = Uint8Array.from({ length: 24 }, (_, hour) => (hour < 6 ? 1 : 0));
    const found = summary(day((hour) => (hour < 6 ? 0 : hour < 9 ? _ : 50), { explained }));
    expect(found.map(({ load, residual, isDisturbed }) => [load, residual, isDisturbed])).toEqual([
      [0.125, 0, true],
      [0.5, 0, false],
      [0.3125, 0, true],
    ]);
  });

  test('count once they are over', () => {
    const running = day(() => 50, { grid: { startMs: 0, stepMs: HOUR_MS, count: 13 } });
    expect(summary(running).map(({ kind, from }) => [kind, from])).toEqual([['half', 0]]);
  });

  test('count where more than a tenth of the rating was expected', () => {
    expect(summary(day(() => 9, { expectedEnergy: new Float64Array(24).fill(10) }))).toEqual([]);
    expect(summary(day(() => 9, { rating: _ }))).toEqual([]);
    expect(summary(day(() => 9, { expectedEnergy: new Float64Array(24).fill(11) }))).toHaveLength(3);
  });

  test('of 23 and 25 hours are as long as they are', () => {
    const short = day(() => 50, { noonMs: 11 * HOUR_MS, endMs: 23 * HOUR_MS, grid: { startMs: 0, stepMs: HOUR_MS, count: 23 } });
    expect(summary(short).map(({ load }) => load)).toEqual([0.5, 0.5, 0.5]);
  });

  test('begin with the interval that begins in them', () => {
    const grid = { startMs: -HOUR_MS / 2, stepMs: HOUR_MS, count: 25 };
    const options = day(() => 50, { grid, energy: new Float64Array(25).fill(50), expectedEnergy: new Float64Array(25).fill(50) });
    expect(summary(options).map(({ load }) => load)).toEqual([0.5, 0.5, 0.5]);
  });
});

describe('scatter of blocks', () => {
  const history = (...blocks: [load: number, residual: number, times: number][]) => ({
    load: Float64Array.from(blocks.flatMap(([load, , times]) => Array(times).fill(load))),
    residual: Float64Array.from(blocks.flatMap(([, residual, times]) => Array(times).fill(residual))),
  });

  test('is that of the load class', () => {
    const known = history([0.5, 0.02, 5], [0.5, 0.04, 5], [0.3, -0.2, 20], [0.7, 0.3, 20]);
    const scatter = blockScatter(known, 0.45);
    expect(scatter?.median).toBeCloseTo(0.03, 12);
    expect(scatter?.spread).toBeCloseTo(0.014826, 12);
  });

  test('takes lower classes where few are known, never higher ones', () => {
    expect(blockScatter(history([0.5, 0.04, 9], [0.3, -0.02, 10]), 0.5)?.median).toBe(-0.02);
    expect(blockScatter(history([0.5, 0, 9], [0.7, 0, 30]), 0.5)).toBeUndefined();
    expect(blockScatter(history([0.15, 0, 9]), 0.15)).toBeUndefined();
  });

  test('has a median within what an expectation may be wrong by', () => {
    expect(blockScatter(history([0.5, -0.25, 10]), 0.5)?.median).toBe(-0.05);
    expect(blockScatter(history([0.5, 0.25, 10]), 0.5)?.median).toBe(0.05);
  });
});

describe('a block', () => {
  test('is too low below its share of the expectation', () => {
    const steady = { median: 0, spread: 0.01 };
    const judged = (kind: 'half' | 'day', residual: number) => isUnderperforming({ kind, residual }, steady);
    expect([judged('half', -0.199), judged('half', -0.201)]).toEqual([false, true]);
    expect([judged('day', -0.149), judged('day', -0.151)]).toEqual([false, true]);
  });

  test('is not where the device scatters as much, or where the scatter is unknown', () => {
    const block = { kind: 'day', residual: -0.25 } as const;
    expect(isUnderperforming(block, { median: 0, spread: 0.1 })).toBe(false);
    expect(isUnderperforming(block, { median: 0.05, spread: 0.09 })).toBe(true);
    expect(isUnderperforming(block, undefined)).toBe(false);
  });
});
