import fastifyRateLimit from '@fastify/rate-limit';
import { LIMITS } from '@solvane/contract/limits';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countedAddress } from './addresses.ts';
import type { HttpPlatform } from './platform.ts';

/** Counts per user, key, or address of callers without a session. Sign-in has a stricter limit of its own. */
export async function createRateLimit(app: FastifyInstance): Promise<HttpPlatform['limitRate']> {
  await app.register(fastifyRateLimit, { global: false });
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

function whoAsks(request: FastifyRequest): string {
  const { principal } = request;
  if (!principal) return `address ${countedAddress(request)}`;
  return principal.kind === 'key' ? `key ${principal.keyId}` : `user ${principal.userId}`;
}
