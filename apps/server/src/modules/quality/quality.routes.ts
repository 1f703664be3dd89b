import { invalidationEndpoints } from '@solvane/contract/invalidations';
import { qualityEndpoints } from '@solvane/contract/quality';
import { defaultQualityConfiguration } from '@solvane/energy/quality/default-configuration';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import type { ConfigureDeps } from '../configuration/change-configuration.ts';
import { saveInvalidation, undoInvalidation } from './invalidation/invalidations.commands.ts';
import { searchInvalidations } from './invalidation/invalidations.queries.ts';
import {
  assignQualityConfiguration,
  createQualityConfiguration,
  removeQualityConfiguration,
  saveQualityConfiguration,
  unassignQualityConfiguration,
} from './quality.commands.ts';
import {
  compareQualityVersions,
  getQualityConfiguration,
  listQualityConfigurations,
  readQualityUsage,
  toContent,
} from './quality.queries.ts';

export function qualityRoutes(app: FastifyInstance, deps: ConfigureDeps): void {
  const { db, now } = deps;
  mount(app, qualityEndpoints.list, async ({ caller }) => ({ items: await listQualityConfigurations(db, caller, now()) }));
  mount(app, qualityEndpoints.defaults, () => toContent(defaultQualityConfiguration()));
  mount(app, qualityEndpoints.get, ({ caller, body }) => getQualityConfiguration(db, caller, { ...body, nowMs: now() }));
  mount(app, qualityEndpoints.usage, async ({ caller, body }) => ({
    items: await readQualityUsage(db, caller, { ...body, nowMs: now() }),
  }));
  mount(app, qualityEndpoints.compare, async ({ caller, body }) => ({ differences: await compareQualityVersions(db, caller, body) }));
  mount(app, qualityEndpoints.create, ({ caller, body }) => createQualityConfiguration(deps, caller, body));
  mount(app, qualityEndpoints.save, ({ caller, body }) => saveQualityConfiguration(deps, caller, body));
  mount(app, qualityEndpoints.remove, ({ caller, body }) => removeQualityConfiguration(deps, caller, body));
  mount(app, qualityEndpoints.assign, ({ caller, body }) => assignQualityConfiguration(deps, caller, body));
  mount(app, invalidationEndpoints.search, ({ caller, body }) => searchInvalidations(db, caller, body));
  mount(app, invalidationEndpoints.save, ({ caller, body }) => saveInvalidation(deps, caller, body));
  mount(app, invalidationEndpoints.undo, ({ caller, body }) => undoInvalidation(deps, caller, body.id));
  mount(app, qualityEndpoints.unassign, ({ caller, body }) => unassignQualityConfiguration(deps, caller, body));
}
