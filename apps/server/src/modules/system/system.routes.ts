import { AppError } from '@solvane/contract/errors';
import { jobEndpoints, systemEndpoints } from '@solvane/contract/system';
import type { FastifyInstance } from 'fastify';
import { identify, mount, mountPublic } from '../../http/mount.ts';
import { readHealth } from './health.ts';
import { describeApi } from './openapi.ts';
import { registerProcessMetrics } from './process-metrics.ts';
import { createStreamHub } from './stream-hub.ts';
import { listJobs } from './stream-messages.ts';
import { systemJobs } from './system.jobs.ts';
import { mayReadMetrics } from './system.policy.ts';
import type { SystemDeps } from './system-deps.ts';
import { readVersion } from './version.ts';

export function systemRoutes(app: FastifyInstance, deps: SystemDeps): void {
  const { config, metrics, db, now } = deps;
  const version = readVersion(config.webFolder);
  const hub = createStreamHub(deps);
  systemJobs(deps);
  app.addHook('preClose', async () => hub.close());
  registerProcessMetrics(deps, hub);
  let description: Record<string, unknown> | undefined;

  mountPublic(app, systemEndpoints.version, ({ reply }) => {
    reply.header('cache-control', 'no-cache');
    return { version };
  });

  mountPublic(app, systemEndpoints.health, async ({ reply }) => {
    const health = await readHealth(deps);
    reply.code(health.status === 'ok' ? 200 : 503).header('cache-control', 'no-store');
    return health;
  });

  mountPublic(app, systemEndpoints.metrics, ({ request, reply }) => {
    if (!mayReadMetrics(request, config)) throw new AppError('auth.required');
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(metrics.render());
  });

  mount(app, systemEndpoints.openapi, () => {
    description ??= describeApi(version);
    return description;
  });

  mount(app, systemEndpoints.stream, async ({ request, reply, query }) => {
    // A connection that the browser opened again names a later message than its address does.
    const lastEventId = Number(request.headers['last-event-id'] ?? query.since);
    const sinceMs = Number.isSafeInteger(lastEventId) && lastEventId > 0 ? lastEventId : undefined;
    reply.hijack();
    const headers = { ...reply.getHeaders(), 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' };
    reply.raw.writeHead(200, headers as Record<string, string>);
    let isOpen = false;
    try {
      isOpen = await hub.open(reply.raw, { identify: () => identify(app, request, reply), sinceMs });
    } finally {
      // A browser whose stream ends tries again; one that is never answered waits for ever.
      if (!isOpen) reply.raw.end();
    }
    return reply;
  });

  mount(app, jobEndpoints.list, async ({ caller }) => ({ items: await listJobs(db, caller, now()) }));
}
