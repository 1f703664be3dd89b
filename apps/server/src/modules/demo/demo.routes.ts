import type { ResponseOf } from '@solvane/contract/endpoint';
import type { SiteId } from '@solvane/contract/ids';
import { demoEndpoints } from '@solvane/contract/system';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { findDemoState } from './demo-state.ts';

type DemoProgress = ResponseOf<typeof demoEndpoints.progress>;

export function demoRoutes(app: FastifyInstance, { db, config }: Pick<Deps, 'db' | 'config'>): void {
  const { demo } = config;
  mount(app, demoEndpoints.truths, async ({ caller }) => {
    const state = demo === 'off' ? undefined : await findDemoState(db);
    return { items: (state?.truths ?? []).filter(({ siteId }) => caller.siteIds.has(siteId as SiteId)) };
  });
  mount(app, demoEndpoints.progress, async (): Promise<DemoProgress> => {
    const state = demo === 'off' ? undefined : await findDemoState(db);
    return { demo, stage: state?.stage ?? (demo === 'off' ? 'off' : 'recent'), share: state?.share ?? 0 };
  });
}
