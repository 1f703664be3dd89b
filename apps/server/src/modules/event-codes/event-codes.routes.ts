import { eventCategorySetEndpoints, eventCodeSetEndpoints } from '@solvane/contract/event-codes';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import type { ConfigureDeps } from '../fleet/change-configuration.ts';
import { listCategorySets, prioritizeCategory, removeCategorySet, saveCategorySet } from './category-sets.ts';
import { getCodeSet, listCodeSets, overrideCodes, removeCodeSet, saveCodeSet } from './code-sets.ts';
import { listUnmappedCodes } from './unmapped-codes.ts';

export function eventCodeRoutes(app: FastifyInstance, deps: ConfigureDeps): void {
  const { db } = deps;
  mount(app, eventCodeSetEndpoints.list, async ({ caller }) => ({ items: await listCodeSets(db, caller) }));
  mount(app, eventCodeSetEndpoints.get, ({ caller, body }) => getCodeSet(db, caller, body));
  mount(app, eventCodeSetEndpoints.save, ({ caller, body }) => saveCodeSet(deps, caller, body));
  mount(app, eventCodeSetEndpoints.override, ({ caller, body }) => overrideCodes(deps, caller, body));
  mount(app, eventCodeSetEndpoints.remove, ({ caller, body }) => removeCodeSet(deps, caller, body.setId));
  mount(app, eventCodeSetEndpoints.unmapped, async ({ caller, body }) => ({ items: await listUnmappedCodes(db, caller, body.siteIds) }));

  mount(app, eventCategorySetEndpoints.list, async ({ caller }) => ({ items: await listCategorySets(db, caller) }));
  mount(app, eventCategorySetEndpoints.save, ({ caller, body }) => saveCategorySet(deps, caller, body));
  mount(app, eventCategorySetEndpoints.prioritize, ({ caller, body }) => prioritizeCategory(deps, caller, body));
  mount(app, eventCategorySetEndpoints.remove, ({ caller, body }) => removeCategorySet(deps, caller, body.setId));
}
