import { listEndpoints } from '@solvane/contract/endpoints';
import { jobEndpoints, systemEndpoints } from '@solvane/contract/system';
import { expect, test } from 'vitest';
import { testApp } from '../../testing/test-app.ts';

test('health is fine once sign-in works, and says what is missing before', async () => {
  const { anonymous, deps } = await testApp();
  expect(await anonymous().call(systemEndpoints.health)).toEqual({ status: 'ok', missing: [], warnings: [] });
  deps.readiness.set('database', false);
  const answer = await anonymous().send(systemEndpoints.health);
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toEqual({ status: 'starting', missing: ['database'], warnings: [] });
});

test('a database that is lost is told by health, and answers say when to ask again', async () => {
  const { anonymous, as, deps } = await testApp({ commits: true });
  const user = await as({ of: 'solvind' });
  await deps.database.stop();
  const health = await anonymous().send(systemEndpoints.health);
  expect(health.statusCode).toBe(503);
  expect(health.json()).toEqual({ status: 'failing', missing: ['database'], warnings: [] });
  expect(await user.refusal(jobEndpoints.list)).toMatchObject({ status: 503, code: 'service.unavailable' });
});

test('health warns of a disk that is nearly full, and fails when new points are refused', async () => {
  const { anonymous, deps } = await testApp();
  const states: [number, number, object][] = [
    [1_000, 200, { status: 'ok', missing: [], warnings: ['disk'] }],
    [200, 503, { status: 'failing', missing: ['disk'], warnings: ['disk'] }],
    [0, 503, { status: 'failing', missing: ['disk'], warnings: ['disk'] }],
    [2_000, 200, { status: 'ok', missing: [], warnings: [] }],
  ];
  for (const [freeMegabytes, status, body] of states) {
    deps.disk.freeBytes = async () => freeMegabytes * 1024 * 1024;
    const answer = await anonymous().send(systemEndpoints.health);
    expect({ status: answer.statusCode, body: answer.json() }).toEqual({ status, body });
  }
});

test('while the server starts, what needs the databases answers 503 and says when to ask again', async () => {
  const { anonymous, as, deps } = await testApp();
  const user = await as({ of: 'solvind' });
  deps.readiness.set('database', false);
  const answer = await user.send(jobEndpoints.list);
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('1');
  expect(answer.json()).toMatchObject({ code: 'service.unavailable' });
  expect((await anonymous().send(systemEndpoints.version)).statusCode).toBe(200);
});

test('an unknown path does not reveal which paths exist', async () => {
  const { app, as } = await testApp();
  expect((await app.inject('/api/nothing')).json()).toMatchObject({ code: 'auth.required' });
  const { headers } = await as({ of: 'solvind' });
  expect((await app.inject({ url: '/api/nothing', headers })).json()).toMatchObject({ code: 'resource.notFound' });
});

test('a wrong method is told which ones there are', async () => {
  const { app, as } = await testApp();
  const { headers } = await as({ of: 'solvind' });
  const answer = await app.inject({ method: 'DELETE', url: '/api/jobs/list', headers });
  expect(answer.statusCode).toBe(405);
  expect(answer.headers.allow).toBe('GET');
});

test('metrics are for this machine, and for everywhere else with the token', async () => {
  const open = await testApp();
  expect((await open.app.inject('/metrics')).body).toMatch(/^solvane_ready 1$/m);
  expect((await open.app.inject({ url: '/metrics', remoteAddress: '10.0.0.7' })).statusCode).toBe(401);
  expect((await open.app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '10.0.0.7' } })).statusCode).toBe(401);
});

test.each([
  [{ trustedProxies: ['127.0.0.1'] }, {}],
  [{ publicUrl: 'https://solvane.example' }, {}],
  [{}, { via: '1.1 proxy' }],
  [{}, { 'x-real-ip': '10.0.0.7' }],
  [{}, { 'x-forwarded-proto': 'https' }],
  [{}, { forwarded: 'for=10.0.0.7' }],
])('metrics need the token where a proxy of this machine hands requests on: %j %j', async (config, headers) => {
  const { app } = await testApp({ config });
  expect((await app.inject({ url: '/metrics', headers })).statusCode).toBe(401);
});

test('with a metrics token the address does not count', async () => {
  const { app } = await testApp({ config: { metricsToken: 'a token of sixteen or more' } });
  expect((await app.inject('/metrics')).statusCode).toBe(401);
  const headers = { authorization: 'Bearer a token of sixteen or more' };
  expect((await app.inject({ url: '/metrics', remoteAddress: '10.0.0.7', headers })).statusCode).toBe(200);
});

test('requests are measured by route and status', async () => {
  const { app } = await testApp();
  await app.inject('/api/jobs/list');
  const { body } = await app.inject('/metrics');
  expect(body).toMatch(/^solvane_http_request_seconds_count\{method="GET",route="\/api\/jobs\/list",status="401"\} 1$/m);
});

test('the description of the API names every endpoint of the contract, and every reference in it resolves', async () => {
  const { as } = await testApp();
  const api = await (await as({ of: 'solvind' })).call(systemEndpoints.openapi);
  const operations = Object.values(api.paths as Record<string, Record<string, { operationId: string }>>).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  expect(operations.sort()).toEqual(
    listEndpoints()
      .map(({ name }) => name)
      .sort(),
  );
  const references = [...JSON.stringify(api).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference);
  expect(references.length).toBeGreaterThan(50);
  for (const reference of references) expect(resolve(api, reference), reference).toBeDefined();
});

test('a user sees the jobs of the last days, newest first, and no other user does', async () => {
  const { as, deps, db } = await testApp();
  const [mine, theirs] = [await as({ of: 'solvind' }), await as({ of: 'solvind' })];
  const { userJobs } = await import('../../db/schema/jobs.ts');
  const nowMs = deps.now();
  const job = (kind: string, createdAtMs: number, userId = mine.userId) => ({
    id: crypto.randomUUID() as never,
    kind,
    createdAtMs,
    updatedAtMs: createdAtMs,
    userId: userId ?? null,
  });
  await db
    .insert(userJobs)
    .values([
      job('old', nowMs - 8 * 86_400_000),
      job('first', nowMs - 2_000),
      job('second', nowMs - 1_000),
      job('other', nowMs, theirs.userId),
    ]);
  const { items } = await mine.call(jobEndpoints.list);
  expect(items.map(({ kind }) => kind)).toEqual(['second', 'first']);
});

function resolve(root: unknown, reference: string): unknown {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key.replaceAll('~1', '/')], root);
}
