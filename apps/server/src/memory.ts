import { totalmem } from 'node:os';

/** From here on nothing is made smaller. */
const AMPLE_BYTES = 4 * 1024 ** 3;
const SMALLEST_SHARE = 1 / 4;

/** Bytes that the product may use together: the machine's, or its container's where that has a limit. */
export function memoryLimit(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/**
 * By how much caches and batches are made smaller on a small machine: 1 from 4 GB on, a fourth at 1 GB and below. Smaller ones cost time, and no result
 * depends on them (docs/sizing.md).
 */
export function memoryShare(limitBytes = memoryLimit()): number {
  return Math.min(1, Math.max(SMALLEST_SHARE, limitBytes / AMPLE_BYTES));
}
