import { demoEndpoints } from '@solvane/contract/system';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { readDemoFaults, readDemoProgress } from './demo.queries.ts';

export function demoRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'config'>): void {
  mount(app, demoEndpoints.faults, async ({ caller }) => ({ items: await readDemoFaults(deps, caller) }));
  mount(app, demoEndpoints.progress, () => readDemoProgress(deps));
}
