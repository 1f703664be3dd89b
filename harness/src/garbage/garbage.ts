import { performance } from 'node:perf_hooks';
import { firstDifference } from '../first-difference.ts';
import type { HarnessOptions } from '../options.ts';
import type { Part } from '../part.ts';
import { createRandom } from '../random.ts';
import type { CheckResult, Failure } from '../result.ts';
import { GARBAGE_CHECKS, type GarbageCheck } from './attacks.ts';
import { type Attack, LATEST_MS, openTarget, type Target } from './target.ts';

export const garbagePart: Part = {
  title: 'Garbage',
  async *run(options) {
    const target = await openTarget();
    try {
      for (const check of GARBAGE_CHECKS) if (check.name.includes(options.only ?? '')) yield await runGarbage(target, check, options);
    } finally {
      await target.dispose();
    }
  },
};

const AT_ONCE = 8;
const BATCH = 200;
const LONGEST_DELAY_MS = 200;
/** Of a batch that held the main thread up. */
const SUSPECTS = 10;
const KEPT_FAILURES = 20;

interface Case {
  seed: number;
  attack: Attack;
  ms: number;
}

/** Sends the cases, and reports each that was answered by 5xx or too late, that made the product log a failure, or that held the main thread up. */
export async function runGarbage(
  target: Target,
  check: GarbageCheck,
  { isLong, seed, loops, minutes = Number.POSITIVE_INFINITY }: Pick<HarnessOptions, 'isLong' | 'seed' | 'loops' | 'minutes'>,
): Promise<CheckResult> {
  const startMs = performance.now();
  const count = loops ?? check.cases[isLong ? 'long' : 'short'];
  const failures: Failure[] = [];
  const statuses = new Map<string, number>();
  const before = check.mustRefuse ? await readSteady(target) : undefined;
  let sent = 0;
  for (let from = 0; from < count && performance.now() - startMs < minutes * 60_000; from += BATCH) {
    const seeds = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => seed + from + index);
    sent += seeds.length;
    await target.readMainThread();
    const cases = await sendAll(target, check, { seeds, failures, statuses });
    failures.push(
      ...target.findProblems().map((line) => ({ seed: seed + from, message: `up to ${BATCH} cases from here: logged ${line}` })),
    );
    const ending = await target.revive();
    if (ending !== undefined) failures.push({ seed: seed + from, message: `after up to ${BATCH} cases from here ${ending}` });
    failures.push(...(await findLate(target, cases)));
    if (isLong && (await target.readMainThread()).longestDelayMs > LONGEST_DELAY_MS) failures.push(...(await findSlow(target, cases)));
  }
  if (before)
    failures.push(...(await findChanged(target, before)).map((change) => ({ seed, message: `a refused request changed ${change}` })));
  const answered = [...statuses].sort().map(([status, times]) => `${status} ${times}`);
  return {
    name: `${check.name} (${answered.join(', ')})`,
    cases: sent,
    failures: failures.slice(0, KEPT_FAILURES),
    seconds: (performance.now() - startMs) / 1_000,
  };
}

async function sendAll(
  target: Target,
  check: GarbageCheck,
  { seeds, failures, statuses }: { seeds: readonly number[]; failures: Failure[]; statuses: Map<string, number> },
): Promise<Case[]> {
  const queue = [...seeds];
  const cases: Case[] = [];
  const sendNext = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const attack = check.attack(createRandom(next));
      const { status, ms, problem } = await judge(target, check, attack);
      const group = groupOf(status);
      statuses.set(group, (statuses.get(group) ?? 0) + 1);
      if (problem) failures.push({ seed: next, message: `${attack.name}: ${problem}` });
      cases.push({ seed: next, attack, ms });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
  return cases;
}

/** Where an attack came no further than the door is shown by itself: it says nothing about what is behind. */
function groupOf(status: number): string {
  if (status === 401 || status === 429) return String(status);
  return status === 0 ? 'none' : `${Math.floor(status / 100)}xx`;
}

interface Judged {
  /** 0: none. */
  status: number;
  ms: number;
  problem: string | undefined;
}

async function judge(target: Target, { mustRefuse }: GarbageCheck, attack: Attack): Promise<Judged> {
  try {
    const { status, ms, text } = await target.send(attack);
    if (status >= 500) return { status, ms, problem: `answered ${status}: ${text.slice(0, 300)} ${target.findLog(text)}` };
    if (mustRefuse && status < 400) return { status, ms, problem: `took what has to be refused (${status})` };
    return { status, ms, problem: undefined };
  } catch (error) {
    return { status: 0, ms: 0, problem: `gave no answer: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Repeats what came late by itself: late each time is the case, anything else is the load of the machine. */
async function findLate(target: Target, cases: readonly Case[]): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (const { seed, attack, ms } of cases.filter((each) => each.ms > LATEST_MS)) {
    let leastMs = ms;
    for (let tries = 0; tries < 3 && leastMs > LATEST_MS; tries += 1)
      leastMs = Math.min(
        leastMs,
        await target.send(attack).then(
          (answer) => answer.ms,
          () => Number.POSITIVE_INFINITY,
        ),
      );
    if (leastMs > LATEST_MS) failures.push({ seed, message: `${attack.name}: answered after ${Math.round(leastMs)} ms at the earliest` });
  }
  return failures;
}

/** Repeats the slowest by themselves: a case that holds the main thread up alone each time is the cause, anything else is the machine. */
async function findSlow(target: Target, cases: readonly Case[]): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (const { seed, attack } of cases.toSorted((left, right) => right.ms - left.ms).slice(0, SUSPECTS)) {
    const delays: number[] = [];
    for (let tries = 0; tries < 3; tries += 1) {
      const before = await target.readMainThread();
      await target.send(attack).catch(() => undefined);
      const after = await target.readMainThread();
      // A delay in which the process did not run is the machine's.
      delays.push(Math.min(after.longestDelayMs, after.cpuMs - before.cpuMs));
    }
    const least = Math.min(...delays);
    if (least > LONGEST_DELAY_MS) failures.push({ seed, message: `${attack.name}: held the main thread for ${Math.round(least)} ms` });
  }
  return failures;
}

/** Lists that answer the same twice: clocks and counters of the product itself are left out. */
async function readSteady(target: Target): Promise<Map<string, string>> {
  const [first, second] = [await target.readAll(), await target.readAll()];
  return new Map([...first].filter(([name, text]) => second.get(name) === text));
}

async function findChanged(target: Target, before: ReadonlyMap<string, string>): Promise<string[]> {
  const after = await target.readAll();
  return [...before]
    .filter(([name, text]) => after.get(name) !== text)
    .map(([name, text]) => `${name}: ${firstDifference(text, after.get(name) ?? '')}`);
}
