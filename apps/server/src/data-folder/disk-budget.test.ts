import { expect, test } from 'vitest';
import { createDiskBudget } from './disk-budget.ts';

const MB = 1024 ** 2;

test('bodies in flight take at most half of what is free above the reserve, all of them together', async () => {
  let inFlight = 0;
  const budget = createDiskBudget({ readSpace: async () => ({ freeBytes: 110 * MB - inFlight, reserveBytes: 10 * MB }), now: () => 0 });
  for (let body = 0; body < 5; body++) {
    await budget.take(10 * MB);
    inFlight += 10 * MB;
  }
  await expect(budget.take(MB)).rejects.toMatchObject({ code: 'storage.full' });
  budget.release(10 * MB);
  inFlight -= 10 * MB;
  await expect(budget.take(10 * MB)).resolves.toBeUndefined();
});

test('below the reserve nothing is taken', async () => {
  const budget = createDiskBudget({ readSpace: async () => ({ freeBytes: 5 * MB, reserveBytes: 10 * MB }), now: () => 0 });
  await expect(budget.take(1)).rejects.toMatchObject({ code: 'storage.full' });
});
