import { gzipSync } from 'node:zlib';
import type { EnterpriseId, RoleId } from '@solvane/contract/ids';
import { sessionEndpoints } from '@solvane/contract/session';
import { describe, expect, test } from 'vitest';
import { type TestApp, type TestAppOptions, testApp } from '../../../testing/test-app.ts';
import { CONSOLE } from '../audit.ts';
import { hiddenFields, openBrowser } from '../testing/browser.ts';
import { ensureRoles } from '../users/roles.ts';
import { addUser, disableUser } from '../users/users.ts';
import { ensureDemoLogins } from './demo-logins.ts';
import { admitAttempt, forgetAttempts } from './login-attempts.ts';

const MINUTE = 60_000;
const PASSWORD = 'windy hills at dusk';

async function appWithUser(options: TestAppOptions = {}) {
  const product = await testApp(options);
  const { db, deps, given } = product;
  await ensureRoles(db, deps.now());
  await given.enterprise({ id: 'north', name: 'North' });
  const context = { actor: CONSOLE, nowMs: deps.now() };
  const userId = await addUser(
    db,
    {
      email: 'Maria@north.example',
      name: 'Maria',
      password: PASSWORD,
      memberships: [{ enterpriseId: 'north' as EnterpriseId, roleId: 'analyst' as RoleId }],
    },
    context,
  );
  return { ...product, userId, context, browser: openBrowser(product.app) };
}

const LOGIN = { email: 'maria@north.example', password: PASSWORD };

async function isSignedIn(browser: ReturnType<typeof openBrowser>): Promise<boolean> {
  return (await browser.get(sessionEndpoints.profile.path)).json().isAuthenticated;
}

describe('login', () => {
  test('leads to where the visitor wanted to go, with a session that scripts cannot read', async () => {
    const product = await appWithUser();
    const { browser } = product;
    const answer = await browser.submit('/account/login?returnUrl=%2Fevent-log%3Fperiod%3Dtoday', LOGIN);
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe('/event-log?period=today');
    expect(answer.cookies.find(({ name }) => name === 'solvane')).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('behind https the cookie is secure and bound to this host', async () => {
    const { browser } = await appWithUser({ config: { trustedProxies: true } });
    const answer = await browser.submit('/account/login', LOGIN, { 'x-forwarded-proto': 'https' });
    expect(answer.cookies.find(({ name }) => name === '__Host-solvane')).toMatchObject({ secure: true, httpOnly: true });
  });

  test('where the public address is https, cookies are secure however the last hop speaks', async () => {
    const { browser } = await appWithUser({ config: { publicUrl: 'https://solvane.example' } });
    const answer = await browser.submit('/account/login', LOGIN);
    expect(answer.statusCode).toBe(303);
    expect(answer.cookies.map(({ name, secure }) => [name, secure])).toEqual(
      expect.arrayContaining([
        ['__Host-solvane', true],
        ['__Secure-solvane-known', true],
      ]),
    );
    expect(await isSignedIn(browser)).toBe(true);
  });

  test.each([
    { email: 'maria@north.example', password: 'wrong' },
    { email: 'unknown@north.example', password: PASSWORD },
    { email: '', password: '' },
    { email: "' or 1=1 --", password: "' or 1=1 --" },
    { email: 'x'.repeat(400), password: PASSWORD },
  ])('shows the form again with one and the same answer for %j', async (fields) => {
    const product = await appWithUser();
    const { browser } = product;
    const answer = await browser.submit('/account/login?returnUrl=/tasks', fields);
    expect(answer.statusCode).toBe(401);
    expect(answer.body).toContain('Email and password do not match an active account.');
    expect(hiddenFields(answer.body).returnUrl).toBe('/tasks');
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('a disabled account is answered like a wrong password', async () => {
    const product = await appWithUser();
    await disableUser(product.db, product.userId, product.context);
    const answer = await product.browser.submit('/account/login', LOGIN);
    expect(answer.statusCode).toBe(401);
    expect(answer.body).toContain('do not match');
  });

  test.each(['//evil.example', '/\\evil.example', '%2F%2Fevil.example', 'https://evil.example/', '/%09/evil.example'])(
    'never leads away: %s',
    async (returnUrl) => {
      const { browser } = await appWithUser();
      const answer = await browser.submit(`/account/login?returnUrl=${encodeURIComponent(returnUrl)}`, { ...LOGIN, returnUrl });
      expect(answer.headers.location).toBe('/');
    },
  );

  test('a form that was not given to this browser does not sign in', async () => {
    const product = await appWithUser();
    const stranger = openBrowser(product.app);
    const page = await stranger.get('/account/login');
    for (const token of [hiddenFields(page.body).token ?? '', '', 'x'.repeat(43)]) {
      const answer = await product.browser.post('/account/login', { ...LOGIN, token });
      expect(answer.statusCode).toBe(400);
    }
    expect(await isSignedIn(product.browser)).toBe(false);
  });

  test('what the visitor typed comes back as text and never as markup', async () => {
    const { browser } = await appWithUser();
    const answer = await browser.submit('/account/login', { email: '"><script>alert(1)</script>', password: 'x' });
    expect(answer.body).not.toContain('<script');
    expect(answer.body).toContain('&#60;script&#62;');
  });

  test('signing in again ends the session before', async () => {
    const { browser, app } = await appWithUser();
    await browser.submit('/account/login', LOGIN);
    const former = browser.cookies.get('solvane') ?? '';
    const page = await openBrowser(app).get('/account/login');
    browser.cookies.set('solvane-browser', page.cookies.find(({ name }) => name === 'solvane-browser')?.value ?? '');
    await browser.post('/account/login', { ...LOGIN, ...hiddenFields(page.body) });
    expect(browser.cookies.get('solvane')).not.toBe(former);
    const profile = await app.inject({ url: '/api/profile', headers: { cookie: `solvane=${former}` } });
    expect(profile.json().isAuthenticated).toBe(false);
  });

  test('a signed-in user is redirected', async () => {
    const { browser } = await appWithUser();
    await browser.submit('/account/login', LOGIN);
    const answer = await browser.get('/account/login?returnUrl=/tasks');
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/tasks']);
  });

  test('logging out ends the session and leads to the login page', async () => {
    const product = await appWithUser();
    const { browser } = product;
    await browser.submit('/account/login', LOGIN);
    const secret = browser.cookies.get('solvane') ?? '';
    const answer = await browser.submit('/account/logout?returnUrl=//evil.example', {});
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account/login?returnUrl=%2F']);
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect(browser.cookies.has('solvane')).toBe(false);
    browser.cookies.set('solvane', secret);
    expect(await isSignedIn(browser)).toBe(false);
  });
});

describe('a link to the logout address', () => {
  test('asks first and ends nothing', async () => {
    const { browser } = await appWithUser();
    await browser.submit('/account/login', LOGIN);
    const page = await browser.get('/account/logout?returnUrl=/tasks', { 'sec-fetch-site': 'cross-site' });
    expect([page.statusCode, page.headers['clear-site-data'], page.headers['set-cookie']]).toEqual([200, undefined, undefined]);
    expect(page.body).toContain('You are signed in as Maria.');
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('without a session leads to the login page', async () => {
    const { browser } = await appWithUser();
    const answer = await browser.get('/account/logout?returnUrl=/tasks');
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account/login?returnUrl=%2Ftasks']);
  });

  test('as a form of another site, without the token, it asks too', async () => {
    const { browser } = await appWithUser();
    await browser.submit('/account/login', LOGIN);
    for (const token of ['', 'x'.repeat(43)]) {
      const answer = await browser.post('/account/logout', { token });
      expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined]);
    }
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('as the form of the app, with the token of the session, it ends the session', async () => {
    const { browser } = await appWithUser();
    await browser.submit('/account/login', LOGIN);
    const { token } = (await browser.get(sessionEndpoints.antiforgery.path)).json();
    expect((await browser.post('/account/logout', { token, returnUrl: '/' })).headers.location).toBe('/account/login?returnUrl=%2F');
    expect(await isSignedIn(browser)).toBe(false);
  });
});

describe('with another authentication host', () => {
  test('login and logout happen there, and lead back here', async () => {
    const { browser } = await appWithUser({
      config: { authenticationHost: 'https://login.example', publicUrl: 'https://solvane.example' },
    });
    const login = await browser.get('/account/login?returnUrl=/tasks');
    expect(login.headers.location).toBe('https://login.example/account/login?returnUrl=https%3A%2F%2Fsolvane.example%2Ftasks');
    const logout = await browser.get('/account/logout?returnUrl=//evil.example');
    expect(logout.headers.location).toBe('https://login.example/account/logout?returnUrl=https%3A%2F%2Fsolvane.example%2F');
  });

  test('a session that began here ends here, and the browser goes on by itself', async () => {
    const product = await appWithUser({ config: { authenticationHost: 'https://login.example', publicUrl: 'https://solvane.example' } });
    const user = await product.as({ of: 'north' });
    const { token } = await user.call(sessionEndpoints.antiforgery);
    const headers = { cookie: user.headers.cookie ?? '' };
    const answer = await product.browser.post('/account/logout', { token, returnUrl: '/tasks' }, headers);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('content="0;url=https://login.example/account/logout?returnUrl=https%3A%2F%2Fsolvane.example%2Ftasks"');
    expect((await user.call(sessionEndpoints.profile)).isAuthenticated).toBe(false);
  });

  test('which is this server, nothing changes', async () => {
    const { browser } = await appWithUser({
      config: { authenticationHost: 'https://solvane.example', publicUrl: 'https://solvane.example' },
    });
    expect((await browser.get('/account/login')).statusCode).toBe(200);
  });
});

describe('guessing', () => {
  test('five wrong passwords lock the account for this address; the right one is not tried either', async () => {
    const { browser, setNow, deps } = await appWithUser();
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await browser.submit('/account/login', { ...LOGIN, password: `wrong ${attempt}` })).statusCode).toBe(401);
    const locked = await browser.submit('/account/login', LOGIN);
    expect(locked.statusCode).toBe(429);
    expect(locked.body).toContain('Wait 15 minutes, then try again.');
    expect(Number(locked.headers['retry-after'])).toBe(15 * 60);
    setNow(deps.now() + 15 * MINUTE);
    expect((await browser.submit('/account/login', LOGIN)).statusCode).toBe(303);
  });

  test('an address that does not exist is locked in the same way', async () => {
    const { browser } = await appWithUser();
    const statuses = [];
    for (let attempt = 0; attempt < 6; attempt++)
      statuses.push((await browser.submit('/account/login', { email: 'unknown@north.example', password: 'x' })).statusCode);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test('guesses at the same time count each other', async () => {
    const { browser } = await appWithUser({ commits: true });
    const page = await browser.get('/account/login');
    const guesses = Array.from({ length: 20 }, (_, index) =>
      browser.post('/account/login', { ...hiddenFields(page.body), ...LOGIN, password: index === 19 ? PASSWORD : `wrong ${index}` }),
    );
    const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(5);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(14);
  });

  test('signing in between resets the count', async () => {
    const { browser } = await appWithUser();
    for (let round = 0; round < 3; round++) {
      for (let attempt = 0; attempt < 4; attempt++) await browser.submit('/account/login', { ...LOGIN, password: 'wrong' });
      expect((await browser.submit('/account/login', LOGIN)).statusCode).toBe(303);
      await browser.submit('/account/logout', {});
    }
  });

  test('one address that tries many accounts is locked out of all of them, and others are not', async () => {
    const { browser } = await appWithUser({ config: { trustedProxies: true } });
    const from = { 'x-forwarded-for': '203.0.113.7' };
    for (let attempt = 0; attempt < 50; attempt++)
      await browser.submit('/account/login', { email: `user${attempt}@north.example`, password: 'x' }, from);
    expect((await browser.submit('/account/login', LOGIN, from)).statusCode).toBe(429);
    expect((await browser.submit('/account/login', LOGIN, { 'x-forwarded-for': '203.0.113.8' })).statusCode).toBe(303);
  });

  test('an account that is tried from many addresses is locked everywhere', async () => {
    const { browser } = await appWithUser({ config: { trustedProxies: true } });
    for (let attempt = 0; attempt < 25; attempt++)
      await browser.submit('/account/login', { ...LOGIN, password: 'x' }, { 'x-forwarded-for': `203.0.113.${attempt}` });
    expect((await browser.submit('/account/login', LOGIN, { 'x-forwarded-for': '198.51.100.1' })).statusCode).toBe(429);
  });
});

describe('a browser in which the user has signed in before', () => {
  /** Signs in and out, which leaves the cookie of a known browser. */
  async function knownBrowser() {
    const product = await appWithUser({ config: { trustedProxies: true } });
    await product.browser.submit('/account/login', LOGIN);
    await product.browser.submit('/account/logout', {});
    return product;
  }

  /** Wrong passwords of a stranger, from this many addresses. */
  async function attack(
    { db, deps }: Pick<TestApp, 'db' | 'deps'>,
    { addresses, email = LOGIN.email }: { addresses: number; email?: string },
  ) {
    for (let attempt = 0; attempt < 30; attempt++)
      await admitAttempt(db, { email, address: `203.0.113.${attempt % addresses}` }, deps.now());
  }

  test.each([30, 1])('is not locked out by failures of strangers from %i addresses', async (addresses) => {
    const product = await knownBrowser();
    await attack(product, { addresses });
    const from = { 'x-forwarded-for': '203.0.113.0' };
    expect((await openBrowser(product.app).submit('/account/login', LOGIN, from)).statusCode).toBe(429);
    expect((await product.browser.submit('/account/login', LOGIN, from)).statusCode).toBe(303);
  });

  test('has a count of its own, and locks no other browser', async () => {
    const { browser, app } = await knownBrowser();
    const statuses = [];
    for (let attempt = 0; attempt < 6; attempt++)
      statuses.push(
        (await browser.submit('/account/login', { ...LOGIN, password: 'x' }, { 'x-forwarded-for': `203.0.113.${attempt}` })).statusCode,
      );
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await openBrowser(app).submit('/account/login', LOGIN)).statusCode).toBe(303);
  });

  test('is known for its own users only', async () => {
    const product = await knownBrowser();
    const { db, context, browser } = product;
    await addUser(db, { email: 'otto@north.example', name: 'Otto', password: PASSWORD, memberships: [] }, context);
    await attack(product, { addresses: 30, email: 'otto@north.example' });
    expect((await browser.submit('/account/login', { email: 'otto@north.example', password: PASSWORD })).statusCode).toBe(429);
    await forgetAttempts(db, 'otto@north.example');
    expect((await browser.submit('/account/login', { email: 'otto@north.example', password: PASSWORD })).statusCode).toBe(303);
    await browser.submit('/account/logout', {});
    for (const email of ['otto@north.example', LOGIN.email]) await attack(product, { addresses: 30, email });
    for (const email of ['otto@north.example', LOGIN.email]) {
      expect([email, (await browser.submit('/account/login', { email, password: PASSWORD })).statusCode]).toEqual([email, 303]);
      await browser.submit('/account/logout', {});
    }
  });

  test('holds a random secret that scripts cannot read, another one after each sign-in', async () => {
    const product = await knownBrowser();
    const { browser, app } = product;
    const first = browser.cookies.get('solvane-known') ?? '';
    expect(first).toMatch(/^slvb_[\w-]{43}$/);
    const answer = await browser.submit('/account/login', LOGIN);
    const cookie = answer.cookies.find(({ name }) => name === 'solvane-known');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/account', maxAge: 180 * 86_400 });
    expect(cookie?.value).toMatch(/^slvb_[\w-]{43}$/);
    expect(cookie?.value).not.toBe(first);
    await attack(product, { addresses: 30 });
    const thief = openBrowser(app);
    thief.cookies.set('solvane-known', first);
    expect((await thief.submit('/account/login', LOGIN)).statusCode).toBe(429);
  });

  test.each(['slvb_nothing', `slvb_${'x'.repeat(43)}`, '.', 'a.b.c', "' or 1=1 --", 'x'.repeat(5_000)])(
    'a made-up secret %# is none',
    async (secret) => {
      const product = await knownBrowser();
      await attack(product, { addresses: 30 });
      const thief = openBrowser(product.app);
      thief.cookies.set('solvane-known', encodeURIComponent(secret));
      expect((await thief.submit('/account/login', LOGIN)).statusCode).toBe(429);
    },
  );

  test('a refused sign-in says nothing about which accounts exist', async () => {
    const { browser, app } = await knownBrowser();
    const answers = [];
    for (const [who, email] of [
      [openBrowser(app), 'unknown@north.example'],
      [openBrowser(app), LOGIN.email],
      [browser, 'unknown@north.example'],
    ] as const) {
      const answer = await who.submit('/account/login', { email, password: 'wrong' });
      const names = answer.cookies.map(({ name }) => name).sort();
      answers.push([answer.statusCode, names, answer.body.replaceAll(email, '').replace(/value="[\w-]{43}"/, '')]);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });
});

describe('behind a proxy that is not trusted', () => {
  const through = (browser: ReturnType<typeof openBrowser>, client: string, fields: Record<string, string>) =>
    browser.submit('/account/login', fields, { 'x-forwarded-for': client });

  test('failures of one client lock out no other client', async () => {
    const { browser, app } = await appWithUser();
    const stranger = openBrowser(app);
    for (let attempt = 0; attempt < 50; attempt++)
      await through(stranger, '203.0.113.7', { email: `user${attempt}@north.example`, password: 'x' });
    expect((await through(stranger, '203.0.113.7', LOGIN)).statusCode).toBe(429);
    expect((await through(browser, '198.51.100.1', LOGIN)).statusCode).toBe(303);
  });

  test('an account that is tried through claimed addresses is locked all the same', async () => {
    const { browser } = await appWithUser();
    for (let attempt = 0; attempt < 25; attempt++) await through(browser, `203.0.113.${attempt}`, { ...LOGIN, password: 'x' });
    expect((await through(browser, '198.51.100.1', LOGIN)).statusCode).toBe(429);
  });
});

describe('the login page', () => {
  test.each([
    ['sv-SE,sv;q=0.9,en;q=0.5', 'sv-SE', 'Logga in'],
    ['fr-FR,fr;q=0.8', 'fr-CA', 'Se connecter'],
    ['de-DE,sv;q=0.4,en;q=0.6', 'en-US', 'Sign in'],
    ['de', 'en-US', 'Sign in'],
    ['', 'en-US', 'Sign in'],
    [';;;q=,,*;q=x', 'en-US', 'Sign in'],
  ])('speaks the language of %j', async (accepted, locale, title) => {
    const { browser } = await appWithUser();
    const { body } = await browser.get('/account/login', { 'accept-language': accepted });
    expect(body).toContain(`<html lang="${locale}">`);
    expect(body).toContain(`<h1>${title}</h1>`);
  });

  test('keeps the language that was chosen, also after a refusal', async () => {
    const { browser } = await appWithUser();
    const answer = await browser.submit('/account/login?lang=sv-SE', { email: 'a@b.example', password: 'x' });
    expect(answer.body).toContain('<html lang="sv-SE">');
  });

  test('has no script, is small with its stylesheet, and is not cached', async () => {
    const { browser } = await appWithUser({ config: { demo: 'on' } });
    const page = await browser.get('/account/login');
    expect(page.body).not.toMatch(/<script|javascript:|onclick|style="/);
    expect(page.headers['cache-control']).toBe('no-store');
    const stylesheet = /<link rel="stylesheet" href="([^"]+)">/.exec(page.body)?.[1] ?? '';
    const css = await browser.get(stylesheet);
    expect(css.headers['content-type']).toBe('text/css; charset=utf-8');
    expect(gzipSync(page.body).length + gzipSync(css.body).length).toBeLessThan(30 * 1024);
  });

  test.each([
    ['a body of another kind', 'application/json', '{}', 415],
    ['a body without end', 'application/x-www-form-urlencoded', 'a'.repeat(20_000), 413],
    ['a null byte', 'application/x-www-form-urlencoded', 'email=a%00b&token=x', 400],
  ])('refuses %s', async (_what, contentType, payload, status) => {
    const { app } = await appWithUser();
    const answer = await app.inject({ method: 'POST', url: '/account/login', payload, headers: { 'content-type': contentType } });
    expect(answer.statusCode).toBe(status);
  });
});

describe('demo logins', () => {
  test('are offered on a loopback address, and one button signs in', async () => {
    const product = await testApp({ config: { demo: 'small', host: '127.0.0.1' } });
    await ensureRoles(product.db, product.deps.now());
    await ensureDemoLogins(product.db, { isLoopback: true, nowMs: product.deps.now() });
    const browser = openBrowser(product.app);
    expect((await browser.get('/account/login')).body).toContain('solvane-demo');
    const answer = await browser.submit('/account/login', { demo: 'operator@solvane.demo' });
    expect(answer.statusCode).toBe(303);
    expect((await browser.get('/api/profile')).json().displayName).toBe('Oskar Operator');
  });

  test.each([
    { demo: 'off' as const, host: '127.0.0.1' },
    { demo: 'on' as const, host: '0.0.0.0' },
  ])('are neither shown nor used by a button with %j', async (config) => {
    const product = await testApp({ config });
    await ensureRoles(product.db, product.deps.now());
    await ensureDemoLogins(product.db, { isLoopback: true, nowMs: product.deps.now() });
    const browser = openBrowser(product.app);
    const page = await browser.get('/account/login');
    expect(page.body).not.toContain('solvane-demo');
    const answer = await browser.post('/account/login', { ...hiddenFields(page.body), demo: 'operator@solvane.demo' });
    expect(answer.statusCode).not.toBe(303);
  });
});
