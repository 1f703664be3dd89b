import { randomUUID } from 'node:crypto';
import { AppError } from '@solvane/contract/errors';
import { LIMITS } from '@solvane/contract/limits';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { answerError, rawErrorAnswer } from './errors.ts';
import { registerJsonBodies } from './json-text.ts';
import type { Metrics } from './metrics.ts';
import { registerSlowSenders, type SlowSenderOptions } from './slow-senders.ts';

export interface ServerOptions {
  log: FastifyBaseLogger;
  trustedProxies: boolean | string[];
  metrics: Metrics;
  /** undefined: as the limits say. */
  slowSenders?: SlowSenderOptions | undefined;
}

/** Time a client has for sending a whole request: uploads over slow lines included. */
const REQUEST_TIMEOUT_MS = 300_000;

/** Time for the head alone. */
const HEAD_TIMEOUT_MS = 20_000;

/** A connection on which nothing moves, as of a client that reads no answer; the longest work takes less, and live streams send a beat. */
const SILENT_CONNECTION_MS = 330_000;

const CLOSE_SWEEP_MS = 50;

/** A server without a route: ids, logs, and an answer in the catalogue's shape to whatever arrives. */
export function createServer({ log, trustedProxies, metrics, slowSenders }: ServerOptions): FastifyInstance {
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: LIMITS.jsonBodyBytes,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: SILENT_CONNECTION_MS,
    http: { headersTimeout: HEAD_TIMEOUT_MS, connectionsCheckingInterval: 5_000 },
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (_error, request, reply) => {
      answerError(new AppError('request.malformed'), request, reply);
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) return;
      socket.end(
        rawErrorAnswer(error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400, randomUUID()),
      );
    },
  });
  app.setErrorHandler(answerError);
  registerSlowSenders(app, slowSenders);
  registerJsonBodies(app);
  app.decorateRequest('principal', undefined);
  app.decorate('mountedEndpoints', []);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onSend', async (request, reply) => {
    // What an API answers belongs to one user and one moment.
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  // A connection that was busy when the server was told to stop is idle once it has its answer, and would be waited for until it times out.
  app.addHook('preClose', async () => {
    if (!app.server.listening) return;
    const sweep = setInterval(() => app.server.closeIdleConnections(), CLOSE_SWEEP_MS);
    app.server.once('close', () => clearInterval(sweep));
  });
  const answered = metrics.histogram('solvane_http_request_seconds', 'Time from a request to the end of its answer', [
    'method',
    'route',
    'status',
  ]);
  app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    answered.observe([request.method, request.routeOptions.url ?? '(none)', String(statusCode)], elapsedTime / 1000);
    logRequest(request, statusCode, elapsedTime);
  });
  return app;
}

function logRequest(request: FastifyRequest, status: number, elapsedMs: number): void {
  const { principal } = request;
  const record = {
    method: request.method,
    // The pattern, not the address: ids and search texts stay out of the log.
    route: request.routeOptions.url ?? '(none)',
    status,
    elapsedMs: Math.round(elapsedMs * 10) / 10,
    ...(principal?.kind === 'user' ? { userId: principal.userId } : {}),
    ...(principal?.kind === 'key' ? { keyId: principal.keyId } : {}),
  };
  if (request.url.startsWith('/api/')) request.log.info(record, 'request');
  else request.log.debug(record, 'request');
}
