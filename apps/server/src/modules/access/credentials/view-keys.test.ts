import { deviceTreeEndpoints } from '@solvane/contract/fleet';
import type { SiteId } from '@solvane/contract/ids';
import {
  accountEndpoints,
  accountSettingsEndpoints,
  apiTokenEndpoints,
  sessionEndpoints,
  viewKeyEndpoints,
} from '@solvane/contract/session';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '../../../db/schema/access.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

const NOW_MS = Date.UTC(2026, 0, 15, 12);

async function openScreen(app: TestApp, path: string) {
  const answer = await app.app.inject({ url: path });
  const cookie = String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? '';
  const ask = (endpoint: { method: string; path: string }, more: { headers?: Record<string, string>; payload?: object } = {}) =>
    app.app.inject({ method: endpoint.method as 'GET', url: endpoint.path, ...more, headers: { cookie, ...more.headers } });
  return { answer, cookie, ask };
}

async function wallboard() {
  const app = await testApp({ nowMs: NOW_MS });
  for (const id of ['A', 'B']) await app.given.site({ id, enterpriseId: 'north' });
  const user = await app.as({ of: 'north' });
  return { ...app, app: app.app, product: app, user };
}

test('a key opens the product read only, at a page of its own origin', async () => {
  const { product, user } = await wallboard();
  const { path } = await user.call(viewKeyEndpoints.create, { body: { name: 'Control room' } });
  const { answer, ask } = await openScreen(product, `${path}&returnUrl=${encodeURIComponent('/dashboards/7?x=1')}`);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/dashboards/7?x=1']);
  expect((await ask(deviceTreeEndpoints.sites)).json().sites).toHaveLength(2);
  const { token } = (await ask(sessionEndpoints.antiforgery)).json();
  const headers = { 'x-csrf-token': token };
  const saved = await ask(accountSettingsEndpoints.save, { headers, payload: { uiTheme: 'dark' } });
  expect(saved.statusCode).toBe(403);
  const again = await ask(viewKeyEndpoints.create, { headers, payload: { name: 'Another' } });
  expect(again.statusCode).toBe(403);
  const elsewhere = await openScreen(product, `${path}&returnUrl=${encodeURIComponent('https://evil.example/')}`);
  expect(elsewhere.answer.headers.location).toBe('/');
});

test('a key for some sites shows no others, and none that its maker does not see', async () => {
  const { product, user, given } = await wallboard();
  const { path } = await user.call(viewKeyEndpoints.create, { body: { name: 'A only', siteIds: ['A' as SiteId] } });
  const { ask } = await openScreen(product, path);
  expect((await ask(deviceTreeEndpoints.sites)).json().sites.map(({ siteId }: { siteId: string }) => siteId)).toEqual(['A']);
  await given.site({ id: 'C', enterpriseId: 'south' });
  const refused = await user.refusal(viewKeyEndpoints.create, { body: { name: 'C', siteIds: ['C' as SiteId] } });
  expect(refused).toMatchObject({ status: 404, code: 'resource.notFound' });
});

test('the address of a wallboard does not replace the session of a user who signed in', async () => {
  const { product, user } = await wallboard();
  const { path } = await user.call(viewKeyEndpoints.create, { body: { name: 'Wall' } });
  const victim = await product.as({ of: 'north', role: 'operator' });
  const answer = await product.app.inject({ url: path, headers: { cookie: victim.headers.cookie ?? '' } });
  expect(answer.statusCode).toBe(409);
  expect(answer.body).toContain('You are signed in as Test operator. A wallboard link does not replace your session.');
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect((await victim.call(sessionEndpoints.profile)).displayName).toBe('Test operator');
});

test('the address of another wallboard takes the place of the one before', async () => {
  const { product, user } = await wallboard();
  const first = await user.call(viewKeyEndpoints.create, { body: { name: 'A', siteIds: ['A' as SiteId] } });
  const second = await user.call(viewKeyEndpoints.create, { body: { name: 'B', siteIds: ['B' as SiteId] } });
  const { ask } = await openScreen(product, first.path);
  const answer = await ask({ method: 'GET', path: second.path });
  expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([303, expect.stringContaining('solvane=slvs_')]);
});

test('a screen stays signed in on what it asks in the background, a person does not', async () => {
  const { product, user, setNow } = await wallboard();
  const { path } = await user.call(viewKeyEndpoints.create, { body: { name: 'Wall' } });
  const { ask } = await openScreen(product, path);
  const background = { 'x-background': '1' };
  for (let minutes = 30; minutes <= 300; minutes += 30) {
    setNow(NOW_MS + minutes * 60_000);
    expect((await ask(deviceTreeEndpoints.sites, { headers: background })).statusCode).toBe(200);
  }
  expect((await user.send(deviceTreeEndpoints.sites, undefined, background)).statusCode).toBe(401);
});

test('revoking a key ends the screens that it opened', async () => {
  const { product, user } = await wallboard();
  const { path, item } = await user.call(viewKeyEndpoints.create, { body: { name: 'Wall' } });
  const { ask } = await openScreen(product, path);
  expect((await user.call(viewKeyEndpoints.list)).items).toEqual([{ ...item, lastUsedAtMs: NOW_MS }]);
  const stranger = await product.as({ of: 'north' });
  expect(await stranger.refusal(viewKeyEndpoints.revoke, { body: { viewKeyId: item.viewKeyId } })).toMatchObject({ status: 404 });
  expect((await stranger.call(viewKeyEndpoints.list)).items).toEqual([]);
  await user.call(viewKeyEndpoints.revoke, { body: { viewKeyId: item.viewKeyId } });
  expect((await ask(deviceTreeEndpoints.sites)).statusCode).toBe(401);
  expect((await openScreen(product, path)).answer.headers.location).toMatch(/^\/account\/login/);
});

test('a key ends with its maker: disabled, or without the right to the API', async () => {
  const { product, user, db } = await wallboard();
  const { path } = await user.call(viewKeyEndpoints.create, { body: { name: 'Wall' } });
  const { ask } = await openScreen(product, path);
  await db.execute("delete from role_permissions where permission = 'AccessPublicApi'");
  expect((await ask(deviceTreeEndpoints.sites)).statusCode).toBe(401);
  await db
    .update(users)
    .set({ disabledAtMs: 1 })
    .where(eq(users.id, user.userId as never));
  expect((await openScreen(product, path)).answer.headers.location).toMatch(/^\/account\/login/);
});

test.each(['', '?key=', '?key=slvv_nothing', '?key=a&key=b'])('%s is no key', async (query) => {
  const { product } = await wallboard();
  const { answer } = await openScreen(product, `${accountEndpoints.view.path}${query}`);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account/login?returnUrl=%2F']);
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test('a token cannot make what outlives it', async () => {
  const { product, user } = await wallboard();
  const { token } = await user.call(apiTokenEndpoints.create, { body: { name: 'script', readOnly: false } });
  const answer = await product.app.inject({
    method: 'POST',
    url: viewKeyEndpoints.create.path,
    headers: { authorization: `Bearer ${token}` },
    payload: { name: 'Wall' },
  });
  expect(answer.statusCode).toBe(403);
});
