import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EnterpriseId, RoleId } from '@solvane/contract/ids';
import { sessionEndpoints } from '@solvane/contract/session';
import { Provider } from 'oidc-provider';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../../testing/test-app.ts';
import { CONSOLE } from '../audit.ts';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { ensureRoles } from '../users/roles.ts';
import { addUser, disableUser } from '../users/users.ts';

const PUBLIC_URL = 'http://solvane.test';
const PEOPLE: Record<string, { email: string; email_verified: boolean }> = {
  maria: { email: 'Maria@North.example', email_verified: true },
  moved: { email: 'new-address@north.example', email_verified: true },
  liar: { email: 'maria@north.example', email_verified: false },
  stranger: { email: 'stranger@elsewhere.example', email_verified: true },
};

let issuer: string;
const servers: Server[] = [];

beforeAll(async () => {
  issuer = await startProvider({ claimsInIdToken: false });
});
afterAll(() => Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve)))));

async function startProvider({ claimsInIdToken }: { claimsInIdToken: boolean }): Promise<string> {
  const server = createServer((request, response) => {
    void listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(address, {
    clients: [
      {
        client_id: 'solvane',
        client_secret: 'a secret between the two of them',
        redirect_uris: [`${PUBLIC_URL}/account/sso/answer`],
        post_logout_redirect_uris: [`${PUBLIC_URL}/account/login?returnUrl=%2F`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !claimsInIdToken,
    features: { devInteractions: { enabled: true } },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...PEOPLE[sub] }) }),
    cookies: { keys: ['test'] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, IdToken: 600, AccessToken: 600, AuthorizationCode: 60 },
  });
  const listener = provider.callback();
  return address;
}

async function product(at = issuer) {
  const app = await testApp({
    config: {
      publicUrl: PUBLIC_URL,
      oidc: {
        issuer: at,
        clientId: 'solvane',
        clientSecret: 'a secret between the two of them',
        scopes: 'openid email',
        label: 'North ID',
      },
    },
  });
  await ensureRoles(app.db, app.deps.now());
  await app.given.enterprise({ id: 'north' });
  const context = { actor: CONSOLE, nowMs: app.deps.now() };
  const userId = await addUser(
    app.db,
    {
      email: 'maria@north.example',
      name: 'Maria',
      password: null,
      memberships: [{ enterpriseId: 'north' as EnterpriseId, roleId: 'viewer' as RoleId }],
    },
    context,
  );
  return { ...app, context, userId, browser: openBrowser(app.app) };
}

/** Signs in at the provider as a browser would, and gives the address the provider sends the browser back to. */
async function answerOfProvider(begin: string, person: string): Promise<string> {
  const cookies = new Map<string, string>();
  const ask = async (url: string, fields?: Record<string, string>): Promise<Response> => {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  let address = begin;
  for (let step = 0; step < 12; step++) {
    const answer = await ask(address);
    const next = answer.headers.get('location');
    if (next?.startsWith(PUBLIC_URL)) return next.slice(PUBLIC_URL.length);
    if (next) {
      address = new URL(next, begin).href;
      continue;
    }
    const page = await answer.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? '';
    const posted = await ask(address, prompt === 'login' ? { prompt, login: person, password: 'any' } : { prompt });
    address = new URL(posted.headers.get('location') ?? '', begin).href;
  }
  throw new Error('The provider never sent the browser back');
}

async function signInAs(browser: Browser, person: string, returnUrl = '/tasks') {
  const begin = await browser.get(`/account/sso?returnUrl=${encodeURIComponent(returnUrl)}`);
  return browser.get(await answerOfProvider(begin.headers.location ?? '', person));
}

describe('single sign-on', () => {
  test('is offered on the login page by its name', async () => {
    const { browser } = await product();
    expect((await browser.get('/account/login?returnUrl=/tasks')).body).toContain(
      'href="/account/sso?returnUrl=%2Ftasks">Sign in with North ID<',
    );
  });

  test('asks with a code challenge, a state and a nonce, and signs in who has a verified address', async () => {
    const { browser } = await product();
    const begin = await browser.get('/account/sso?returnUrl=/tasks');
    const asked = new URL(begin.headers.location ?? '').searchParams;
    expect([asked.get('response_type'), asked.get('code_challenge_method'), asked.get('redirect_uri')]).toEqual([
      'code',
      'S256',
      `${PUBLIC_URL}/account/sso/answer`,
    ]);
    expect([asked.get('state'), asked.get('nonce'), asked.get('code_challenge')]).not.toContain(null);
    const answer = await signInAs(browser, 'maria');
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/tasks']);
    expect((await browser.get(sessionEndpoints.profile.path)).json().displayName).toBe('Maria');
  });

  test('finds the address in the token as well as in the user info', async () => {
    const { browser } = await product(await startProvider({ claimsInIdToken: true }));
    expect((await signInAs(browser, 'maria')).statusCode).toBe(303);
  });

  test('knows a linked person again when the address has changed', async () => {
    const { browser, db } = await product();
    await signInAs(browser, 'maria');
    await db.execute("update oidc_links set subject = 'moved'");
    const again = await signInAs(browser, 'moved');
    expect(again.statusCode).toBe(303);
  });

  test.each(['liar', 'stranger'])('turns %s away: an address that is not verified or not ours does not sign in', async (person) => {
    const { browser } = await product();
    const answer = await signInAs(browser, person);
    expect(answer.statusCode).toBe(401);
    expect(answer.body).toContain('No account has this identity');
    expect((await browser.get(sessionEndpoints.profile.path)).json().isAuthenticated).toBe(false);
  });

  test('turns away who is disabled here, linked or not', async () => {
    const { browser, db, userId, context } = await product();
    await signInAs(browser, 'maria');
    await disableUser(db, userId, context);
    expect((await signInAs(browser, 'maria')).statusCode).toBe(401);
  });

  test('takes an answer once, and only in the browser that asked', async () => {
    const { browser, app } = await product();
    const begin = await browser.get('/account/sso');
    const address = await answerOfProvider(begin.headers.location ?? '', 'maria');
    expect((await openBrowser(app).get(address)).statusCode).toBe(401);
    expect((await browser.get(address)).statusCode).toBe(303);
    expect((await browser.get(address)).statusCode).toBe(401);
  });

  test.each(['', '?state=x', '?code=x&state=x', '?error=access_denied&state=x', '?state=%00'])('refuses the answer %j', async (query) => {
    const { browser } = await product();
    await browser.get('/account/sso');
    const answer = await browser.get(`/account/sso/answer${query}`);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
  });

  test('does not take longer than ten minutes', async () => {
    const { browser, setNow, deps } = await product();
    const begin = await browser.get('/account/sso');
    const address = await answerOfProvider(begin.headers.location ?? '', 'maria');
    setNow(deps.now() + 10 * 60_000);
    expect((await browser.get(address)).statusCode).toBe(401);
  });

  test('never leads away afterwards', async () => {
    const { browser } = await product();
    expect((await signInAs(browser, 'maria', '//evil.example')).headers.location).toBe('/');
  });

  test('ends at the provider too', async () => {
    const { browser } = await product();
    await signInAs(browser, 'maria');
    const answer = await browser.submit('/account/logout', {});
    const target = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(answer.body)?.[1] ?? '';
    const address = new URL(target.replaceAll('&#38;', '&'));
    expect(address.origin).toBe(issuer);
    expect(address.searchParams.get('id_token_hint')).toMatch(/^ey/);
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`${PUBLIC_URL}/account/login?returnUrl=%2F`);
  });

  test('answers 503 while the provider cannot be reached, and the password still works', async () => {
    const app = await testApp({
      config: { oidc: { issuer: 'http://127.0.0.1:9', clientId: 'x', clientSecret: undefined, scopes: 'openid', label: 'Away' } },
    });
    const browser = openBrowser(app.app);
    expect((await browser.get('/account/sso')).statusCode).toBe(503);
    expect((await browser.get('/account/logout')).statusCode).toBe(303);
  });

  test('does not exist where it is not set up', async () => {
    const { app } = await testApp();
    expect((await openBrowser(app).get('/account/sso')).statusCode).toBe(404);
    expect((await openBrowser(app).get('/account/sso/answer?code=x')).statusCode).toBe(404);
  });
});
