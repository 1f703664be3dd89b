import { afterAll, beforeAll, expect, test } from 'vitest';
import { GARBAGE_CHECKS } from './attacks.ts';
import { runGarbage } from './garbage.ts';
import { openTarget, type Target } from './target.ts';

let target: Target;
beforeAll(async () => {
  target = await openTarget();
}, 120_000);
afterAll(() => target.dispose());

test.for(GARBAGE_CHECKS)('$name: refused or taken, never an error of the server', { timeout: 300_000 }, async (check) => {
  const { cases, failures } = await runGarbage(target, check, { isLong: false, seed: 1, loops: undefined, minutes: undefined });
  expect(failures).toEqual([]);
  expect(cases).toBe(check.cases.short);
});
