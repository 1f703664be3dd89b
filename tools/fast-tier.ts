import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Seconds a test file took in a whole run, by its path; files that took less than a second are not listed. */
export type TestDurations = Record<string, number>;

/** For a fresh clone: a copy of what a whole run measured, never edited by hand. */
const COMMITTED = 'tools/test-durations.json';
/** Of the last whole run on this machine. */
const MEASURED = '.cache/test-durations.json';

/** Worker seconds of the fast tier: with two workers, the checks before it and files too new to be measured it ends within four minutes. */
const BUDGET_S = 240;

/** Test files the fast tier leaves to the whole run: the slowest ones, once the quicker ones have used the budget. A new file is part of it. */
export function filesBeyondFastTier(durations: TestDurations, budgetS = BUDGET_S): string[] {
  let usedS = 0;
  return Object.entries(durations)
    .sort(([leftName, left], [rightName, right]) => left - right || leftName.localeCompare(rightName))
    .filter(([, seconds]) => {
      usedS += seconds;
      return usedS > budgetS;
    })
    .map(([file]) => file);
}

/** What this machine measured, or else what came with the code; files that no longer exist are left out. */
export function readDurations(root: string): TestDurations {
  const source = [MEASURED, COMMITTED].map((file) => join(root, file)).find(existsSync);
  const durations = source ? (JSON.parse(readFileSync(source, 'utf8')) as TestDurations) : {};
  return Object.fromEntries(Object.entries(durations).filter(([file]) => existsSync(join(root, file))));
}

export function writeDurations(root: string, durations: TestDurations): void {
  const listed = Object.entries(durations)
    .map(([file, seconds]) => [file, Math.round(seconds)] as const)
    .filter(([, seconds]) => seconds >= 1)
    .sort(([left], [right]) => left.localeCompare(right));
  writeFileSync(join(root, MEASURED), `${JSON.stringify(Object.fromEntries(listed), null, 2)}\n`);
}
