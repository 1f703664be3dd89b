import { accountEndpoints, sessionEndpoints } from '@solvane/contract/session';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../../testing/test-app.ts';
import { DEMO_PASSWORD } from '../sign-in/demo-logins.ts';
import { openBrowser } from '../testing/browser.ts';
import { startAccess } from './start-access.ts';

const ANSWERS = {
  name: 'Maria',
  email: 'maria@north.example',
  enterprise: 'Nörth Énergy AB',
  password: 'windy hills at dusk',
  repeated: 'windy hills at dusk',
};

async function freshInstallation() {
  const product = await testApp();
  const lines = await startAccess(product.deps);
  const code = /with the code (\S+)/.exec(lines.join('\n'))?.[1] ?? '';
  return { ...product, code, browser: openBrowser(product.app) };
}

describe('the first start without the demo', () => {
  test('leads to the set-up page, which makes the first administrator and signs them in', async () => {
    const { browser, code } = await freshInstallation();
    expect((await browser.get('/account/login')).headers.location).toBe('/account/setup');
    const answer = await browser.submit('/account/setup', { ...ANSWERS, code: ` ${code.toLowerCase().replaceAll('-', '')} ` });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/']);
    const profile = (await browser.get(sessionEndpoints.profile.path)).json();
    expect(profile.displayName).toBe('Maria');
    expect(profile.claims).toContainEqual({ type: 'enterpriseId', value: 'north-energy-ab' });
    const { userAccessByPermissionName } = (await browser.get(sessionEndpoints.permissions.path)).json();
    expect(userAccessByPermissionName.PageManageUsers).toBe(true);
  });

  test('happens once: afterwards the page is not found', async () => {
    const { browser, code, app, deps } = await freshInstallation();
    const second = openBrowser(app);
    const form = await second.get('/account/setup');
    expect(form.statusCode).toBe(200);
    await browser.submit('/account/setup', { ...ANSWERS, code });
    expect((await second.submit('/account/setup', { ...ANSWERS, code, email: 'second@north.example' })).statusCode).toBe(404);
    expect((await second.get('/account/setup')).statusCode).toBe(404);
    expect((await startAccess(deps)).join('\n')).not.toContain('code');
  });

  test('takes the code of the last start only', async () => {
    const { browser, code, deps } = await freshInstallation();
    await startAccess(deps);
    const answer = await browser.submit('/account/setup', { ...ANSWERS, code });
    expect(answer.statusCode).toBe(401);
    expect(answer.body).toContain('This is not the code of the last start.');
  });

  test('limits attempts to guess the code', async () => {
    const { browser, code } = await freshInstallation();
    for (let attempt = 0; attempt < 5; attempt++) await browser.submit('/account/setup', { ...ANSWERS, code: 'AAAA-BBBB-CCCC' });
    expect((await browser.submit('/account/setup', { ...ANSWERS, code })).statusCode).toBe(429);
  });

  test.each([
    [{ password: 'short', repeated: 'short' }, 'Minimum length is 12 characters'],
    [{ repeated: 'windy hills at dawn' }, 'The two passwords differ.'],
    [{ email: 'maria' }, 'The email address is not valid'],
    [{ name: ' ' }, 'This field is required'],
    [{ enterprise: 'x'.repeat(101) }, 'Maximum length is 100 characters'],
  ])('names what is wrong beside its field and keeps the rest: %j', async (wrong, message) => {
    const { browser, code } = await freshInstallation();
    const answer = await browser.submit('/account/setup', { ...ANSWERS, ...wrong, code });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain(message);
    expect(answer.body).not.toContain('windy hills');
    expect(answer.body).not.toContain(code);
    expect((await browser.submit('/account/setup', { ...ANSWERS, code })).statusCode).toBe(303);
  });

  test('needs a form of this browser', async () => {
    const { browser, code } = await freshInstallation();
    const answer = await browser.post(accountEndpoints.setup.path, { ...ANSWERS, code, token: 'x' });
    expect(answer.statusCode).toBe(400);
  });
});

describe('demo logins', () => {
  const signIn = (app: Parameters<typeof openBrowser>[0], password: string) =>
    openBrowser(app).submit('/account/login', { email: 'viewer@solvane.demo', password });

  test('have the published password on a loopback address', async () => {
    const { app, deps } = await testApp({ config: { demo: 'on', host: '127.0.0.1' } });
    const lines = await startAccess(deps);
    expect(lines.filter((line) => line.includes(DEMO_PASSWORD))).toHaveLength(6);
    expect((await signIn(app, DEMO_PASSWORD)).statusCode).toBe(303);
  });

  test('have random passwords, shown once, where others can reach the server', async () => {
    const { app, deps } = await testApp({ config: { demo: 'on', host: '0.0.0.0' } });
    const printed = /viewer@solvane\.demo\s+(\S+)\s+\(shown this once\)/.exec((await startAccess(deps)).join('\n'))?.[1] ?? '';
    expect((await signIn(app, DEMO_PASSWORD)).statusCode).toBe(401);
    expect((await signIn(app, printed)).statusCode).toBe(303);
    expect((await startAccess(deps)).join('\n')).not.toContain('shown this once');
    expect((await signIn(app, printed)).statusCode).toBe(303);
  });

  test('lose the published password when the server opens up, and get it back', async () => {
    const { app, deps } = await testApp({ config: { demo: 'on' } });
    await startAccess({ ...deps, config: { ...deps.config, host: '127.0.0.1' } });
    await startAccess({ ...deps, config: { ...deps.config, host: '0.0.0.0' } });
    expect((await signIn(app, DEMO_PASSWORD)).statusCode).toBe(401);
    await startAccess({ ...deps, config: { ...deps.config, host: '::1' } });
    expect((await signIn(app, DEMO_PASSWORD)).statusCode).toBe(303);
  });

  test('end with the demo, sessions included, and do not count for the set-up', async () => {
    const { app, deps } = await testApp({ config: { demo: 'on', host: '127.0.0.1' } });
    await startAccess(deps);
    const browser = openBrowser(app);
    await browser.submit('/account/login', { email: 'admin@solvane.demo', password: DEMO_PASSWORD });
    const lines = await startAccess({ ...deps, config: { ...deps.config, demo: 'off' } });
    expect((await browser.get(sessionEndpoints.profile.path)).json().isAuthenticated).toBe(false);
    expect((await signIn(app, DEMO_PASSWORD)).statusCode).toBe(401);
    expect(lines.join('\n')).toContain('with the code');
  });

  test('start twice without a change, and keep the settings of an installation', async () => {
    const { deps, db } = await testApp({ config: { demo: 'on', host: '127.0.0.1' } });
    await startAccess(deps);
    await db.execute("delete from role_permissions where role_id = 'viewer' and permission = 'PageDataStudio'");
    await db.execute("delete from role_permissions where role_id = 'admin' and permission = 'PageDataStudio'");
    await startAccess(deps);
    const { rows } = await db.execute<{ role_id: string }>(
      "select role_id from role_permissions where permission = 'PageDataStudio' order by 1",
    );
    expect(rows.map(({ role_id }) => role_id)).toEqual(['admin', 'analyst', 'contractor', 'operator']);
  });
});
