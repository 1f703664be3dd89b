import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** A third of the share that threads get which serve users, where there is not enough for all; all of it where there is. */
const NICENESS = 5;

/** Lets threads that serve users go first: for one that calculates, called in it. On Linux only, where each thread has a priority of its own. */
export function yieldToUsers(): void {
  try {
    // `<process>/task/<thread>` of the thread that reads it.
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICENESS);
  } catch {
    // Without priorities all are equal.
  }
}
