import { availableParallelism } from 'node:os';
import type { Lane } from '../work-options.ts';
import { LANE_NAMES } from './frames.ts';

/**
 * Sessions of the engine by lane: each runs one statement at a time, and statements of different sessions run side by side. Work in the background leaves
 * half of the cores alone, and pauses at each block of rows while statements of a lower `priority` number run: an insert beside a roll-up takes 30 % less. It
 * waits for the disk as long as it works, so there are places for more statements of it than cores.
 */
export const LANES = {
  interactive: { sessions: 6, maxSeconds: 60, threads: availableParallelism(), priority: 1 },
  ingest: { sessions: 2, maxSeconds: 600, threads: availableParallelism(), priority: 1 },
  background: { sessions: 3, maxSeconds: 3_600, threads: Math.max(1, Math.floor(availableParallelism() / 2)), priority: 2 },
} as const satisfies Record<Lane, { sessions: number; maxSeconds: number; threads: number; priority: number }>;

/** Threads the process needs: one per session, one to cancel with, some for files. */
export const POOL_THREADS = LANE_NAMES.reduce((sum, lane) => sum + LANES[lane].sessions, 1 + 3);
