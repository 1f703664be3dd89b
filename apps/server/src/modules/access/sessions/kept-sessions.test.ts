import { sessionEndpoints } from '@solvane/contract/session';
import { sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { testApp } from '../../../testing/test-app.ts';

const START = Date.UTC(2026, 2, 1, 12);
const MINUTE = 60_000;

/** What of the questions to the database were for sessions. */
function countReadings(query: { mock: { calls: unknown[][] } }): number {
  return query.mock.calls.filter(([statement]) => (statement as { name?: string }).name === 'find_sessions').length;
}

async function signedIn() {
  const app = await testApp({ nowMs: START, commits: true });
  await app.given.site({ id: 'farm', enterpriseId: 'north' });
  const user = await app.as({ of: 'north', role: 'viewer' });
  const query = vi.spyOn(app.deps.database.pool, 'query');
  const readings = async (): Promise<number> => {
    query.mockClear();
    await user.call(sessionEndpoints.permissions);
    return countReadings(query);
  };
  return { ...app, user, readings };
}

describe('with the embedded database a session', () => {
  test('is read once while nothing changes that it is judged by', async ({ skip }) => {
    const { deps, readings } = await signedIn();
    if (!deps.database.isHeardInOrder) skip();
    await readings();
    expect(await readings()).toBe(0);
  });

  test.each([
    ['its user', sql`update users set name = 'Other'`],
    ['a membership', sql`update memberships set created_at_ms = created_at_ms + 1`],
    [
      'a permission of a role',
      sql`insert into role_permissions (role_id, permission) select id, 'AccessPublicApi' from roles on conflict do nothing`,
    ],
    ['the role it is seen as', sql`update sessions set view_as_role_id = view_as_role_id`],
    ['a view key', sql`update view_keys set name = name`],
    ['a site and its owner', sql`update sites set enterprise_id = enterprise_id`],
    ['a device', sql`update segments set name = name`],
    ['a series', sql`delete from series`],
  ])('is read again after a change of %s', async (_, change) => {
    const { db, readings } = await signedIn();
    await readings();
    await db.execute(change);
    expect(await readings()).toBe(1);
  });

  test('ends for the next request when its user is disabled, signs out elsewhere or is deleted', async () => {
    for (const change of [sql`update users set disabled_at_ms = 1`, sql`delete from sessions`, sql`delete from users`]) {
      const { db, user } = await signedIn();
      await user.call(sessionEndpoints.permissions);
      await db.execute(change);
      expect((await user.refusal(sessionEndpoints.permissions)).code).toBe('auth.required');
    }
  });

  test('is judged by what a transaction changes once it is committed', async () => {
    const { db, user } = await signedIn();
    await user.call(sessionEndpoints.permissions);
    await db.transaction(async (tx) => {
      await tx.execute(sql`delete from memberships`);
    });
    const { userAccessByPermissionName } = await user.call(sessionEndpoints.permissions);
    expect(new Set(Object.values(userAccessByPermissionName))).toEqual(new Set([false]));
  });

  test('is extended by its calls, and ends at its time', async () => {
    const { user, setNow } = await signedIn();
    await user.call(sessionEndpoints.permissions);
    setNow(START + 59 * MINUTE);
    await user.call(sessionEndpoints.permissions);
    setNow(START + 118 * MINUTE);
    await user.call(sessionEndpoints.permissions);
    setNow(START + 179 * MINUTE);
    expect((await user.refusal(sessionEndpoints.permissions)).code).toBe('auth.required');
  });

  test('is written to once a minute while it is kept', async () => {
    const { deps, user, setNow } = await signedIn();
    await user.call(sessionEndpoints.permissions);
    const written = vi.spyOn(deps.database.pool, 'query');
    setNow(START + 2 * MINUTE);
    for (let call = 0; call < 3; call += 1) await user.call(sessionEndpoints.permissions);
    expect(written.mock.calls.filter(([statement]) => JSON.stringify(statement).includes('update \\"sessions\\"')).length).toBe(1);
  });
});
