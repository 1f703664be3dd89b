import type { ResponseOf } from '@solvane/contract/endpoint';
import type { SiteId } from '@solvane/contract/ids';
import { demoEndpoints } from '@solvane/contract/system';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { findDemoState, listDemoFaults, NOTHING_FED } from './demo-state.ts';

type DemoProgress = ResponseOf<typeof demoEndpoints.progress>;

export function demoRoutes(app: FastifyInstance, { db, config }: Pick<Deps, 'db' | 'config'>): void {
  const { demo } = config;
  mount(app, demoEndpoints.faults, async ({ caller }) => {
    const faults = demo === 'off' ? [] : await listDemoFaults(db);
    return { items: faults.filter(({ siteId }) => caller.siteIds.has(siteId as SiteId)) };
  });
  mount(app, demoEndpoints.progress, async (): Promise<DemoProgress> => {
    if (demo === 'off') return { demo, stage: 'off', share: 0 };
    const { stage, share } = (await findDemoState(db)) ?? NOTHING_FED;
    return { demo, stage, share };
  });
}
