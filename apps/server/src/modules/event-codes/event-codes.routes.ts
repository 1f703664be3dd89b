import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { eventCategorySetEndpoints, eventCodeSetEndpoints } from '@solvane/contract/event-codes';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../http/caller.ts';
import { mount } from '../../http/mount.ts';
import { readUpload } from '../../http/upload.ts';
import type { ConfigureDeps } from '../configuration/change-configuration.ts';
import {
  getCategorySetVersion,
  listCategorySetVersions,
  prioritizeCategory,
  removeCategorySet,
  reorderCategories,
  saveCategorySet,
} from './categories/category-sets.ts';
import { listCategorySets } from './categories/list-category-sets.ts';
import { exportCodes, readCodeFile } from './code-sets/code-files.ts';
import {
  getCodeSet,
  getCodeSetVersion,
  listCodeSets,
  listCodeSetVersions,
  overrideCodes,
  removeCodeSet,
  saveCodeSet,
} from './code-sets/code-sets.ts';
import { mapCodes } from './mapping/map-codes.ts';
import { listUnmappedCodes } from './mapping/unmapped-codes.ts';

type Impact = typeof eventCodeSetEndpoints.impact;

interface EventCodeDeps extends ConfigureDeps {
  /** Where files are made before they are sent. */
  exportFolder: string;
  /** The calculation knows what a change would do. */
  codeImpact: (caller: Caller, change: BodyOf<Impact>) => Promise<ResponseOf<Impact>>;
}

export function eventCodeRoutes(app: FastifyInstance, deps: EventCodeDeps): void {
  const { db, exportFolder, codeImpact } = deps;
  mount(app, eventCodeSetEndpoints.list, async ({ caller }) => ({ items: await listCodeSets(db, caller) }));
  mount(app, eventCodeSetEndpoints.get, ({ caller, body }) => getCodeSet(db, caller, body));
  mount(app, eventCodeSetEndpoints.versions, async ({ caller, body }) => ({ items: await listCodeSetVersions(db, caller, body) }));
  mount(app, eventCodeSetEndpoints.version, ({ caller, body }) => getCodeSetVersion(db, caller, body));
  mount(app, eventCodeSetEndpoints.save, ({ caller, body }) => saveCodeSet(deps, caller, body));
  mount(app, eventCodeSetEndpoints.override, ({ caller, body }) => overrideCodes(deps, caller, body));
  mount(app, eventCodeSetEndpoints.remove, ({ caller, body }) => removeCodeSet(deps, caller, body));
  mount(app, eventCodeSetEndpoints.unmapped, ({ caller, body }) => listUnmappedCodes(db, caller, body.siteIds));
  mount(app, eventCodeSetEndpoints.map, ({ caller, body }) => mapCodes(deps, caller, body));
  mount(app, eventCodeSetEndpoints.impact, ({ caller, body }) => codeImpact(caller, body));
  mount(app, eventCodeSetEndpoints.exportFile, async ({ caller, body, reply }) => {
    const { fileName, contentType, content } = await exportCodes({ db, folder: exportFolder }, caller, body);
    return reply
      .type(contentType)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`)
      .send(content);
  });
  mount(app, eventCodeSetEndpoints.readFile, async ({ request }) => readCodeFile(await readUpload(request)));

  mount(app, eventCategorySetEndpoints.list, async ({ caller }) => ({ items: await listCategorySets(db, caller) }));
  mount(app, eventCategorySetEndpoints.versions, async ({ caller, body }) => ({
    items: await listCategorySetVersions(db, caller, body.setId),
  }));
  mount(app, eventCategorySetEndpoints.version, ({ caller, body }) => getCategorySetVersion(db, caller, body));
  mount(app, eventCategorySetEndpoints.save, ({ caller, body }) => saveCategorySet(deps, caller, body));
  mount(app, eventCategorySetEndpoints.prioritize, ({ caller, body }) => prioritizeCategory(deps, caller, body));
  mount(app, eventCategorySetEndpoints.reorder, ({ caller, body }) => reorderCategories(deps, caller, body));
  mount(app, eventCategorySetEndpoints.remove, ({ caller, body }) => removeCategorySet(deps, caller, body));
}
