import { expect, test } from 'vitest';
import { runCheck } from './check.ts';
import { FAULT_CHECKS } from './faults.ts';

for (const check of FAULT_CHECKS)
  test.skipIf(check.findObstacle?.() !== undefined || check.loops.short === 0)(check.name, { timeout: 300_000 }, async () => {
    const { cases, failures } = await runCheck(check, { isLong: false, seed: 1, loops: undefined, minutes: undefined });
    expect(failures).toEqual([]);
    expect(cases).toBe(check.loops.short);
  });
