import { expect, test } from 'vitest';
import { createAdmission } from './admission.ts';

test('bodies of one key wait for each other, and leave a slot for another key', async () => {
  const admission = createAdmission({ slots: 2, slotsPerKey: 1 });
  const finished: string[] = [];
  const first = Promise.withResolvers<void>();
  const running = [
    admission.run('a', async () => {
      await first.promise;
      finished.push('a1');
    }),
    admission.run('a', async () => finished.push('a2')),
    admission.run('b', async () => finished.push('b1')),
  ];
  await running[2];
  expect(finished).toEqual(['b1']);
  first.resolve();
  await Promise.all(running);
  expect(finished).toEqual(['b1', 'a1', 'a2']);
});

test('a body that fails frees its slot', async () => {
  const admission = createAdmission({ slots: 1, slotsPerKey: 1 });
  await expect(admission.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(admission.run('b', () => Promise.resolve('next'))).resolves.toBe('next');
});
