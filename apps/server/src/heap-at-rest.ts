import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOK_MS = 20_000;
/** Of one core, since the last look: a process that works needs the time itself, and makes the same garbage again. */
const REST_SHARE = 0.1;
/** Less is not worth the 70 ms or more that a collection takes. */
const WORTH_BYTES = 32 * 1_048_576;

/** The process as it is now. */
export interface HeapReading {
  /** Used so far, all threads together. */
  cpuSeconds: number;
  /** What the heap of the main thread holds of the system's memory. */
  heldBytes: number;
  /** What objects take of it, garbage included. */
  usedBytes: number;
}

interface HeapAtRestOptions {
  read: () => HeapReading;
  collect: () => void;
}

/**
 * Gives back what work has left in the heap once the process rests. V8 by itself collects only when more memory is asked for, so that what a start or a
 * history needed would stay (decision 0190).
 */
export function collectAtRest({ read, collect }: HeapAtRestOptions = ofThisProcess()): void {
  let before = read();
  let neededBytes = 0;
  setInterval(() => {
    const { cpuSeconds, heldBytes } = read();
    const isResting = cpuSeconds - before.cpuSeconds < REST_SHARE * (LOOK_MS / 1_000);
    if (isResting && heldBytes - neededBytes >= WORTH_BYTES) {
      collect();
      neededBytes = read().usedBytes;
    }
    before = read();
  }, LOOK_MS).unref();
}

function ofThisProcess(): HeapAtRestOptions {
  // The flag shows the function in contexts that are made from now on.
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  return {
    read: () => {
      const { user, system } = process.cpuUsage();
      const { heapTotal, heapUsed } = process.memoryUsage();
      return { cpuSeconds: (user + system) / 1e6, heldBytes: heapTotal, usedBytes: heapUsed };
    },
    collect,
  };
}
