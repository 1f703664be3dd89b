import { randomUUID } from 'node:crypto';
import { AppError } from '@solvane/contract/errors';
import type { SiteId } from '@solvane/contract/ids';
import { accountEndpoints, type ViewKey } from '@solvane/contract/session';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { users, viewKeys } from '../../../db/schema/access.ts';
import type { Caller } from '../../../http/caller.ts';
import { audit } from '../audit.ts';
import { beginSession } from '../sessions/sessions.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** The caller's own, newest first. */
export async function listViewKeys(db: Db, caller: Caller): Promise<ViewKey[]> {
  const rows = await db.select().from(viewKeys).where(eq(viewKeys.userId, caller.userId)).orderBy(desc(viewKeys.createdAtMs));
  return rows.map(toViewKey);
}

/** @throws AppError resource.notFound for a site out of scope */
export async function createViewKey(
  db: Db,
  caller: Caller,
  { name, siteIds }: { name: string; siteIds: SiteId[] | null },
  nowMs: number,
): Promise<{ key: string; path: string; item: ViewKey }> {
  if (siteIds && !siteIds.every((siteId) => caller.siteIds.has(siteId))) throw new AppError('resource.notFound');
  const key = newSecret('viewKey');
  const row = { id: randomUUID(), userId: caller.userId, name, siteIds: siteIds && [...new Set(siteIds)], createdAtMs: nowMs };
  await db.transaction(async (tx) => {
    await tx.insert(viewKeys).values({ ...row, secretHash: hashSecret(key) });
    await audit(tx, { actor: caller, nowMs }, [
      { action: 'viewKey.create', entityType: 'viewKey', entityId: row.id, details: { name, siteIds: row.siteIds } },
    ]);
  });
  return { key, path: `${accountEndpoints.view.path}?${new URLSearchParams({ key })}`, item: toViewKey({ ...row, lastUsedAtMs: null }) };
}

/** The screens that it opened go with it. */
export async function revokeViewKey(db: Db, caller: Caller, viewKeyId: string, nowMs: number): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await tx
      .delete(viewKeys)
      .where(and(eq(viewKeys.id, viewKeyId), eq(viewKeys.userId, caller.userId)))
      .returning({ id: viewKeys.id });
    if (ended.length === 0) throw new AppError('resource.notFound');
    await audit(tx, { actor: caller, nowMs }, [{ action: 'viewKey.revoke', entityType: 'viewKey', entityId: viewKeyId }]);
  });
}

/** Begins the session of a screen. @returns the secret of its cookie; undefined: there is no such key */
export async function openView(
  db: Db,
  { key, ...client }: { key: string; sessionMinutes: number; userAgent: string; address: string },
  nowMs: number,
): Promise<string | undefined> {
  const [found] = await db
    .update(viewKeys)
    .set({ lastUsedAtMs: nowMs })
    .from(users)
    .where(and(eq(viewKeys.secretHash, hashSecret(key)), eq(users.id, viewKeys.userId), isNull(users.disabledAtMs)))
    .returning({ viewKeyId: viewKeys.id, userId: viewKeys.userId });
  return found && beginSession(db, { ...client, ...found }, nowMs);
}

function toViewKey({ id, name, siteIds, createdAtMs, lastUsedAtMs }: Omit<typeof viewKeys.$inferSelect, 'secretHash'>): ViewKey {
  return { viewKeyId: id, name, siteIds, createdAtMs, lastUsedAtMs };
}
