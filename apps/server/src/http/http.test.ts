import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { errorBodySchema } from '@solvane/contract/errors';
import { ingestEndpoints } from '@solvane/contract/ingest';
import { accountSettingsEndpoints, apiTokenEndpoints } from '@solvane/contract/session';
import { jobEndpoints } from '@solvane/contract/system';
import english from '@solvane/i18n/catalogs/en-US.json' with { type: 'json' };
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { englishText } from './english-text.ts';
import { toAppError } from './errors.ts';
import { describeError } from './log.ts';

const PATH = accountSettingsEndpoints.save.path;

/** The answer to bytes that need not be HTTP at all. */
async function sendRaw({ app }: TestApp, bytes: string | Buffer): Promise<string> {
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}

function bodyOf(answer: string): unknown {
  return errorBodySchema.parse(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)));
}

async function listeningApp(): Promise<TestApp> {
  const testing = await testApp();
  await testing.app.listen({ host: '127.0.0.1', port: 0 });
  return testing;
}

test.each([
  ['what is no HTTP', 'hello\r\n\r\n', 400, 'request.malformed'],
  ['a header line without a name', 'GET / HTTP/1.1\r\nhost: x\r\n: y\r\n\r\n', 400, 'request.malformed'],
  ['two lengths of one body', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', 400, 'request.malformed'],
  [
    'a length and chunks together',
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'request.malformed',
  ],
  ['headers that are too long', `GET / HTTP/1.1\r\nhost: x\r\ncookie: ${'x'.repeat(40_000)}\r\n\r\n`, 431, 'request.malformed'],
  ['an address with half a character', 'GET /%E0%A4 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 400, 'request.malformed'],
])('%s gets a clear answer', async (_name, bytes, status, code) => {
  const testing = await listeningApp();
  const answer = await sendRaw(testing, bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(bodyOf(answer)).toMatchObject({ code });
  expect((await testing.app.inject('/healthz')).statusCode).toBe(200);
});

test.each([
  ['no JSON', '{', { 'content-type': 'application/json' }, 400, 'request.malformed'],
  ['an empty body', '', { 'content-type': 'application/json' }, 400, 'request.malformed'],
  ['JSON of another type', '"text"', { 'content-type': 'application/json' }, 400, 'request.invalid'],
  ['JSON that reaches for prototypes', '{"__proto__":{"admin":true}}', { 'content-type': 'application/json' }, 400, 'request.malformed'],
  ['an unknown media type', '<a/>', { 'content-type': 'application/xml' }, 415, 'request.unsupportedType'],
  ['a type that is no type', '{}', { 'content-type': ';;;' }, 415, 'request.unsupportedType'],
  ['a body that is too large', JSON.stringify('x'.repeat(2_000_000)), { 'content-type': 'application/json' }, 413, 'request.tooLarge'],
  ['gzip that is none', 'no gzip', { 'content-type': 'application/json', 'content-encoding': 'gzip' }, 400, 'request.malformed'],
  [
    'gzip that ends in the middle',
    gzipSync('{"uiTheme":"dark"}').subarray(0, 20),
    { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    400,
    'request.malformed',
  ],
  [
    'gzip that unpacks to too much',
    gzipSync(`"${'x'.repeat(3_000_000)}"`),
    { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    413,
    'request.tooLarge',
  ],
  ['an unknown encoding', '{}', { 'content-type': 'application/json', 'content-encoding': 'zip' }, 415, 'request.unsupportedType'],
])('a body with %s is refused in the shape of the catalogue', async (_name, payload, headers, status, code) => {
  const { app, as } = await testApp();
  const user = await as({ of: 'solvind' });
  const answer = await app.inject({ method: 'PUT', url: PATH, headers: { ...user.headers, ...headers }, payload });
  expect({ status: answer.statusCode, code: errorBodySchema.parse(answer.json()).code }).toEqual({ status, code });
});

test('a packed body is unpacked', async () => {
  const { app, as } = await testApp();
  const user = await as({ of: 'solvind' });
  const headers = { ...user.headers, 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const answer = await app.inject({ method: 'PUT', url: PATH, headers, payload: gzipSync('{"uiTheme":"dark"}') });
  expect(answer.json()).toMatchObject({ uiTheme: 'dark' });
});

test('what a schema refuses is reported place by place, all of it', async () => {
  const { as } = await testApp();
  const user = await as({ of: 'solvind' });
  const refusal = await user.refusal(accountSettingsEndpoints.save, {
    body: { uiTheme: 'pink', selectedEnterpriseIds: ['ok', ''], extra: 1 } as never,
  });
  expect(refusal).toMatchObject({ status: 400, code: 'request.invalid' });
  expect(refusal.issues.map(({ path }) => path.join('.')).sort()).toEqual([
    'extra',
    'selectedEnterpriseIds.1',
    'selectedEnterpriseIds.1',
    'uiTheme',
  ]);
});

test('text that PostgreSQL cannot hold is the mistake of the sender', async () => {
  const { db } = await testApp();
  const error = await db.execute(sql`select ${'\u0000'}::text`).catch((reason: unknown) => reason);
  expect(toAppError(error).code).toBe('request.invalid');
});

test('a full disk, a lost connection and a mistake of ours are told apart', async () => {
  const withCode = (code: string, more = {}) => Object.assign(new Error('x'), { code, ...more });
  expect(toAppError(withCode('ENOSPC')).code).toBe('storage.full');
  expect(toAppError(new Error('outer', { cause: withCode('53100', { severity: 'ERROR' }) })).code).toBe('storage.full');
  expect(toAppError(withCode('ENOENT', { syscall: 'connect' })).code).toBe('service.unavailable');
  expect(toAppError(withCode('ENOENT', { syscall: 'open' })).code).toBe('internal');
  expect(toAppError(withCode('57P03', { severity: 'FATAL' })).code).toBe('service.unavailable');
  expect(toAppError(withCode('23505', { severity: 'ERROR' })).code).toBe('resource.conflict');
  expect(toAppError(withCode('42703', { severity: 'ERROR' })).code).toBe('internal');
  expect(toAppError(new TypeError('x is not a function')).code).toBe('internal');
});

test('every answer carries a request id and headers that keep injected text from running', async () => {
  const { app } = await testApp();
  const answer = await app.inject('/api/jobs/list');
  expect(answer.headers['x-request-id']).toBe(answer.json().requestId);
  expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
  expect(answer.headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('every answer of a session says when it ends, refusals included, and background calls do not move that', async () => {
  const { app, as, deps, setNow } = await testApp();
  const user = await as({ of: 'solvind' });
  const startMs = deps.now();
  setNow(startMs + 600_000);
  const background = await user.send(jobEndpoints.list, undefined, { 'x-background': '1' });
  expect(background.headers['x-session-expires-at']).toBe(new Date(startMs + 3_600_000).toISOString());
  const active = await user.send(jobEndpoints.list);
  expect(active.headers['x-session-expires-at']).toBe(new Date(startMs + 4_200_000).toISOString());
  const refused = await app.inject({ method: 'PUT', url: PATH, headers: { cookie: user.headers.cookie ?? '' }, payload: {} });
  expect(refused.json()).toMatchObject({ code: 'csrf.invalid' });
  expect(refused.headers['x-session-expires-at']).toBeDefined();
});

test('a caller who asks too often is refused for a while, others are not', async () => {
  const { app, as } = await testApp();
  const user = await as({ of: 'solvind' });
  let refused = await app.inject('/api/jobs/list');
  for (let count = 0; count < 700 && refused.statusCode !== 429; count++) refused = await app.inject('/api/jobs/list');
  expect(refused.json()).toMatchObject({ code: 'request.tooMany' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await user.send(jobEndpoints.list)).statusCode).toBe(200);
});

test('a request under way is answered before the server ends', async () => {
  const testing = await listeningApp();
  const { app, db } = testing;
  const { port } = app.server.address() as AddressInfo;
  const user = await testing.as({ of: 'solvind' });
  const slow = db.execute(sql`select pg_sleep(0.3)`);
  const answer = fetch(`http://127.0.0.1:${port}/api/jobs/list`, { headers: user.headers });
  await new Promise((resolve) => app.server.once('request', resolve));
  onTestFinished(async () => {
    await slow;
  });
  await app.close();
  expect((await answer).status).toBe(200);
});

test('what a failed statement was given stays out of the log', async () => {
  const { db } = await testApp();
  const error = await db.execute(sql`select nothing, ${'a secret'}::text`).catch((reason: unknown) => reason);
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).toContain('a secret');
  const logged = JSON.stringify(describeError(new Error('outer', { cause: error })));
  expect(logged).not.toContain('a secret');
  expect(logged).toContain('select nothing');
  expect(logged).toContain('column \\"nothing\\" does not exist');
});

test('a person who asks is here; a screen that asks by itself, a machine and a stranger are not', async () => {
  const { anonymous, as, asKey, deps, given } = await testApp();
  const { id } = await given.site({ enterpriseId: 'solvind' });
  const user = await as({ of: 'solvind' });

  await user.send(jobEndpoints.list, {}, { 'x-background': '1' });
  await anonymous().send(jobEndpoints.list, {});
  await (await asKey([id])).send(ingestEndpoints.status, {});
  expect(deps.presence.isAnybodyHere()).toBe(false);

  await user.send(jobEndpoints.list, {});
  expect(deps.presence.isAnybodyHere()).toBe(true);
});

test('a refusal carries the English sentences beside the keys, with their values', async () => {
  const { as } = await testApp();
  const user = await as({ of: 'solvind' });
  const refusal = await user.refusal(apiTokenEndpoints.create, { body: { name: 'x'.repeat(101) } as never });
  expect(refusal).toMatchObject({
    title: 'Common_Error_BadRequest_Title',
    message: 'Common_Error_BadRequest_Message',
    titleText: english.Common_Error_BadRequest_Title,
    messageText: english.Common_Error_BadRequest_Message,
    issues: [{ message: 'Common_Validation_MaxLength', values: { maxLength: 100 }, text: expect.stringContaining('100') }],
  });
});

test.each([
  ['a wrong key', { authorization: 'Bearer slvk_wrong' }, 'auth.keyInvalid', /key or token .* is unknown, expired or revoked/],
  ['no key at all', {}, 'auth.keyRequired', /needs an ingestion key/],
])('a machine with %s reads what is wrong in plain English', async (_name, headers, code, sentence) => {
  const { app } = await testApp();
  const answer = await app.inject({ method: 'POST', url: ingestEndpoints.points.path, headers });
  expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  const body = errorBodySchema.parse(answer.json());
  expect(body).toMatchObject({ code, messageText: expect.stringMatching(sentence) });
  expect(JSON.stringify(body)).not.toMatch(/session/i);
});

test('a sentence whose value is missing is sent as it is: the failure itself has to be read', () => {
  expect(englishText('Common_Error_UnknownHost_Message')).toContain('{host}');
  expect(englishText('Already a sentence')).toBe('Already a sentence');
});
