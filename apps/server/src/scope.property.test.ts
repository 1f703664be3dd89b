import { randomUUID } from 'node:crypto';
import type { EndpointDefinition } from '@solvane/contract/endpoint';
import { listEndpoints } from '@solvane/contract/endpoints';
import type { EnterpriseId, RoleId, SegmentId, SiteId, UserId } from '@solvane/contract/ids';
import { isPermissionName, PERMISSIONS, type PermissionName } from '@solvane/contract/permissions';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apiTokens, memberships, rolePermissions, roles, users } from './db/schema/access.ts';
import { ingestionKeySites, ingestionKeys, ingestionRejects, rawEvents, siteArrivalHours, siteArrivals } from './db/schema/arrivals.ts';
import { contractConfigurations, contractSites } from './db/schema/contracts.ts';
import { groupEvents } from './db/schema/events.ts';
import { siteChanges } from './db/schema/jobs.ts';
import { powerCurveDevices, powerCurves, referenceTurbines, tariffs } from './db/schema/models.ts';
import { qualityConfigurations, qualitySites, qualityVersions } from './db/schema/quality.ts';
import { dirtySiteDays, siteDays } from './db/schema/site-days.ts';
import { hashSecret, newSecret } from './modules/access/secrets.ts';
import { defaultTerms } from './modules/contracts/contracts.ts';
import { NOTHING_FED, saveDemoDescription, saveDemoState } from './modules/demo/demo-state.ts';
import { arbitraryInput, type ByName } from './testing/arbitrary-input.ts';
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
  const { db, given, deps } = app;
  const contractorEnterpriseIds = contractors.filter((enterprise) => enterprise !== owner);
  const { id } = await given.site({ id: mark, enterpriseId: owner, contractorEnterpriseIds });
  const device = await given.segment({ siteId: id, id: `${mark}-inv` });
  await given.metadata(device.id, { capacityAc: 100, serialNumber: mark });
  const [series = 0] = await deps.signals.registry.register([{ siteId: id, segmentId: device.id, apCode: 'ActivePower', calcType: 'Raw' }]);
  await deps.signals.store.writeRaw({
    series: Uint32Array.of(series, series),
    timesMs: Float64Array.of(START_MS, NOW_MS - 600_000),
    values: Float64Array.of(1, 2),
  });
  await db.insert(siteArrivals).values({ siteId: id, firstPointMs: START_MS, lastPointMs: NOW_MS, lastReceivedMs: NOW_MS });
  await db.insert(siteArrivalHours).values({ siteId: id, hourStartMs: NOW_MS - 3_600_000, points: 6, rejected: 1 });
  await db
    .insert(ingestionRejects)
    .values({ atMs: NOW_MS, siteId: id, segmentId: device.id, reason: 'inFuture', rowCount: 1, sample: mark });
  const keyId = randomUUID();
  await db.insert(ingestionKeys).values({ id: keyId, name: `Logger ${mark}`, secretHash: keyId, createdAtMs: NOW_MS });
  await db.insert(ingestionKeySites).values({ keyId, siteId: id });
  await db
    .insert(rawEvents)
    .values({ segmentId: device.id, code: `E-${mark}`, startMs: START_MS, endMs: null, siteId: id, message: mark, receivedAtMs: NOW_MS });
  await db.insert(groupEvents).values({
    id: randomUUID(),
    siteId: id,
    segmentId: device.id,
    startMs: START_MS,
    endMs: NOW_MS,
    isOpen: true,
    code: `E-${mark}`,
    eventType: 'Downtime',
    category: 'Fault',
    priority: 1,
    updatedAtMs: NOW_MS,
  });
  const day = { siteId: id, day: '2026-01-14' };
  await db.insert(siteDays).values({ ...day, computedAtMs: NOW_MS, horizonMs: NOW_MS, configurationHash: 'h', detected: [], evidence: {} });
  await db.insert(dirtySiteDays).values({ ...day, markedAtMs: NOW_MS, failures: 1, error: mark });
  await db.insert(siteChanges).values({ siteId: id, what: 'points', atMs: NOW_MS, fromMs: null, toMs: null });
  await configureSite(app, { siteId: id, enterpriseId: owner as EnterpriseId, segmentId: device.id });
  return { id, owner, contractors: contractorEnterpriseIds };
}

/** What an enterprise configures has names of its own; what it lists of the site carries the site's mark. */
async function configureSite(
  { db }: TestApp,
  { siteId, enterpriseId, segmentId }: { siteId: SiteId; enterpriseId: EnterpriseId; segmentId: SegmentId },
): Promise<void> {
  const [qualityId, contractId, curveId] = [randomUUID(), randomUUID(), randomUUID()];
  const saved = { updatedBy: 'test', updatedAtMs: NOW_MS };
  await db.insert(qualityConfigurations).values({ id: qualityId, enterpriseId, name: qualityId, ...saved });
  await db
    .insert(qualityVersions)
    .values({ configurationId: qualityId, version: 1, content: { signals: [] }, savedBy: 'test', savedAtMs: NOW_MS });
  await db.insert(qualitySites).values({ siteId, configurationId: qualityId });
  const contract = { id: contractId, enterpriseId, name: contractId, energyType: 'PV' as const, content: defaultTerms('PV') };
  await db.insert(contractConfigurations).values({ ...contract, ...saved });
  await db.insert(contractSites).values({ configurationId: contractId, siteId });
  await db.insert(powerCurves).values({
    id: curveId,
    enterpriseId,
    name: curveId,
    type: 'Nominal',
    windSpeed: [3, 25],
    power: [0, 100],
    airDensity: 1.225,
    airDensityMin: 0,
    airDensityMax: 2,
    windDirectionMin: 0,
    windDirectionMax: 360,
    uploadedBy: 'test',
    uploadedMs: NOW_MS,
  });
  await db.insert(powerCurveDevices).values({ curveId, segmentId });
  await db.insert(referenceTurbines).values({ segmentId, referenceIds: [segmentId] });
  await db.insert(tariffs).values({ siteId, validFromMs: 0, currency: 'EUR', price: { kind: 'fixed', price: 45 } });
}

async function tellTruths({ deps }: TestApp, sites: readonly KnownSite[]): Promise<void> {
  const truths = sites.map(({ id }) => ({
    id: `T-${id}`,
    siteId: id,
    deviceIds: [`${id}-inv`],
    startMs: START_MS,
    endMs: null,
    kind: 'fault' as const,
    description: 'Demo_Truth',
    signalIds: [],
    screen: 'event-log' as const,
    eventCode: null,
  }));
  await saveDemoState(deps.db, NOTHING_FED, NOW_MS);
  await saveDemoDescription(deps.db, { truths, eventCodes: [] });
}

interface KnownCaller {
  headers: Record<string, string>;
  /** Sites that a question with this access may be about. */
  scopeFor(access: EndpointDefinition['access']): Set<SiteId>;
}

/** Somebody with a token, and what they may see worked out from the wishes alone. */
async function buildCaller({ db }: TestApp, wish: CallerWish, sites: readonly KnownSite[]): Promise<KnownCaller> {
  const userId = randomUUID() as UserId;
  await db
    .insert(users)
    .values({ id: userId, email: `${userId}@example.test`, name: 'Somebody', isProvider: wish.isProvider, createdAtMs: NOW_MS });
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
      await tellTruths(app, all);
      for (const wish of callers) {
        const caller = await buildCaller(app, wish, all);
        await askEverything(app, caller);
      }
    }),
    { numRuns: 4, endOnFailure: true },
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
  await tellTruths(app, all);
  const caller = await buildCaller(app, { roles: [['north', [...PERMISSIONS]]], isProvider: false, narrowedTo: undefined }, all);
  for (const path of ['/api/device-tree/sites', '/api/sites/status', '/api/ingestion-keys/list', '/api/demo/truths']) {
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
      'demo.truths',
    ]),
  );
});
