import type { EnterpriseId, RoleId } from '@solvane/contract/ids';
import { PERMISSIONS } from '@solvane/contract/permissions';
import {
  accountSettingsEndpoints,
  apiTokenEndpoints,
  CSRF_HEADER,
  ingestionKeyEndpoints,
  roleEndpoints,
  sessionEndpoints,
} from '@solvane/contract/session';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../../testing/test-app.ts';
import { ROLE_DEFINITIONS } from '../users/role-definitions.ts';
import { ensureRoles } from '../users/roles.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 2, 1, 12);

function claim(profile: { claims: { type: string; value: string }[] }, type: string): string | undefined {
  return profile.claims.find((each) => each.type === type)?.value;
}

describe('the profile', () => {
  test('is there for everyone, and is empty without a user', async () => {
    const { anonymous } = await testApp();
    expect(await anonymous().call(sessionEndpoints.profile)).toEqual({
      isAuthenticated: false,
      displayName: '',
      claims: [],
      sessionExpiresAtUtc: null,
    });
  });

  test('names the user and the enterprise the user belongs to', async () => {
    const { as, given, app } = await testApp();
    await given.enterprise({ id: 'north', name: 'North Energy' });
    const user = await as({ of: 'north', role: 'viewer' });
    const profile = await user.call(sessionEndpoints.profile);
    expect(profile.isAuthenticated).toBe(true);
    expect(claim(profile, 'enterpriseName')).toBe('North Energy');
    expect([claim(profile, 'agentId'), claim(profile, 'isProvider'), claim(profile, 'viewAsRoleId')]).toEqual(['', 'false', undefined]);
    expect((await app.inject({ url: '/api/profile', headers: user.headers })).headers['x-session-expires-at']).toBe(
      profile.sessionExpiresAtUtc,
    );
  });
});

describe('a session', () => {
  test('goes on with every call and ends an hour after the last one', async () => {
    const { as, setNow } = await testApp({ nowMs: START });
    const user = await as({ of: 'north' });
    setNow(START + 59 * MINUTE);
    await user.call(sessionEndpoints.permissions);
    setNow(START + 118 * MINUTE);
    expect((await user.call(sessionEndpoints.profile)).isAuthenticated).toBe(true);
    setNow(START + 179 * MINUTE);
    expect((await user.refusal(sessionEndpoints.permissions)).code).toBe('auth.required');
  });

  test('is not extended by background calls, which may use it until its end', async () => {
    const { as, setNow } = await testApp({ nowMs: START });
    const user = await as({ of: 'north' });
    setNow(START + 59 * MINUTE);
    const answer = await user.send(sessionEndpoints.permissions, {}, { 'x-background': '1' });
    expect(answer.headers['x-session-expires-at']).toBe(new Date(START + 60 * MINUTE).toISOString());
    setNow(START + 61 * MINUTE);
    expect((await user.send(sessionEndpoints.permissions, {}, { 'x-background': '1' })).statusCode).toBe(401);
  });

  test('is renewed for its full length', async () => {
    const { as, setNow } = await testApp({ nowMs: START, config: { sessionMinutes: 20 } });
    const user = await as({ of: 'north' });
    setNow(START + 10 * MINUTE);
    const { sessionExpiresAtUtc } = await user.call(sessionEndpoints.renew);
    expect(Date.parse(sessionExpiresAtUtc)).toBeGreaterThanOrEqual(START + 30 * MINUTE);
  });

  test('has one token against forged requests for its life, and needs it for every change', async () => {
    const { as } = await testApp();
    const user = await as({ of: 'north' });
    const { token } = await user.call(sessionEndpoints.antiforgery);
    expect(token).toBe(user.headers[CSRF_HEADER.toLowerCase()]);
    expect((await user.call(sessionEndpoints.antiforgery)).token).toBe(token);
    for (const forged of ['', 'x'.repeat(token.length)]) {
      const answer = await user.send(accountSettingsEndpoints.save, { body: { uiTheme: 'dark' } }, { [CSRF_HEADER.toLowerCase()]: forged });
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'csrf.invalid']);
    }
  });

  test.each(['solvane=slvs_unknown', 'solvane=', 'solvane=%00%ff', 'solvane=slvt_token; solvane=slvs_second', 'solvane="'])(
    'does not come from the cookie %s',
    async (cookie) => {
      const { app } = await testApp();
      const answer = await app.inject({ url: '/api/permissions', headers: { cookie } });
      expect(answer.statusCode).toBe(401);
    },
  );

  test('of a user who is disabled has ended', async () => {
    const { as, db, deps } = await testApp();
    const user = await as({ of: 'north' });
    await db.execute(`update users set disabled_at_ms = ${deps.now()}`);
    expect((await user.refusal(sessionEndpoints.permissions)).status).toBe(401);
  });

  test('with a bearer header is never read from the cookie', async () => {
    const { as } = await testApp();
    const user = await as({ of: 'north' });
    const answer = await user.send(sessionEndpoints.permissions, {}, { authorization: 'Bearer slvt_wrong' });
    expect(answer.statusCode).toBe(401);
  });
});

describe('permissions', () => {
  test.each(ROLE_DEFINITIONS.map(({ id, permissions }) => [id, permissions] as const))(
    'of a user in the role %s',
    async (role, permissions) => {
      const { as } = await testApp();
      const { userAccessByPermissionName } = await (await as({ of: 'north', role: role as 'admin' })).call(sessionEndpoints.permissions);
      const granted = Object.entries(userAccessByPermissionName).filter(([, isGranted]) => isGranted);
      expect(granted.map(([name]) => name).sort()).toEqual([...new Set(permissions)].sort());
    },
  );

  test('of provider staff are all of them, of a user without an enterprise none', async () => {
    const { as } = await testApp();
    const provider = await (await as({ isProvider: true })).call(sessionEndpoints.permissions);
    const stranger = await (await as({})).call(sessionEndpoints.permissions);
    expect(Object.values(provider.userAccessByPermissionName)).toEqual(PERMISSIONS.map(() => true));
    expect(Object.values(stranger.userAccessByPermissionName)).toEqual(PERMISSIONS.map(() => false));
  });
});

describe('features', () => {
  test('are those of the installation', async () => {
    const { as, db } = await testApp();
    await db.execute("insert into features (name, is_on) values ('remoteReset', false)");
    const { features } = await (await as({ of: 'north' })).call(sessionEndpoints.features);
    expect([features.remoteReset, features.dataUpload, features.segmentLoadFailedBanner]).toEqual([false, true, false]);
  });
});

describe('account settings', () => {
  test('begin with nothing chosen, change one by one and stay', async () => {
    const { as, given } = await testApp();
    await given.site({ enterpriseId: 'owner', contractorEnterpriseIds: ['north'] });
    const user = await as({ of: 'north' });
    expect(await user.call(accountSettingsEndpoints.get)).toEqual({ selectedEnterpriseIds: null, regionalFormat: null, uiTheme: 'system' });
    await user.call(accountSettingsEndpoints.save, { body: { uiTheme: 'dark' } });
    await user.call(accountSettingsEndpoints.save, { body: { regionalFormat: 'sv-SE' } });
    await user.call(accountSettingsEndpoints.saveSelectedEnterpriseIds, { body: ['north', 'owner', 'north'] });
    expect(await user.call(accountSettingsEndpoints.get)).toEqual({
      selectedEnterpriseIds: ['north', 'owner'],
      regionalFormat: 'sv-SE',
      uiTheme: 'dark',
    });
  });

  test('never hold an enterprise that the user does not see', async () => {
    const { as, given } = await testApp();
    await given.site({ enterpriseId: 'other' });
    const saved = await (await as({ of: 'north' })).call(accountSettingsEndpoints.saveSelectedEnterpriseIds, {
      body: ['other', 'north', 'unknown'],
    });
    expect(saved.selectedEnterpriseIds).toEqual(['north']);
  });

  test.each([{ uiTheme: 'pink' }, { regionalFormat: 'de-DE' }, { fontSize: 12 }, { selectedEnterpriseIds: 'north' }, [], null, 'text'])(
    'refuse %j',
    async (body) => {
      const { as } = await testApp();
      expect((await (await as({ of: 'north' })).refusal(accountSettingsEndpoints.save, { body: body as never })).status).toBe(400);
    },
  );
});

describe('provider staff may look at the product as a role sees it', () => {
  async function provider() {
    const product = await testApp();
    await ensureRoles(product.db, product.deps.now());
    await product.given.site({ id: 'mine', enterpriseId: 'north' });
    const staff = await product.as({ isProvider: true });
    return { ...product, staff, view: { roleId: 'viewer' as RoleId, enterpriseId: 'north' as EnterpriseId } };
  }

  test('with its permissions and sites, and back again', async () => {
    const { staff, view } = await provider();
    const seen = await staff.call(sessionEndpoints.viewAs, { body: { view } });
    expect([claim(seen, 'isProvider'), claim(seen, 'viewAsRoleId'), claim(seen, 'enterpriseId')]).toEqual(['false', 'viewer', 'north']);
    const { userAccessByPermissionName } = await staff.call(sessionEndpoints.permissions);
    expect([userAccessByPermissionName.PageDataStudio, userAccessByPermissionName.EditMetadata]).toEqual([true, false]);
    const own = await staff.call(sessionEndpoints.viewAs, { body: { view: null } });
    expect([claim(own, 'isProvider'), claim(own, 'viewAsRoleId')]).toEqual(['true', undefined]);
  });

  test('and change nothing meanwhile, whatever the role may', async () => {
    const { staff, view } = await provider();
    await staff.call(sessionEndpoints.viewAs, { body: { view: { ...view, roleId: 'admin' as RoleId } } });
    expect((await staff.refusal(accountSettingsEndpoints.save, { body: { uiTheme: 'dark' } })).code).toBe('access.forbidden');
    expect((await staff.refusal(apiTokenEndpoints.create, { body: { name: 'x' } })).code).toBe('access.forbidden');
    await staff.call(sessionEndpoints.renew);
  });

  test('but no other user may, and not as a role or enterprise that does not exist', async () => {
    const { staff, as, view } = await provider();
    expect((await (await as({ of: 'north' })).refusal(sessionEndpoints.viewAs, { body: { view } })).code).toBe('access.forbidden');
    for (const unknown of [
      { ...view, roleId: 'captain' as RoleId },
      { ...view, enterpriseId: 'nowhere' as EnterpriseId },
    ])
      expect((await staff.refusal(sessionEndpoints.viewAs, { body: { view: unknown } })).code).toBe('resource.notFound');
  });

  test('and choose from all roles, of which others see only those in their enterprises', async () => {
    const { staff, as } = await provider();
    expect((await staff.call(roleEndpoints.list)).items.map(({ roleId }) => roleId)).toEqual(expect.arrayContaining(['admin', 'viewer']));
    const user = await as({ of: 'south', permissions: ['PageEventLogs'] });
    expect((await user.call(roleEndpoints.list)).items.map(({ permissions }) => permissions)).toEqual([['PageEventLogs']]);
  });
});

describe('API tokens', () => {
  const DAY = 24 * 60 * MINUTE;

  test('are shown once, work for 24 hours and not a moment longer', async () => {
    const { as, app, setNow } = await testApp({ nowMs: START });
    const user = await as({ of: 'north' });
    const { token, item } = await user.call(apiTokenEndpoints.create, { body: { name: 'Nightly export' } });
    expect(item).toMatchObject({ name: 'Nightly export', readOnly: true, siteIds: null, expiresAtMs: START + DAY, lastUsedAtMs: null });
    const ask = () => app.inject({ url: '/api/permissions', headers: { authorization: `Bearer ${token}` } });
    setNow(START + DAY - 1);
    expect((await ask()).statusCode).toBe(200);
    setNow(START + DAY);
    expect((await ask()).statusCode).toBe(401);
  });

  test('appear in the list of their owner only, without the secret, and say when they were used', async () => {
    const { as, app, setNow } = await testApp({ nowMs: START });
    const [user, colleague] = [await as({ of: 'north' }), await as({ of: 'north' })];
    const { token } = await user.call(apiTokenEndpoints.create, { body: { name: 'a' } });
    setNow(START + MINUTE);
    await app.inject({ url: '/api/permissions', headers: { authorization: `Bearer ${token}` } });
    const answer = await user.send(apiTokenEndpoints.list);
    expect(answer.body).not.toContain(token);
    expect(answer.json().items).toMatchObject([{ name: 'a', lastUsedAtMs: START + MINUTE }]);
    expect((await colleague.call(apiTokenEndpoints.list)).items).toEqual([]);
  });

  test('end when they are revoked, when their owner may not have any more, and never at the word of a stranger', async () => {
    const { as, app, db } = await testApp();
    const user = await as({ of: 'north' });
    const [first, second] = [
      await user.call(apiTokenEndpoints.create, { body: { name: 'a' } }),
      await user.call(apiTokenEndpoints.create, { body: { name: 'b' } }),
    ];
    const stranger = await as({ of: 'south' });
    expect((await stranger.refusal(apiTokenEndpoints.revoke, { body: { tokenId: first.item.tokenId } })).code).toBe('resource.notFound');
    const status = async (token: string) =>
      (await app.inject({ url: '/api/permissions', headers: { authorization: `Bearer ${token}` } })).statusCode;
    await user.call(apiTokenEndpoints.revoke, { body: { tokenId: first.item.tokenId } });
    expect([await status(first.token), await status(second.token)]).toEqual([401, 200]);
    await db.execute(`delete from memberships where user_id = '${user.userId}'`);
    expect(await status(second.token)).toBe(401);
  });

  test('are narrowed to sites of their owner', async () => {
    const { as, given } = await testApp();
    const [mine, theirs] = [await given.site({ enterpriseId: 'north' }), await given.site({ enterpriseId: 'south' })];
    const user = await as({ of: 'north' });
    expect((await user.call(apiTokenEndpoints.create, { body: { name: 'a', siteIds: [mine.id] } })).item.siteIds).toEqual([mine.id]);
    expect((await user.refusal(apiTokenEndpoints.create, { body: { name: 'a', siteIds: [mine.id, theirs.id] } })).code).toBe(
      'resource.notFound',
    );
  });

  test('make no further tokens, and change nothing when they may only read', async () => {
    const { as } = await testApp();
    const [writing, reading] = [await as({ of: 'north', by: 'token' }), await as({ of: 'north', by: 'readOnlyToken' })];
    expect((await writing.refusal(apiTokenEndpoints.create, { body: { name: 'a' } })).code).toBe('access.forbidden');
    expect((await writing.call(accountSettingsEndpoints.save, { body: { uiTheme: 'dark' } })).uiTheme).toBe('dark');
    expect((await reading.refusal(accountSettingsEndpoints.save, { body: { uiTheme: 'dark' } })).code).toBe('access.forbidden');
  });

  test('need the permission, a name, and are no session', async () => {
    const { as } = await testApp();
    const body = { name: 'a' };
    expect((await (await as({ of: 'north', role: 'viewer' })).refusal(apiTokenEndpoints.create, { body })).code).toBe('access.forbidden');
    expect((await (await as({ of: 'north' })).refusal(apiTokenEndpoints.create, { body: { name: '  ' } })).status).toBe(400);
    const token = await as({ of: 'north', by: 'token' });
    for (const endpoint of [sessionEndpoints.renew, sessionEndpoints.antiforgery])
      expect((await token.refusal(endpoint)).code).toBe('access.forbidden');
  });
});

describe('ingestion keys', () => {
  test('belong to sites: a user who sees all of them sees the key', async () => {
    const { as, given } = await testApp();
    const [one, two] = [await given.site({ id: 'A1', enterpriseId: 'north' }), await given.site({ id: 'A2', enterpriseId: 'north' })];
    await given.site({ id: 'B1', enterpriseId: 'south', contractorEnterpriseIds: ['north'] });
    const user = await as({ of: 'north' });
    const { key, item } = await user.call(ingestionKeyEndpoints.create, { body: { name: 'Logger', siteIds: [two.id, one.id, one.id] } });
    expect(key).toMatch(/^slvk_[\w-]{43}$/);
    expect(item).toMatchObject({ siteIds: ['A1', 'A2'], revokedAtMs: null, lastUsedAtMs: null });
    expect((await (await as({ of: 'north' })).call(ingestionKeyEndpoints.list)).items).toMatchObject([{ keyId: item.keyId }]);
    expect((await (await as({ of: 'south' })).call(ingestionKeyEndpoints.list)).items).toEqual([]);
  });

  test('are made for sites in scope only, with the permission', async () => {
    const { as, given } = await testApp();
    const theirs = await given.site({ enterpriseId: 'south' });
    const body = { name: 'Logger', siteIds: [theirs.id] };
    expect((await (await as({ of: 'north' })).refusal(ingestionKeyEndpoints.create, { body })).code).toBe('resource.notFound');
    expect((await (await as({ of: 'south', role: 'viewer' })).refusal(ingestionKeyEndpoints.create, { body })).code).toBe(
      'access.forbidden',
    );
    expect((await (await as({ of: 'south' })).refusal(ingestionKeyEndpoints.create, { body: { ...body, siteIds: [] } })).status).toBe(400);
  });

  test('open nothing but ingestion, and nothing at all once revoked', async () => {
    const { as, app, given } = await testApp();
    const site = await given.site({ enterpriseId: 'north' });
    const user = await as({ of: 'north' });
    const { key, item } = await user.call(ingestionKeyEndpoints.create, { body: { name: 'Logger', siteIds: [site.id] } });
    const ask = () => app.inject({ url: '/api/permissions', headers: { authorization: `Bearer ${key}` } });
    expect((await ask()).statusCode).toBe(403);
    const stranger = await as({ of: 'south' });
    expect((await stranger.refusal(ingestionKeyEndpoints.revoke, { body: { keyId: item.keyId } })).code).toBe('resource.notFound');
    await user.call(ingestionKeyEndpoints.revoke, { body: { keyId: item.keyId } });
    expect((await ask()).statusCode).toBe(401);
    expect((await user.refusal(ingestionKeyEndpoints.revoke, { body: { keyId: item.keyId } })).code).toBe('resource.notFound');
    expect((await user.call(ingestionKeyEndpoints.list)).items[0]?.revokedAtMs).not.toBeNull();
  });
});
