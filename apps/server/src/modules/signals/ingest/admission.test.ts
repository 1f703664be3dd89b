import { expect, test } from 'vitest';
import { createAdmission } from './admission.ts';

test('work waits for a place, and beyond the queue plants are asked to come back', async () => {
  const admission = createAdmission({ places: 1, waiting: 1, retryAfterSeconds: 5 });
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = admission.run(async () => {
    await gate.promise;
    order.push('first');
  });
  const second = admission.run(async () => {
    order.push('second');
  });
  await expect(admission.run(async () => undefined)).rejects.toMatchObject({ code: 'ingest.busy', values: { retryAfterSeconds: 5 } });
  gate.resolve();
  await Promise.all([first, second]);
  expect(order).toEqual(['first', 'second']);
});

test('a failure gives its place back', async () => {
  const admission = createAdmission({ places: 1, waiting: 0, retryAfterSeconds: 5 });
  await expect(admission.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(admission.run(() => Promise.resolve('next'))).resolves.toBe('next');
});
