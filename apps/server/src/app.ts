import { randomUUID } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import fastifyRateLimit from '@fastify/rate-limit';
import { AppError } from '@solvane/contract/errors';
import { LIMITS } from '@solvane/contract/limits';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Deps } from './deps.ts';
import { answerError, rawErrorAnswer } from './http/errors.ts';
import { readFeatures } from './http/features.ts';
import { createSiteDirectory } from './http/scope.ts';
import { registerCompression, registerSecurityHeaders } from './http/security.ts';
import { registerWebFiles } from './http/web-files.ts';
import { createAuthenticate } from './modules/access/authenticate.ts';
import { systemRoutes } from './modules/system/system.routes.ts';
import './http/platform.ts';

/** The whole HTTP side, not listening yet. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { config, log, readiness } = deps;
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    disableRequestLogging: true,
    trustProxy: config.trustedProxies,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: LIMITS.jsonBodyBytes,
    requestTimeout: 300_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (_error, request, reply) => {
      answerError(new AppError('request.malformed'), request, reply);
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) return;
      const tooLong = error.code === 'HPE_HEADER_OVERFLOW';
      socket.end(rawErrorAnswer('request.malformed', randomUUID(), tooLong ? '431 Request Header Fields Too Large' : '400 Bad Request'));
    },
  });
  app.setErrorHandler(answerError);
  app.decorateRequest('principal', undefined);
  app.decorate('mountedEndpoints', []);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => logRequest(request, reply.statusCode, reply.elapsedTime));
  app.addHook('onSend', async (request, reply) => {
    // What an API answers belongs to one user and one moment.
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  await registerSecurityHeaders(app);
  await registerCompression(app);
  await app.register(fastifyCookie);
  await app.register(fastifyRateLimit, { global: false });
  const checkRate = app.createRateLimit({
    timeWindow: 60_000,
    keyGenerator: rateKey,
    max: (request) => (request.principal ? LIMITS.requestsPerMinute : LIMITS.anonymousRequestsPerMinute),
  });
  app.decorate('platform', {
    authenticate: createAuthenticate(deps),
    findSiteDirectory: createSiteDirectory(deps.db),
    isFeatureOn: async (feature) => (await readFeatures(deps.db))[feature],
    isReady: readiness.isReady,
    strictResponses: config.strictResponses,
    limitRate: async (request) => {
      const state = await checkRate(request);
      return state.isAllowed || !state.isExceeded
        ? { isAllowed: true, retryAfterSeconds: 0 }
        : { isAllowed: false, retryAfterSeconds: state.ttlInSeconds };
    },
  });
  systemRoutes(app, deps);
  await registerWebFiles(app, config.webFolder);
  return app;
}

function rateKey(request: FastifyRequest): string {
  const { principal } = request;
  if (!principal) return `address ${request.ip}`;
  return principal.kind === 'key' ? `key ${principal.keyId}` : `user ${principal.userId}`;
}

function logRequest(request: FastifyRequest, status: number, elapsedMs: number): void {
  const { principal } = request;
  request.log.info(
    {
      method: request.method,
      // The pattern, not the address: ids and search texts stay out of the log.
      route: request.routeOptions.url ?? '(none)',
      status,
      elapsedMs: Math.round(elapsedMs * 10) / 10,
      ...(principal?.kind === 'user' ? { userId: principal.userId } : {}),
      ...(principal?.kind === 'key' ? { keyId: principal.keyId } : {}),
    },
    'request',
  );
}
