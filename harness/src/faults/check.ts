import { performance } from 'node:perf_hooks';
import type { HarnessOptions } from '../options.ts';
import { createRandom } from '../random.ts';
import type { CheckResult, Failure } from '../result.ts';

/** One kind of fault against one kind of work, in loops. */
export interface FaultCheck {
  name: string;
  /** The short form runs what is cheap enough for `npm test`; 0: only by hand. */
  loops: { short: number; long: number };
  /** Why it cannot run on this machine; undefined: it can. */
  findObstacle?(): string | undefined;
  /** What the loops share: a plant with its product, used until a loop fails. */
  open(options: { isLong: boolean }): Promise<FaultWorld>;
}

export interface FaultWorld {
  /** One fault and what must hold after it. @throws Error that says what did not hold */
  loop(random: () => number): Promise<void>;
  dispose(): Promise<void>;
}

/** Runs the loops, each with a seed of its own; after a failure the next loop begins on a new world. */
export async function runCheck(
  check: FaultCheck,
  { isLong, seed, loops, minutes = Number.POSITIVE_INFINITY }: Pick<HarnessOptions, 'isLong' | 'seed' | 'loops' | 'minutes'>,
): Promise<CheckResult> {
  const skipped = check.findObstacle?.();
  if (skipped !== undefined) return { name: check.name, cases: 0, failures: [], seconds: 0, skipped };
  const startMs = performance.now();
  const count = loops ?? check.loops[isLong ? 'long' : 'short'];
  const failures: Failure[] = [];
  let cases = 0;
  let world: FaultWorld | undefined;
  try {
    for (; cases < count && performance.now() - startMs < minutes * 60_000; cases += 1)
      try {
        world ??= await check.open({ isLong });
        await world.loop(createRandom(seed + cases));
      } catch (error) {
        failures.push({ seed: seed + cases, message: error instanceof Error ? error.message : String(error) });
        await world?.dispose();
        world = undefined;
      }
  } finally {
    await world?.dispose();
  }
  return { name: check.name, cases, failures, seconds: (performance.now() - startMs) / 1000 };
}
