import { randomUUID } from 'node:crypto';
import type { NamedEndpoint } from '@solvane/contract/endpoints';
import type { UserId } from '@solvane/contract/ids';
import type { TestApp } from '../test-app.ts';
import { addOwned, buildCallers, type MatrixCaller, type MatrixSite, scopeOf } from './callers.ts';
import { buildMarkedSite, type IdsByKind } from './marked-site.ts';

/** Whose a mark is: what belongs to a site, what an enterprise configures for it, what a user owns, an enterprise itself. */
type Owner = { site: string } | { configuredFor: MatrixSite } | { ownedName: string } | { enterprise: string };

export interface World {
  callers: readonly MatrixCaller[];
  /** Ids of the site that narrowed credentials are for, of another site of the same enterprise, of a stranger's, and of nothing at all. */
  ids: { own: IdsByKind; beside: IdsByKind; foreign: IdsByKind; missing: IdsByKind };
  /** Marks in a text that the caller must not see at an endpoint. */
  hiddenIn(text: string, caller: MatrixCaller, endpoint: NamedEndpoint): string[];
}

/** Names of configuration that explains a site are read with the site, by everybody who sees it. */
const EXPLAINING = new Set([
  'powerCurves.search',
  'powerCurves.get',
  'siteResults.guarantees',
  'events.history',
  'eventCodeSets.unmapped',
  'eventChoices.classifications',
]);
const CONFIGURED = ['quality', 'contract', 'curve', 'codeSet', 'categorySet'];

export async function buildWorld(app: TestApp, nowMs: number): Promise<World> {
  const sites: MatrixSite[] = [];
  const marks = new Map<string, Owner>();
  const addSite = async (owner: string, contractors: readonly string[] = []): Promise<MatrixSite> => {
    const number = String(sites.length + 1).padStart(4, '0');
    const [mark, name, configurationName] = [`zz${number}zz`, `nn${number}nn`, `cc${number}cc`];
    const ids = await buildMarkedSite(app, { mark, name, configurationName, owner, contractors, nowMs });
    const site = { ids, owner, contractors };
    sites.push(site);
    for (const text of [mark, name]) marks.set(text, { site: mark });
    marks.set(configurationName, { configuredFor: site });
    for (const [kind, id] of Object.entries(ids))
      if (CONFIGURED.includes(kind)) marks.set(id, { configuredFor: site });
      else if (!['site', 'segment', 'enterprise'].includes(kind)) marks.set(id, { site: mark });
    return site;
  };
  await app.given.enterprise({ id: 'ee0001ee', name: 'ee0002ee' });
  for (const mark of ['ee0001ee', 'ee0002ee']) marks.set(mark, { enterprise: 'ee0001ee' });
  const own = await addSite('north', ['east']);
  const beside = await addSite('north');
  await addSite('west', ['north']);
  const foreign = await addSite('ee0001ee');
  const victim = await addVictim(app, { enterprise: 'ee0001ee', segmentId: foreign.ids.segment ?? '', nowMs });
  const [siteId, segmentId] = [own.ids.site ?? '', own.ids.segment ?? ''];
  const plan = { enterprise: 'north', contractor: 'east', stranger: 'far', siteId, segmentId, nowMs };
  const callers = await buildCallers(app, plan);
  for (const { owned, ownedName } of [...callers, victim])
    for (const mark of [ownedName, ...ownedIds(owned)]) if (mark !== '') marks.set(mark, { ownedName });
  return {
    callers,
    ids: {
      own: own.ids,
      beside: beside.ids,
      foreign: { ...foreign.ids, ...victim.owned },
      missing: missingLike({ ...foreign.ids, ...victim.owned }),
    },
    hiddenIn: (text, caller, endpoint) => {
      const found = [...new Set(text.match(new RegExp([...marks.keys()].join('|'), 'g')))];
      return found.filter((mark) => !isVisible(marks.get(mark), { caller, endpoint, sites }));
    },
  };
}

async function addVictim(
  app: TestApp,
  { enterprise, segmentId, nowMs }: { enterprise: string; segmentId: string; nowMs: number },
): Promise<{ owned: IdsByKind; ownedName: string }> {
  const { userId } = await app.as({ of: enterprise });
  const ownedName = 'uuthemuu';
  return { ownedName, owned: await addOwned(app, { segmentId, nowMs }, { userId: userId as UserId, name: ownedName }) };
}

/** Users are named to others: in lists of who may be mentioned, and in every record. A view key is who a wallboard signs in as. */
function ownedIds({ user: _user, viewKey: _viewKey, ...owned }: IdsByKind): string[] {
  return Object.values(owned);
}

function isVisible(
  owner: Owner | undefined,
  { caller, endpoint: { name, endpoint }, sites }: { caller: MatrixCaller; endpoint: NamedEndpoint; sites: readonly MatrixSite[] },
): boolean {
  if (!owner) return true;
  const seesAll = caller.isProvider && !caller.isNarrowed;
  if ('ownedName' in owner) return owner.ownedName === caller.ownedName && !caller.isNarrowed;
  if ('enterprise' in owner) return seesAll;
  const scope = caller.kind === 'anonymous' ? new Set() : scopeOf(caller, endpoint.access, sites);
  if ('site' in owner) return scope.has(owner.site);
  const { ids, owner: enterprise } = owner.configuredFor;
  if (seesAll || (!caller.isNarrowed && caller.enterprise === enterprise)) return true;
  return scope.has(ids.site ?? '') && (EXPLAINING.has(name) || (caller.isNarrowed && name.startsWith('contracts.')));
}

/** Ids of the same form that name nothing. */
function missingLike(ids: IdsByKind): IdsByKind {
  const texts: IdsByKind = { site: 'zz9999zz', segment: 'zz9999zz-inv', enterprise: 'ee9999ee' };
  return Object.fromEntries(Object.keys(ids).map((kind) => [kind, texts[kind] ?? randomUUID()]));
}
