import { performanceEndpoints } from '@solvane/contract/performance';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { openPreviewThread } from './computation/open-threads.ts';
import { preview } from './preview.ts';
import { readProgress } from './progress.queries.ts';
import type { LoadOverlays } from './queue/load-task.ts';
import { recompute } from './recompute.commands.ts';

export interface PerformanceDeps extends Pick<Deps, 'db' | 'now' | 'signals'> {
  loadOverlays: LoadOverlays;
}

export function performanceRoutes(app: FastifyInstance, { db, now, signals, loadOverlays }: PerformanceDeps): void {
  const runner = openPreviewThread(signals);
  app.addHook('onClose', () => runner.close());
  const { registry } = signals;
  mount(app, performanceEndpoints.progress, ({ caller }) => readProgress(db, caller, now()));
  mount(app, performanceEndpoints.recompute, ({ caller, body }) => recompute({ db, now }, caller, body));
  mount(app, performanceEndpoints.preview, ({ caller, body }) => preview({ db, now, registry, loadOverlays, runner }, caller, body));
}
