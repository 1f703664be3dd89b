import fastifyRateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import { LIMITS } from '@solvane/contract/limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countedAddress } from './addresses.ts';
import type { HttpPlatform } from './platform.ts';

/** Counts per user, key, or address of callers without a session. Sign-in has a stricter limit of its own. */
export async function createRateLimit(app: FastifyInstance): Promise<HttpPlatform['limitRate']> {
  await app.register(fastifyRateLimit, { global: false, store: MonotonicStore });
  const check = app.createRateLimit({
    timeWindow: 60_000,
    keyGenerator: whoAsks,
    max: (request) => (request.principal ? LIMITS.requestsPerMinute : LIMITS.anonymousRequestsPerMinute),
  });
  return async (request) => {
    const state = await check(request);
    return state.isAllowed || !state.isExceeded
      ? { isAllowed: true, retryAfterSeconds: 0 }
      : { isAllowed: false, retryAfterSeconds: state.ttlInSeconds };
  };
}

/** Of callers: the one that was counted longest ago makes way. */
const MOST_COUNTS = 5_000;

/** Counts by time that no one sets: with that of the library, a clock that is set back by a day extends refusals by a day. */
class MonotonicStore implements FastifyRateLimitStore {
  readonly #counts = new Map<string, { current: number; startMs: number }>();

  incr(key: string, callback: (error: Error | null, result: { current: number; ttl: number }) => void, windowMs: number): void {
    const nowMs = performance.now();
    const former = this.#counts.get(key);
    const isOver = former === undefined || nowMs - former.startMs >= windowMs;
    const count = isOver ? { current: 1, startMs: nowMs } : { ...former, current: former.current + 1 };
    this.#counts.delete(key);
    this.#counts.set(key, count);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > MOST_COUNTS && oldest !== undefined) this.#counts.delete(oldest);
    callback(null, { current: count.current, ttl: windowMs - (nowMs - count.startMs) });
  }

  child(): MonotonicStore {
    return this;
  }
}

function whoAsks(request: FastifyRequest): string {
  const { principal } = request;
  if (!principal) return `address ${countedAddress(request)}`;
  return principal.kind === 'key' ? `key ${principal.keyId}` : `user ${principal.userId}`;
}
