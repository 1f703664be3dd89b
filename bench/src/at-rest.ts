import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { performanceEndpoints } from '@solvane/contract/performance';
import type { HttpUser } from '@solvane/testing/http-user';
import type { RunningProduct } from '@solvane/testing/product';

/** History rests for 15 s before it is computed. */
const BEFORE_MS = 16_000;
const LOOK_MS = 2_000;
/** Roll-ups are merged half a minute after the last of them was written, at the next look, which comes every 15 s. */
const QUIET_MS = 50_000;
/** Of one core, over that time: live work that never ends takes less. */
const QUIET_SHARE = 0.2;

/** Reads are measured when nothing else works: no calculations, no roll-ups, no merges. */
export async function atRest({ product, user }: { product: RunningProduct; user: HttpUser }, seconds = 900): Promise<void> {
  await delay(BEFORE_MS);
  await untilComputed(user, seconds);
  const looks = QUIET_MS / LOOK_MS;
  for (const used: number[] = []; ; ) {
    used.push(cpuSecondsOf(product.pid));
    const lately = (used.at(-1) ?? Number.NaN) - (used.at(-1 - looks) ?? Number.NaN);
    // Where it cannot be known, waiting has to do.
    if (used.length > looks && !(lately > QUIET_SHARE * (QUIET_MS / 1_000))) return;
    await delay(LOOK_MS);
  }
}

/** Asking costs the product some ten milliseconds: asked all the time, the question would be measured with the work. */
const ASK_MS = 500;

export async function countWaiting(user: HttpUser): Promise<number> {
  return (await readProgress(user)).waiting;
}

/** Neighbours of the running day wait on purpose: two of them per site may be left. */
export async function untilComputed(user: HttpUser, seconds: number): Promise<void> {
  await until(async () => (await readProgress(user)).isComputed, seconds, ASK_MS);
}

async function readProgress(user: HttpUser): Promise<{ waiting: number; isComputed: boolean }> {
  const { items } = await user.poll(performanceEndpoints.progress, {});
  const failed = items.flatMap(({ siteId, failed: days }) => days.map(({ day, error }) => `${siteId} ${day}: ${error}`));
  if (failed.length > 0) throw new Error(`Days could not be computed: ${failed.slice(0, 5).join('; ')}`);
  return {
    waiting: items.reduce((sum, { waitingDays }) => sum + waitingDays, 0),
    isComputed: items.every(({ isComputing, waitingDays }) => !isComputing && waitingDays <= 2),
  };
}

export async function until(isTrue: () => Promise<boolean>, seconds: number, everyMs = 50): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`Not within ${seconds} s`);
    await delay(everyMs);
  }
}

/** Of a process and those that it started, as the product and its engine. Linux only; elsewhere NaN. */
export function cpuSecondsOf(pid: number | undefined): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    return [String(pid), ...children].filter(Boolean).reduce((sum, each) => sum + ticksOf(each) / 100, 0);
  } catch {
    return Number.NaN;
  }
}

function ticksOf(pid: string): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
