import { LIMITS } from '@solvane/contract/limits';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRateLimit } from './rate-limit.ts';

let app: FastifyInstance;
beforeEach(() => {
  app = fastify();
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

test('a clock that is set back extends the time of no refusal', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const limitRate = await createRateLimit(app);
  const request = { ip: '203.0.113.7', headers: {}, routeOptions: { config: {} } } as unknown as FastifyRequest;
  for (let count = 0; count < LIMITS.anonymousRequestsPerMinute; count += 1) expect((await limitRate(request)).isAllowed).toBe(true);
  vi.setSystemTime(Date.now() - 2 * 86_400_000);
  const refusal = await limitRate(request);
  expect(refusal.isAllowed).toBe(false);
  expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(60);
  vi.advanceTimersByTime(60_000);
  expect((await limitRate(request)).isAllowed).toBe(true);
});

test('what was counted longest ago makes way for new callers, however many they are', async () => {
  const limitRate = await createRateLimit(app);
  const from = (at: number) =>
    ({ ip: `10.${at >> 16}.${(at >> 8) % 256}.${at % 256}`, headers: {}, routeOptions: { config: {} } }) as unknown as FastifyRequest;
  for (let count = 0; count < LIMITS.anonymousRequestsPerMinute; count += 1) await limitRate(from(0));
  for (let at = 1; at <= 4_000; at += 1) await limitRate(from(at));
  expect((await limitRate(from(0))).isAllowed).toBe(false);
  for (let at = 1; at <= 6_000; at += 1) await limitRate(from(at));
  expect((await limitRate(from(0))).isAllowed).toBe(true);
});
