import { AppError } from '@solvane/contract/errors';
import type { DiskSpace } from './disk-space.ts';

/** What bodies that wait on disk may take together. */
export interface DiskBudget {
  /** Call before the bytes are written. @throws AppError storage.full */
  take(bytes: number): Promise<void>;
  /** Call when they are deleted. */
  release(bytes: number): void;
}

/** Of what is free above the reserve, this much at most waits on disk: it has to be written a second time to be stored. */
const LARGEST_SHARE = 0.5;
const REFRESH_BYTES = 16 * 1024 * 1024;
const REFRESH_MS = 1_000;

/** Counts all bytes in flight against the free space, which is read again every second and every 16 MB. */
export function createDiskBudget({ readSpace, now }: { readSpace: () => Promise<DiskSpace>; now: () => number }): DiskBudget {
  let inFlight = 0;
  let [allowed, readAtMs, takenSince] = [0, Number.NEGATIVE_INFINITY, 0];
  return {
    take: async (bytes) => {
      inFlight += bytes;
      takenSince += bytes;
      if (takenSince >= REFRESH_BYTES || now() - readAtMs >= REFRESH_MS || inFlight > allowed) {
        const { freeBytes, reserveBytes } = await readSpace();
        allowed = Math.max(0, LARGEST_SHARE * (freeBytes - reserveBytes + inFlight - bytes));
        [readAtMs, takenSince] = [now(), 0];
      }
      if (inFlight <= allowed) return;
      inFlight -= bytes;
      throw new AppError('storage.full', { detail: { inFlight, allowed } });
    },
    release: (bytes) => {
      inFlight -= bytes;
    },
  };
}
