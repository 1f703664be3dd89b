import type { NoiseGrid } from '../noise/noise-columns.ts';

export const MINUTE_MS = 60_000;

/** The minutes a plant is simulated over: every column of it has one value per minute. */
export interface MinuteClock {
  startMs: number;
  count: number;
  /** The same minutes for the noise functions. */
  noise: NoiseGrid;
}

export function minuteClock(startMs: number, count: number): MinuteClock {
  return { startMs, count, noise: { first: startMs / 1000, step: 60, length: count } };
}
