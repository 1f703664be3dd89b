import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { EnterpriseId, RoleId } from '@solvane/contract/ids';
import { sessionEndpoints } from '@solvane/contract/session';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testApp } from '../../../testing/test-app.ts';
import { CONSOLE } from '../audit.ts';
import { openBrowser } from '../testing/browser.ts';
import { ensureRoles } from '../users/roles.ts';
import { addUser } from '../users/users.ts';

const PUBLIC_URL = 'http://solvane.test';
const CLIENT_SECRET = 'a secret between the two of them';
const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 });
const STRANGERS_KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** What a provider answers, with which a test does as it likes. */
interface Answers {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  signedBy: KeyObject | string | undefined;
  token(token: string): { status?: number; body: string };
  metadata: Record<string, unknown>;
}

interface Attack {
  /** Changes the challenge that the provider remembers, as if the code had been asked for by another browser. */
  challenge?(challenge: string): string;
  /** Changes the answers of an honest provider. */
  change?(answers: Answers): void;
  /** Changes the address that the browser comes back with. */
  address?(query: URLSearchParams): void;
}

async function startProvider(attack: Attack) {
  let [nonce, challenge] = ['', ''];
  const server = createServer(async (request, response) => {
    const issuer = `http://${request.headers.host}`;
    const nowS = Math.floor(Date.now() / 1_000);
    const answers: Answers = {
      header: { alg: 'RS256', kid: 'one' },
      claims: {
        iss: issuer,
        aud: 'solvane',
        sub: 'maria',
        email: 'maria@north.example',
        email_verified: true,
        nonce,
        iat: nowS,
        exp: nowS + 300,
      },
      signedBy: KEYS.privateKey,
      token: (idToken) => ({ body: JSON.stringify({ access_token: 'a', token_type: 'Bearer', id_token: idToken }) }),
      metadata: {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        authorization_response_iss_parameter_supported: true,
      },
    };
    attack.change?.(answers);
    const send = (body: string, status = 200) => response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    if (request.url === '/token') {
      const verifier = new URLSearchParams(await text(request)).get('code_verifier') ?? '';
      const isProven = createHash('sha256').update(verifier).digest('base64url') === challenge;
      const { status, body } = isProven ? answers.token(toJwt(answers)) : { status: 400, body: '{"error":"invalid_grant"}' };
      send(body, status);
    } else if (request.url === '/keys')
      send(JSON.stringify({ keys: [{ ...KEYS.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] }));
    else send(JSON.stringify(answers.metadata));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    remember: (asked: URLSearchParams) => {
      nonce = asked.get('nonce') ?? '';
      challenge = asked.get('code_challenge_method') === 'S256' ? (asked.get('code_challenge') ?? '') : '';
      challenge = attack.challenge?.(challenge) ?? challenge;
    },
  };
}

function toJwt({ header, claims, signedBy }: Answers): string {
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  if (signedBy === undefined) return `${text}.`;
  const signature =
    typeof signedBy === 'string' ? createHmac('sha256', signedBy).update(text).digest() : sign('sha256', Buffer.from(text), signedBy);
  return `${text}.${signature.toString('base64url')}`;
}

/** A browser that asks to sign in and comes back with a code. */
async function signInThrough(attack: Attack) {
  const { issuer, remember } = await startProvider(attack);
  const oidc = { issuer, clientId: 'solvane', clientSecret: CLIENT_SECRET, scopes: 'openid email', label: 'North ID' };
  const app = await testApp({ config: { publicUrl: PUBLIC_URL, oidc } });
  await ensureRoles(app.db, app.deps.now());
  await app.given.enterprise({ id: 'north' });
  const memberships = [{ enterpriseId: 'north' as EnterpriseId, roleId: 'viewer' as RoleId }];
  const context = { actor: CONSOLE, nowMs: app.deps.now() };
  await addUser(app.db, { email: 'maria@north.example', name: 'Maria', password: null, memberships }, context);
  const browser = openBrowser(app.app);
  const begin = await browser.get('/account/sso?returnUrl=/tasks');
  if (begin.headers.location === undefined) return { ...app, browser, answer: begin };
  const asked = new URL(begin.headers.location).searchParams;
  remember(asked);
  const query = new URLSearchParams({ code: 'a code', state: asked.get('state') ?? '', iss: issuer });
  attack.address?.(query);
  return { ...app, browser, answer: await browser.get(`/account/sso/answer?${query}`) };
}

const nowS = () => Math.floor(Date.now() / 1_000);

test.each<[string, Attack]>([
  ['an honest token', {}],
  ['a token of a clock that is 20 s ahead', { change: ({ claims }) => Object.assign(claims, { iat: nowS() + 20 }) }],
  ['a token that ended 10 s ago, by our clock', { change: ({ claims }) => Object.assign(claims, { exp: nowS() - 10 }) }],
])('%s signs in', async (_name, attack) => {
  const { answer } = await signInThrough(attack);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/tasks']);
});

test.each<[string, Attack]>([
  ['a token for another client', { change: ({ claims }) => Object.assign(claims, { aud: 'another' }) }],
  [
    'a token for two clients that was given to the other',
    { change: ({ claims }) => Object.assign(claims, { aud: ['solvane', 'another'], azp: 'another' }) },
  ],
  ['a token of another provider', { change: ({ claims }) => Object.assign(claims, { iss: 'https://evil.example' }) }],
  ['a token that ended a minute ago', { change: ({ claims }) => Object.assign(claims, { exp: nowS() - 60 }) }],
  ['a token without an end', { change: ({ claims }) => Object.assign(claims, { exp: undefined }) }],
  ['a token that is not valid yet', { change: ({ claims }) => Object.assign(claims, { nbf: nowS() + 300 }) }],
  ['a token of another request', { change: ({ claims }) => Object.assign(claims, { nonce: 'another' }) }],
  ['a token of no request', { change: ({ claims }) => Object.assign(claims, { nonce: undefined }) }],
  ['a token without a subject', { change: ({ claims }) => Object.assign(claims, { sub: undefined }) }],
  ['a token without a signature', { change: (answers) => Object.assign(answers, { header: { alg: 'none' }, signedBy: undefined }) }],
  [
    'a token that the client secret signs',
    { change: (answers) => Object.assign(answers, { header: { alg: 'HS256' }, signedBy: CLIENT_SECRET }) },
  ],
  ['a token of a stranger with the same key id', { change: (answers) => Object.assign(answers, { signedBy: STRANGERS_KEYS.privateKey }) }],
  ['no token', { change: (answers) => Object.assign(answers, { token: () => ({ body: '{"access_token":"a","token_type":"Bearer"}' }) }) }],
  [
    'a token that is none',
    {
      change: (answers) =>
        Object.assign(answers, { token: () => ({ body: '{"access_token":"a","token_type":"Bearer","id_token":"x.y.z"}' }) }),
    },
  ],
  [
    'a refused code',
    { change: (answers) => Object.assign(answers, { token: () => ({ status: 400, body: '{"error":"invalid_grant"}' }) }) },
  ],
  ['an address that is verified in words only', { change: ({ claims }) => Object.assign(claims, { email_verified: 'true' }) }],
  ['a code that was asked for with another verifier (PKCE)', { challenge: () => 'x'.repeat(43) }],
  ['an answer without a state', { address: (query) => query.delete('state') }],
  ['an answer of another provider (mix-up)', { address: (query) => query.set('iss', 'https://evil.example') }],
  ['an answer without its provider', { address: (query) => query.delete('iss') }],
  ['an answer with two codes', { address: (query) => query.append('code', 'another') }],
  ['an answer to a request of another browser', { address: (query) => query.set('state', 'x'.repeat(43)) }],
])('%s signs no one in', async (_name, attack) => {
  const { answer, browser } = await signInThrough(attack);
  expect([answer.statusCode, answer.headers.location]).toEqual([401, undefined]);
  expect((await browser.get(sessionEndpoints.profile.path)).json().isAuthenticated).toBe(false);
});

describe('a provider that fails', () => {
  const huge = `{"padding":"${'x'.repeat(3_000_000)}"}`;

  test.each<[string, Attack]>([
    ['while a code is exchanged', { change: (answers) => Object.assign(answers, { token: () => ({ status: 500, body: 'oops' }) }) }],
    ['with an answer without end', { change: (answers) => Object.assign(answers, { token: () => ({ body: huge }) }) }],
    ['with metadata without end', { change: ({ metadata }) => Object.assign(metadata, { padding: huge }) }],
    ['with metadata of another provider', { change: ({ metadata }) => Object.assign(metadata, { issuer: 'https://evil.example' }) }],
  ])('%s leaves the login page with a message', async (_name, attack) => {
    const { answer } = await signInThrough(attack);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain('The identity provider does not answer');
    expect(answer.body).toContain('name="password"');
  });

  test('and is silent holds up only those who ask for it, and them for a bounded time', { timeout: 60_000 }, async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      silent.closeAllConnections();
      silent.close();
    });
    const issuer = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const oidc = { issuer, clientId: 'solvane', clientSecret: CLIENT_SECRET, scopes: 'openid email', label: 'North ID' };
    const { app, db, deps, given } = await testApp({ config: { publicUrl: PUBLIC_URL, oidc } });
    await ensureRoles(db, deps.now());
    await given.enterprise({ id: 'north' });
    const password = 'kestrel-orbit-4711-lantern';
    const memberships = [{ enterpriseId: 'north' as EnterpriseId, roleId: 'viewer' as RoleId }];
    const maria = { email: 'maria@north.example', name: 'Maria', password, memberships };
    await addUser(db, maria, { actor: CONSOLE, nowMs: deps.now() });
    const asking = Array.from({ length: 20 }, () => openBrowser(app).get('/account/sso?returnUrl=/tasks'));
    let isAnswered = false;
    const answers = Promise.all(asking).then((all) => {
      isAnswered = true;
      return all;
    });
    const local = openBrowser(app);
    expect((await local.submit('/account/login', { email: maria.email, password })).statusCode).toBe(303);
    expect((await local.get(sessionEndpoints.profile.path)).json().isAuthenticated).toBe(true);
    expect(isAnswered).toBe(false);
    expect(new Set((await answers).map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
  });
});
