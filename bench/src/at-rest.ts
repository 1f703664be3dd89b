import { setTimeout as delay } from 'node:timers/promises';
import { performanceEndpoints } from '@solvane/contract/performance';
import type { HttpUser } from '@solvane/testing/http-user';

/** History rests for 15 s before it is computed; what is computed is rolled up for some seconds more. */
const BEFORE_MS = 16_000;
const AFTER_MS = 10_000;

/** Reads are measured when nothing else works: neither calculations nor roll-ups. */
export async function atRest(user: HttpUser): Promise<void> {
  await delay(BEFORE_MS);
  await untilComputed(user, 900);
  await delay(AFTER_MS);
}

export async function countWaiting(user: HttpUser): Promise<number> {
  const { items } = await user.call(performanceEndpoints.progress, {});
  const failed = items.flatMap(({ siteId, failed: days }) => days.map(({ day, error }) => `${siteId} ${day}: ${error}`));
  if (failed.length > 0) throw new Error(`Days could not be computed: ${failed.slice(0, 5).join('; ')}`);
  return items.reduce((sum, { waitingDays }) => sum + waitingDays, 0);
}

/** Neighbours of the running day wait on purpose: two of them per site may be left. */
export async function untilComputed(user: HttpUser, seconds: number): Promise<void> {
  const { items } = await user.call(performanceEndpoints.progress, {});
  await until(async () => (await countWaiting(user)) <= 2 * items.length && (await nothingRuns(user)), seconds);
}

async function nothingRuns(user: HttpUser): Promise<boolean> {
  const { items } = await user.call(performanceEndpoints.progress, {});
  return items.every(({ isComputing, waitingDays }) => !isComputing && waitingDays <= 2);
}

export async function until(isTrue: () => Promise<boolean>, seconds: number): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`Not within ${seconds} s`);
    await delay(50);
  }
}
