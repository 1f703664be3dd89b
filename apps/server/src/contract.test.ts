import { randomUUID } from 'node:crypto';
import type { EndpointDefinition } from '@solvane/contract/endpoint';
import { listEndpoints, type NamedEndpoint } from '@solvane/contract/endpoints';
import { errorBodySchema } from '@solvane/contract/errors';
import type { FileId, JobId, UserId } from '@solvane/contract/ids';
import { isPermissionName, PERMISSIONS } from '@solvane/contract/permissions';
import { arbitraryGarbage, arbitraryInput, arbitrarySpoiledInput, type ByName } from '@solvane/testing/arbitrary-input';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, inject, test } from 'vitest';
import { apiTokens } from './db/schema/access.ts';
import { ingestionKeySites, ingestionKeys } from './db/schema/arrivals.ts';
import { userJobs } from './db/schema/jobs.ts';
import { files } from './db/schema/shell.ts';
import { addressOf, type TestApp, type TestClient, testApp } from './testing/test-app.ts';

/** Requests from every endpoint of the contract what no caller should get: a new endpoint is covered by existing. Who may call what is in access-matrix.test.ts. */

const endpoints = listEndpoints();
const closed = endpoints.filter(({ endpoint }) => endpoint.access !== 'public');
/** A stream answers for ever: what is refused is refused at once, what is admitted has its own test. */
const answering = endpoints.filter(({ endpoint }) => endpoint.responseKind !== 'events');
const isOnPostgres = inject('databaseUrl') !== undefined;
/** Other garbage each time: over many runs of the suite it adds up. */
const RUNS = isOnPostgres ? 4 : 8;

/** Status and code of every endpoint, by its name. */
async function askAll(
  asked: readonly NamedEndpoint[],
  client: (endpoint: EndpointDefinition) => Promise<TestClient> | TestClient,
): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const { name, endpoint } of asked)
    answers[name] = summarize(await (await client(endpoint)).send(endpoint as never, sampleOf(endpoint)));
  return answers;
}

function sampleOf(endpoint: EndpointDefinition): never {
  const [request] = fc.sample(arbitraryRequest(endpoint), { seed: 1, numRuns: 1 });
  return request as never;
}

function summarize(answer: LightMyRequestResponse): string {
  return answer.statusCode < 400 ? String(answer.statusCode) : `${answer.statusCode} ${errorBodySchema.parse(answer.json()).code}`;
}

function allOf(asked: readonly NamedEndpoint[], summary: string): Record<string, string> {
  return Object.fromEntries(asked.map(({ name }) => [name, summary]));
}

/** A browser is asked to sign in, a machine to send its key. */
function withoutSession(): Record<string, string> {
  return Object.fromEntries(
    closed.map(({ name, endpoint }) => [name, endpoint.access === 'ingest' ? '401 auth.keyRequired' : '401 auth.required']),
  );
}

interface ArbitraryRequest {
  params: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

function arbitraryRequest({ params, query, body }: EndpointDefinition, byName?: ByName): fc.Arbitrary<ArbitraryRequest> {
  return fc.record({
    params: (params ? arbitraryInput(params, byName) : fc.constant({})) as fc.Arbitrary<Record<string, string>>,
    ...(query ? { query: arbitraryInput(query, byName) as fc.Arbitrary<Record<string, unknown>> } : {}),
    ...(body ? { body: arbitraryInput(body, byName) } : {}),
  });
}

const KINDS: Record<string, string> = { favoriteDataId: 'segment', deviceId: 'segment', siteSegmentId: 'segment' };

/** Ids by what their property is called: `siteIds`, `segmentId`, ... */
function naming(ids: Record<string, string>): ByName {
  return (name) => {
    const kind = KINDS[name] ?? /^(?:contractor|selected)?(\w+?)Ids?$/i.exec(name)?.[1]?.toLowerCase();
    const id = kind === undefined ? undefined : ids[kind];
    return id === undefined ? undefined : fc.constant(id);
  };
}

describe('who may not', () => {
  test('every endpoint is bound', async () => {
    const { app } = await testApp();
    const bound = app.mountedEndpoints.map(({ method, path }) => `${method} ${path}`);
    expect(bound.sort()).toEqual(endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`).sort());
  });

  test('an anonymous caller is asked to sign in', async () => {
    const { anonymous } = await testApp();
    expect(await askAll(closed, anonymous)).toEqual(withoutSession());
  });

  test.each(['Bearer slvt_nothing', 'Bearer slvk_nothing', 'Basic YTpi', 'Bearer', 'Bearer \u00e5\u00e5', ''])(
    'credentials that are none (%s) count as none, whatever the cookie says',
    async (authorization) => {
      const { as } = await testApp();
      const user = await as({ of: 'solvind' });
      const client = { ...user, send: ((endpoint, request) => user.send(endpoint, request, { authorization })) as TestClient['send'] };
      expect(await askAll(closed, () => client)).toEqual(allOf(closed, '401 auth.keyInvalid'));
    },
  );

  test('a role without the permission is refused', async () => {
    const { as } = await testApp();
    const guarded = closed.filter(({ endpoint }) => isPermissionName(endpoint.access));
    const answers = await askAll(guarded, ({ access }) =>
      as({ of: 'solvind', permissions: PERMISSIONS.filter((name) => name !== access) }),
    );
    expect(answers).toEqual(allOf(guarded, '403 access.forbidden'));
  });

  test('a stranger without any enterprise has no permission', async () => {
    const { as } = await testApp();
    const guarded = closed.filter(({ endpoint }) => isPermissionName(endpoint.access) || endpoint.access === 'provider');
    expect(await askAll(guarded, () => as({}))).toEqual(allOf(guarded, '403 access.forbidden'));
  });

  test('a narrowed credential is refused where the contract states no answer for it', async () => {
    const { as, given } = await testApp();
    const site = await given.site({ enterpriseId: 'solvind' });
    const token = await as({ of: 'solvind', isProvider: true, by: 'token', tokenSiteIds: [site.id] });
    const silent = closed.filter(({ endpoint }) => endpoint.access !== 'ingest' && endpoint.narrowed === undefined);
    expect(await askAll(silent, () => token)).toEqual(allOf(silent, '403 access.forbidden'));
    const stating = closed.filter(({ endpoint }) => endpoint.narrowed !== undefined && endpoint.responseKind !== 'events');
    const refused = Object.entries(await askAll(stating, () => token)).filter(([, answer]) => answer === '403 access.forbidden');
    // A token has no session to speak of.
    expect(refused.map(([name]) => name)).toEqual(['session.antiforgery', 'session.renew']);
    const misplaced = endpoints.filter(({ endpoint: { access, narrowed } }) => narrowed && (access === 'public' || access === 'ingest'));
    expect(misplaced).toEqual([]);
  });
});

/** Points are kept by an engine of its own: only who asks for points waits for it. */
function appFor(name: string): Promise<TestApp> {
  return testApp({ signals: /^(signals|ingest|sites)\./.test(name) });
}

const own: Record<string, string> = { site: 'own-site', segment: 'own-device', enterprise: 'solvind', signal: 'ActivePower||Raw' };

/** A client that is admitted and has a site with a device, so that what is refused is refused for what it asks. */
async function admitted({ as, asKey, given }: TestApp, { access }: EndpointDefinition): Promise<TestClient> {
  const site = await given.site({ id: own.site ?? '', enterpriseId: own.enterprise ?? '' });
  await given.segment({ siteId: site.id, id: own.segment ?? '' });
  return access === 'ingest' ? asKey([site.id]) : as({ of: 'solvind', isProvider: access === 'provider' });
}

/** Half of the requests name existing entities. */
function arbitraryQuery(endpoint: EndpointDefinition): fc.Arbitrary<ArbitraryRequest> {
  return fc.oneof(arbitraryRequest(endpoint), arbitraryRequest(endpoint, naming(own)));
}

function assertClear(answer: LightMyRequestResponse, { responseKind }: EndpointDefinition, what: unknown): void {
  const shown = () => `${answer.statusCode} ${answer.body.slice(0, 500)}\nfor ${JSON.stringify(what).slice(0, 1_000)}`;
  expect(answer.statusCode, shown()).toBeLessThan(500);
  if (answer.statusCode >= 400 && responseKind !== 'html') expect(errorBodySchema.safeParse(answer.json()).success, shown()).toBe(true);
}

const CONTENT_TYPES = [
  'application/json',
  'text/csv',
  'application/x-ndjson',
  'application/vnd.apache.arrow.stream',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'text/plain',
  ';',
];
const arbitraryBytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.string({ unit: 'binary' }).map((text) => new TextEncoder().encode(text)),
  fc.json().map((text) => new TextEncoder().encode(text)),
);
const arbitraryAddress = fc.tuple(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.dictionary(fc.string({ maxLength: 12 }), fc.string({ unit: 'binary', maxLength: 40 }), { maxKeys: 4 }),
);
const arbitraryHeaders = fc.record(
  {
    'content-type': fc.constantFrom(...CONTENT_TYPES),
    'content-encoding': fc.constantFrom('gzip', 'br', 'zip', ''),
    accept: fc.string({ unit: 'grapheme-ascii', maxLength: 30 }),
  },
  { requiredKeys: [] },
);

interface Attacked {
  app: TestApp;
  client: TestClient;
  endpoint: EndpointDefinition;
}

async function sendInputOfItsOwnShape({ client, endpoint }: Attacked): Promise<void> {
  await fc.assert(
    fc.asyncProperty(arbitraryQuery(endpoint), async (request) =>
      assertClear(await client.send(endpoint as never, request as never), endpoint, request),
    ),
    { numRuns: RUNS },
  );
}

async function sendSpoiledBodies({ app, client, endpoint }: Attacked): Promise<void> {
  const spoiled = fc.tuple(
    arbitraryRequest(endpoint),
    fc.oneof(arbitrarySpoiledInput(endpoint.body as never, naming(own)), arbitraryGarbage),
  );
  await fc.assert(
    fc.asyncProperty(spoiled, async ([request, body]) => {
      const payload = JSON.stringify(body) ?? '';
      const headers = { ...client.headers, 'content-type': 'application/json' };
      const url = addressOf(endpoint.path, request.params);
      assertClear(await app.app.inject({ method: endpoint.method, url, headers, payload }), endpoint, body);
    }),
    { numRuns: RUNS * 2 },
  );
}

async function sendAnyBytes({ app, client, endpoint }: Attacked): Promise<void> {
  await fc.assert(
    fc.asyncProperty(arbitraryBytes, arbitraryAddress, arbitraryHeaders, async (bytes, [text, query], more) => {
      const params = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, text]));
      const hasBody = endpoint.method !== 'GET';
      const answer = await app.app.inject({
        method: endpoint.method,
        url: addressOf(endpoint.path, params, query),
        headers: { ...client.headers, ...more },
        ...(hasBody ? { payload: Buffer.from(bytes) } : {}),
      });
      assertClear(answer, endpoint, { text, query, more, bytes: Buffer.from(bytes).toString('latin1') });
    }),
    { numRuns: RUNS },
  );
}

describe('garbage', { timeout: 480_000 }, () => {
  // One server for all of it: building one costs more than its requests.
  test.each(answering)(
    '$name answers input of its own shape, spoiled bodies, any bytes, addresses and headers',
    async ({ name, endpoint }) => {
      const app = await appFor(name);
      const attacked = { app, client: await admitted(app, endpoint), endpoint };
      await sendInputOfItsOwnShape(attacked);
      if (endpoint.body) await sendSpoiledBodies(attacked);
      // What is not even parsed does not differ between databases.
      if (!isOnPostgres) await sendAnyBytes(attacked);
    },
  );
});

// The same queries by the same server: scope.property.test.ts has the filters of both databases.
describe.skipIf(isOnPostgres)('what belongs to others', () => {
  const HIDDEN = 'Hidden Plant of Another Enterprise';

  /** Everything an id could name, all of it another enterprise's or another user's. */
  async function hiddenThings({ given, as, db, deps }: TestApp): Promise<Record<string, string>> {
    const nowMs = deps.now();
    const site = await given.site({ id: 'hidden-site', name: HIDDEN, enterpriseId: 'hidden-enterprise' });
    const segment = await given.segment({ siteId: site.id, id: 'hidden-device', name: HIDDEN });
    await given.metadata(segment.id, { serialNumber: HIDDEN });
    const { userId } = await as({ of: 'hidden-enterprise' });
    const owner = userId as UserId;
    const [tokenId, keyId, fileId, jobId] = [randomUUID(), randomUUID(), randomUUID() as FileId, randomUUID() as JobId];
    await db.insert(apiTokens).values({
      id: tokenId,
      userId: owner,
      name: HIDDEN,
      secretHash: tokenId,
      readOnly: true,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + 1e6,
    });
    await db.insert(ingestionKeys).values({ id: keyId, name: HIDDEN, secretHash: keyId, createdAtMs: nowMs });
    await db.insert(ingestionKeySites).values({ keyId, siteId: site.id });
    await db
      .insert(files)
      .values({ id: fileId, userId: owner, purpose: 'csv', fileName: HIDDEN, contentType: 'text/csv', byteCount: 0, createdAtMs: nowMs });
    await db.insert(userJobs).values({ id: jobId, userId: owner, kind: HIDDEN, createdAtMs: nowMs, updatedAtMs: nowMs });
    return { site: site.id, segment: segment.id, enterprise: 'hidden-enterprise', token: tokenId, key: keyId, file: fileId, job: jobId };
  }

  const missing: Record<string, string> = {
    site: 'nowhere-site',
    segment: 'nowhere-device',
    enterprise: 'nowhere-enterprise',
    token: randomUUID(),
    key: randomUUID(),
    file: randomUUID(),
    job: randomUUID(),
  };
  /** The answer without the ids that were asked for and without what differs between any two requests. */
  function neutral(answer: LightMyRequestResponse, ids: Record<string, string>): string {
    const text = Object.values(ids).reduce((body, id) => body.replaceAll(id, 'ID'), answer.body);
    return `${answer.statusCode} ${text.replace(/"requestId":"[^"]+"|name="token" value="[^"]+"/g, '')}`;
  }

  test.each(answering)('$name answers for what is hidden exactly as for what does not exist', async ({ name, endpoint }) => {
    const app = await appFor(name);
    const hidden = await hiddenThings(app);
    const client = await admitted(app, { ...endpoint, access: endpoint.access === 'provider' ? 'signedIn' : endpoint.access });
    const sample = (ids: Record<string, string>) => fc.sample(arbitraryRequest(endpoint, naming(ids)), { seed: 7, numRuns: 10 });
    const [asked, control] = [sample(hidden), sample(missing)];
    for (const [index, request] of asked.entries()) {
      const answer = await client.send(endpoint as never, request as never);
      expect(answer.body).not.toContain(HIDDEN);
      const other = await client.send(endpoint as never, control[index] as never);
      if (answer.statusCode >= 400 || other.statusCode >= 400) expect(neutral(answer, hidden)).toBe(neutral(other, missing));
    }
  });
});
