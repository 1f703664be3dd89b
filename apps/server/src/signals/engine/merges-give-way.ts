import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

const THREADS = '/proc/self/task';
/** What the engine calls the threads that merge parts of tables. */
const MERGES = 'MergeMutate';
/** A tenth of what others get while they want all of a core; all of it while nobody does. */
export const MERGES_NICE = 10;
const LOOK_AGAIN_MS = 5_000;

/**
 * Has merges give way to whoever waits for an answer. What they do is worth the same a minute later, and while history is computed they take a quarter of
 * all the work there is. They go on under any load, so that parts of tables do not pile up.
 *
 * The engine begins these threads with its first table, and knows no setting for it. Where the system does not let a thread be told apart (not Linux),
 * merges go on as they did.
 */
export function haveMergesGiveWay(): void {
  if (!mergesGiveWay()) setTimeout(haveMergesGiveWay, LOOK_AGAIN_MS).unref();
}

/** @returns whether nothing is left to do: there are such threads, or never will be */
function mergesGiveWay(): boolean {
  if (!existsSync(THREADS)) return true;
  const merging = readdirSync(THREADS)
    .filter((thread) => nameOf(thread) === MERGES)
    .map(Number);
  for (const thread of merging) if (getPriority(thread) < MERGES_NICE) setPriority(thread, MERGES_NICE);
  return merging.length > 0;
}

/** undefined: the thread ended since it was listed. */
function nameOf(thread: string): string | undefined {
  try {
    return readFileSync(`${THREADS}/${thread}/comm`, 'utf8').trim();
  } catch {
    return undefined;
  }
}
