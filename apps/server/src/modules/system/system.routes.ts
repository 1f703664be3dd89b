import { systemEndpoints } from '@solvane/contract/system';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mountPublic } from '../../http/mount.ts';

export type SystemDeps = Pick<Deps, 'readiness'>;

export function systemRoutes(app: FastifyInstance, { readiness }: SystemDeps): void {
  mountPublic(app, systemEndpoints.health, ({ reply }) => {
    const missing = readiness.missing();
    reply.code(missing.length === 0 ? 200 : 503);
    return { status: missing.length === 0 ? ('ok' as const) : ('starting' as const), missing };
  });
}
