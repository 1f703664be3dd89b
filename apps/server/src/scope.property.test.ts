import { randomUUID } from 'node:crypto';
import type { EndpointDefinition } from '@solvane/contract/endpoint';
import { listEndpoints } from '@solvane/contract/endpoints';
import type { EnterpriseId, RoleId, SiteId, UserId } from '@solvane/contract/ids';
import { isPermissionName, PERMISSIONS, type PermissionName } from '@solvane/contract/permissions';
import { arbitraryInput, type ByName } from '@solvane/testing/arbitrary-input';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apiTokens, memberships, rolePermissions, roles, users } from './db/schema/access.ts';
import { hashSecret, newSecret } from './modules/access/credentials/secrets.ts';
import { NOTHING_FED, saveDemoDescription, saveDemoState } from './modules/demo/demo-state.ts';
import { buildMarkedSite } from './testing/matrix/marked-site.ts';
import { addressOf, type TestApp, testApp } from './testing/test-app.ts';

/**
 * Random fleets, random callers, every question of the contract: no answer names anything of a site that the caller may not see for that question. A new
 * endpoint is covered by existing; what it lists is covered once the fleet below has rows of it.
 */

const NOW_MS = Date.UTC(2026, 0, 15, 12);
const START_MS = NOW_MS - 86_400_000;
const ENTERPRISES = ['north', 'south', 'east', 'west'];

/** Everything of a site carries the mark of the site. */
const MARK = /zz\d{4}zz/g;

interface SiteWish {
  owner: string;
  contractors: string[];
}

interface CallerWish {
  roles: [enterprise: string, permissions: PermissionName[]][];
  isProvider: boolean;
  /** How many of the sites a token is narrowed to; undefined: a token for all of them. */
  narrowedTo: number | undefined;
}

const arbitraryRole = fc.tuple(fc.constantFrom(...ENTERPRISES), fc.subarray([...PERMISSIONS]));
const arbitraryFleet = fc.record({
  sites: fc.array(
    fc.record<SiteWish>({ owner: fc.constantFrom(...ENTERPRISES), contractors: fc.subarray(ENTERPRISES, { maxLength: 2 }) }),
    {
      minLength: 3,
      maxLength: 6,
    },
  ),
  callers: fc.array(
    fc.record<CallerWish>({
      roles: fc.uniqueArray(arbitraryRole, { selector: ([enterprise]) => enterprise, maxLength: 3 }),
      isProvider: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
      narrowedTo: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    }),
    { minLength: 2, maxLength: 3 },
  ),
});

/** Questions whose answer is a document: pages, files and streams have tests of their own. */
const questions = listEndpoints().filter(
  ({ endpoint: { access, method, readOnly, responseKind = 'json' } }) =>
    access !== 'public' && access !== 'ingest' && (method === 'GET' || readOnly) && responseKind === 'json',
);

interface KnownSite extends SiteWish {
  id: SiteId;
}

async function buildSite(app: TestApp, { owner, contractors }: SiteWish, mark: string): Promise<KnownSite> {
  // What an enterprise configures has names of its own; what it lists of the site carries the site's mark.
  await buildMarkedSite(app, { mark, name: mark, configurationName: randomUUID(), owner, contractors, nowMs: NOW_MS });
  return { id: mark as SiteId, owner, contractors: contractors.filter((enterprise) => enterprise !== owner) };
}

async function tellFaults({ deps }: TestApp, sites: readonly KnownSite[]): Promise<void> {
  const faults = sites.map(({ id }) => ({
    id: `T-${id}`,
    siteId: id,
    deviceIds: [`${id}-inv`],
    startMs: START_MS,
    endMs: null,
    kind: 'fault' as const,
    description: 'Demo_Fault',
    signalIds: [],
    screen: 'event-log' as const,
    eventCode: null,
  }));
  await saveDemoState(deps.db, NOTHING_FED, NOW_MS);
  await saveDemoDescription(deps.db, { faults, eventCodes: [] });
}

interface KnownCaller {
  headers: Record<string, string>;
  /** Sites that a question with this access may be about. */
  scopeFor(access: EndpointDefinition['access']): Set<SiteId>;
}

/** A user with a token, and what they may see derived from the generated grants alone. */
async function buildCaller({ db }: TestApp, wish: CallerWish, sites: readonly KnownSite[]): Promise<KnownCaller> {
  const userId = randomUUID() as UserId;
  await db
    .insert(users)
    .values({ id: userId, email: `${userId}@example.test`, name: 'Generated user', isProvider: wish.isProvider, createdAtMs: NOW_MS });
  // A token works while some role of its user grants the public API.
  const granted = wish.roles.map(
    ([enterprise, permissions]) => [enterprise, new Set([...permissions, 'AccessPublicApi' as const])] as const,
  );
  for (const [enterprise, permissions] of granted) {
    const roleId = randomUUID() as RoleId;
    await db.insert(roles).values({ id: roleId, name: 'Some role', createdAtMs: NOW_MS });
    await db.insert(rolePermissions).values([...permissions].map((permission) => ({ roleId, permission })));
    await db.insert(memberships).values({ userId, enterpriseId: enterprise as EnterpriseId, roleId, createdAtMs: NOW_MS });
  }
  const seenFrom = (enterprises: ReadonlySet<string>): SiteId[] =>
    sites
      .filter(({ owner, contractors }) => wish.isProvider || [owner, ...contractors].some((enterprise) => enterprises.has(enterprise)))
      .map(({ id }) => id);
  // A token is made for sites that its user sees.
  const visible = seenFrom(new Set(granted.map(([enterprise]) => enterprise)));
  const narrowed = wish.narrowedTo === undefined ? undefined : new Set(visible.slice(-wish.narrowedTo));
  const secret = newSecret('apiToken');
  await db.insert(apiTokens).values({
    id: randomUUID(),
    userId,
    name: 'test',
    secretHash: hashSecret(secret),
    siteIds: narrowed ? [...narrowed] : null,
    readOnly: true,
    createdAtMs: NOW_MS,
    expiresAtMs: NOW_MS + 86_400_000,
  });
  return {
    headers: { authorization: `Bearer ${secret}` },
    scopeFor: (access) => {
      const granting = granted.filter(([, permissions]) => !isPermissionName(access) || permissions.has(access));
      const seen = seenFrom(new Set(granting.map(([enterprise]) => enterprise)));
      return new Set(seen.filter((id) => narrowed?.has(id) ?? true));
    },
  };
}

/** Ids of sites in scope, and a period that has data. */
function questionsAbout(scope: ReadonlySet<SiteId>): ByName {
  const ids = [...scope];
  return (name) => {
    if (name === 'startMs') return fc.constant(START_MS - 3_600_000);
    if (name === 'endMs') return fc.constant(NOW_MS);
    if (/^signalIds?$/.test(name)) return fc.constant('ActivePower||Raw');
    if (ids.length === 0) return undefined;
    if (/^siteIds?$/.test(name)) return fc.constantFrom(...ids);
    if (/^segmentIds?$|^deviceIds?$/.test(name)) return fc.constantFrom(...ids.flatMap((id) => [`${id}-inv`, `${id}-root`]));
    return undefined;
  };
}

function requestsOf({ params, query, body }: EndpointDefinition, byName: ByName) {
  return fc.sample(
    fc.record({
      params: (params ? arbitraryInput(params, byName) : fc.constant({})) as fc.Arbitrary<Record<string, string>>,
      query: (query ? arbitraryInput(query, byName) : fc.constant(undefined)) as fc.Arbitrary<Record<string, unknown> | undefined>,
      body: body ? arbitraryInput(body, byName) : fc.constant(undefined),
    }),
    { numRuns: body || query ? 4 : 1, seed: 11 },
  );
}

/** Asks everything there is to ask. @returns names of questions whose answer named a site */
async function askEverything({ app }: TestApp, caller: KnownCaller): Promise<string[]> {
  const naming: string[] = [];
  for (const { name, endpoint } of questions) {
    const scope = caller.scopeFor(endpoint.access);
    for (const { params, query, body } of requestsOf(endpoint, questionsAbout(scope))) {
      const answer = await app.inject({
        method: endpoint.method,
        url: addressOf(endpoint.path, params, query),
        headers: { ...caller.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      expect(answer.statusCode, `${name}: ${answer.body.slice(0, 500)}`).toBeLessThan(500);
      const named = [...new Set(answer.body.match(MARK))];
      const leaked = named.filter((mark) => !scope.has(mark as SiteId));
      expect(leaked, `${name} for ${JSON.stringify({ params, query, body })}`).toEqual([]);
      if (named.length > 0) naming.push(name);
    }
  }
  return naming;
}

test('no answer names anything of a site out of scope', { timeout: 480_000 }, async () => {
  const app = await testApp({ signals: true, nowMs: NOW_MS, config: { demo: 'small' } });
  // A caller may belong to an enterprise that no site of the fleet belongs to.
  for (const id of ENTERPRISES) await app.given.enterprise({ id });
  const all: KnownSite[] = [];
  await fc.assert(
    fc.asyncProperty(arbitraryFleet, async ({ sites, callers }) => {
      for (const wish of sites) all.push(await buildSite(app, wish, `zz${String(all.length).padStart(4, '0')}zz`));
      await tellFaults(app, all);
      for (const wish of callers) {
        const caller = await buildCaller(app, wish, all);
        await askEverything(app, caller);
      }
    }),
    { numRuns: 2, endOnFailure: true },
  );
});

test('what is in scope is named: the property above speaks of questions that answer', async () => {
  const app = await testApp({ nowMs: NOW_MS, signals: true, config: { demo: 'small' } });
  const wishes = [
    { owner: 'north', contractors: [] },
    { owner: 'south', contractors: ['north'] },
    { owner: 'south', contractors: ['west'] },
  ];
  const all: KnownSite[] = [];
  for (const wish of wishes) all.push(await buildSite(app, wish, `zz${String(all.length).padStart(4, '0')}zz`));
  await tellFaults(app, all);
  const caller = await buildCaller(app, { roles: [['north', [...PERMISSIONS]]], isProvider: false, narrowedTo: undefined }, all);
  for (const path of ['/api/device-tree/sites', '/api/sites/status', '/api/ingestion-keys/list', '/api/demo/faults']) {
    const answer = await app.app.inject({ url: path, headers: caller.headers });
    expect([...new Set(answer.body.match(MARK))].sort(), path).toEqual(['zz0000zz', 'zz0001zz']);
  }
  expect(await askEverything(app, caller)).toEqual(
    expect.arrayContaining([
      'deviceTree.sites',
      'deviceTree.segments',
      'metadata.read',
      'sites.status',
      'ingestionKeys.list',
      'ingest.status',
      'ingest.rejects',
      'signals.definitions',
      'signals.values',
      'signals.latest',
      'demo.faults',
    ]),
  );
});
