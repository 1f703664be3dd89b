import { AppError } from '@solvane/contract/errors';

export interface Admission {
  /** Waits for a place and works in it. @throws AppError ingest.busy when too many wait already */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** How many bodies are worked on at once, and how many may wait before plants are asked to come back later. */
export function createAdmission({
  places,
  waiting,
  retryAfterSeconds,
}: {
  places: number;
  waiting: number;
  retryAfterSeconds: number;
}): Admission {
  const queue: (() => void)[] = [];
  let busy = 0;
  return {
    run: async (work) => {
      if (busy >= places) {
        if (queue.length >= waiting) throw new AppError('ingest.busy', { values: { retryAfterSeconds } });
        await new Promise<void>((resolve) => queue.push(resolve));
      } else busy += 1;
      try {
        return await work();
      } finally {
        const next = queue.shift();
        if (next) next();
        else busy -= 1;
      }
    },
  };
}
