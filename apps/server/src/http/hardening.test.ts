import type { EnterpriseId, RoleId } from '@solvane/contract/ids';
import { sessionEndpoints } from '@solvane/contract/session';
import { fileEndpoints } from '@solvane/contract/shell';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { CONSOLE } from '../modules/access/audit.ts';
import { type Browser, openBrowser } from '../modules/access/testing/browser.ts';
import { ensureRoles } from '../modules/access/users/roles.ts';
import { addUser, resetPassword } from '../modules/access/users/users.ts';
import { sendFile } from '../testing/send-file.ts';
import { type TestAppOptions, testApp } from '../testing/test-app.ts';

const LOGIN = { email: 'maria@north.example', password: 'windy hills at dusk' };
const FORWARDED = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'solvane.example', 'x-forwarded-for': '203.0.113.7' };

async function productWithMaria(options: TestAppOptions = {}) {
  const product = await testApp(options);
  await ensureRoles(product.db, product.deps.now());
  await product.given.enterprise({ id: 'north' });
  const context = { actor: CONSOLE, nowMs: product.deps.now() };
  const memberships = [{ enterpriseId: 'north' as EnterpriseId, roleId: 'viewer' as RoleId }];
  const userId = await addUser(product.db, { ...LOGIN, name: 'Maria', memberships }, context);
  return { ...product, userId, context, browser: openBrowser(product.app) };
}

async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await browser.get(sessionEndpoints.profile.path)).json().isAuthenticated;
}

test('behind a trusted proxy every cookie is Secure and HttpOnly', async () => {
  const trusted = await productWithMaria({ config: { trustedProxies: ['127.0.0.1'], publicUrl: 'https://solvane.example' } });
  const answer = await trusted.browser.submit('/account/login', LOGIN, FORWARDED);
  expect(answer.cookies.map(({ name }) => name).sort()).toEqual(['__Host-solvane', '__Secure-solvane-known']);
  for (const cookie of answer.cookies) expect(cookie).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Lax' });
  expect(answer.headers['strict-transport-security']).toMatch(/max-age=\d{7,}/);
});

test('a peer that is not the trusted proxy cannot pretend that it uses https or another address', async () => {
  const spoofed = await productWithMaria({ config: { trustedProxies: ['192.0.2.1'] } });
  const direct = await spoofed.browser.submit('/account/login', LOGIN, FORWARDED);
  expect(direct.cookies.map(({ name }) => name).sort()).toEqual(['solvane', 'solvane-known']);
});

test('addresses that the product makes come from SOLVANE_URL, whatever a proxy forwards', async () => {
  const config = { trustedProxies: ['127.0.0.1'], publicUrl: 'https://solvane.example', authenticationHost: 'https://login.example' };
  const { browser } = await productWithMaria({ config });
  const headers = { ...FORWARDED, 'x-forwarded-proto': 'https, http', 'x-forwarded-host': 'evil.example, solvane.example' };
  const answer = await browser.get('/account/login?returnUrl=/tasks', headers);
  expect(answer.headers.location).toBe('https://login.example/account/login?returnUrl=https%3A%2F%2Fsolvane.example%2Ftasks');
});

test('a session that someone put into the browser does not become that of the user who signs in', async () => {
  const { app, browser } = await productWithMaria();
  const fixed = `slvs_${'a'.repeat(43)}`;
  browser.cookies.set('solvane', fixed);
  await browser.submit('/account/login', LOGIN);
  expect(browser.cookies.get('solvane')).not.toBe(fixed);
  const attacker = openBrowser(app);
  attacker.cookies.set('solvane', fixed);
  expect(await isSignedIn(attacker)).toBe(false);
});

test('a new password ends the sessions of the old one', async () => {
  const { browser, db, userId, context } = await productWithMaria();
  await browser.submit('/account/login', LOGIN);
  expect(await isSignedIn(browser)).toBe(true);
  await resetPassword(db, { userId, email: LOGIN.email, password: 'calm sea at night' }, context);
  expect(await isSignedIn(browser)).toBe(false);
});

test('another origin is told nothing: no answer allows it, no preflight succeeds', async () => {
  const { app } = await testApp();
  const origin = 'https://evil.example';
  const preflight = await app.inject({
    method: 'OPTIONS',
    url: '/api/account-settings',
    headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-csrf-token' },
  });
  expect(preflight.statusCode).toBeGreaterThanOrEqual(400);
  for (const answer of [preflight, await app.inject({ url: '/api/profile', headers: { origin } })])
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
});

test.each(['/', '/account/login', '/api/profile', '/api/nothing', '/healthz', '/nothing.js'])(
  '%s can be neither framed nor sniffed, and sends its address to no other site',
  async (url) => {
    const { headers } = await (await testApp()).app.inject(url);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'referrer-policy': 'same-origin' });
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/);
    expect(headers['content-security-policy']).toMatch(/default-src 'self'/);
  },
);

test.each(['/x%0d%0aset-cookie:%20a=b', '/x\u010d\u010aset-cookie: a=b', '/%0d%0a%0d%0a<script>', '/tasks?x=%0d%0aset-cookie:a=b'])(
  'an address to return to adds no header: %j',
  async (returnUrl) => {
    const { browser } = await productWithMaria();
    const answer = await browser.submit(`/account/login?returnUrl=${encodeURIComponent(returnUrl)}`, LOGIN);
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toMatch(/^[\x21-\x7e]*$/);
    expect(answer.cookies.map(({ name }) => name).sort()).toEqual(['solvane', 'solvane-known']);
  },
);

test.each(['a\r\nset-cookie: x=y.csv', '../../etc/passwd', 'a".csv; filename=b.html', '\u202egpj.csv', '<script>.csv', 'C:\\x.csv'])(
  'a file named %j is downloaded as a file that runs nothing',
  async (fileName) => {
    const product = await testApp();
    const user = await product.as({ of: 'north' });
    const stored = await sendFile(product, user, {
      path: fileEndpoints.uploadCsv.path,
      fileName,
      content: 'a,b\n<script>alert(1)</script>,2\n',
    });
    expect(stored.statusCode).toBe(200);
    const answer = await user.send(fileEndpoints.download, { params: { fileId: stored.json().fileId } });
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''[\w.!~*'()%-]*$/);
    expect(answer.headers).toMatchObject({ 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' });
    expect(answer.headers['content-type']).toMatch(/^text\/csv/);
    expect(answer.headers['cache-control']).toMatch(/^private|no-store/);
    expect(answer.headers['set-cookie']).toBeUndefined();
  },
);

test('the log holds neither secrets nor lines of an attacker, at its most talkative too', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace', base: null }, { write: (line) => void lines.push(line) });
  const { app, browser } = await productWithMaria({ log });
  await browser.submit('/account/login', LOGIN);
  const cookie = `solvane=${browser.cookies.get('solvane')}`;
  const { token } = (await browser.get(sessionEndpoints.antiforgery.path)).json();
  await app.inject({ url: '/api/nothing?key=slvv_secret\u001b[2J', headers: { cookie, authorization: 'Bearer slvk_secret' } });
  await app.inject({ url: '/account/view?key=slvv_secret', headers: { 'user-agent': 'x\u001b[31m' } });
  await app.inject({
    method: 'PUT',
    url: '/api/account-settings',
    headers: { cookie, 'x-csrf-token': 'wrong' },
    payload: { uiTheme: 'pink' },
  });
  const text = lines.join('');
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  for (const secret of [LOGIN.password, browser.cookies.get('solvane') ?? '', token, 'slvv_secret', 'slvk_secret'])
    expect(text).not.toContain(secret);
  expect(text).not.toContain('\u001b');
});
