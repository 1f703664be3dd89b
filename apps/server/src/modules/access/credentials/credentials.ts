import { randomUUID } from 'node:crypto';
import { AppError } from '@solvane/contract/errors';
import type { SiteId } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import type { ApiToken, IngestionKey } from '@solvane/contract/session';
import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { apiTokens } from '../../../db/schema/access.ts';
import { ingestionKeySites, ingestionKeys } from '../../../db/schema/arrivals.ts';
import type { Caller } from '../../../http/caller.ts';
import { audit } from '../audit.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** The caller's own, newest first; ended ones are gone. */
export async function listApiTokens(db: Db, caller: Caller, nowMs: number): Promise<ApiToken[]> {
  const rows = await db
    .select()
    .from(apiTokens)
    .where(and(eq(apiTokens.userId, caller.userId), isNull(apiTokens.revokedAtMs), gt(apiTokens.expiresAtMs, nowMs)))
    .orderBy(desc(apiTokens.createdAtMs));
  return rows.map(toApiToken);
}

export interface NewApiToken {
  name: string;
  /** null: every site of the user. */
  siteIds: SiteId[] | null;
  readOnly: boolean;
}

/** @throws AppError resource.notFound for a site out of scope */
export async function createApiToken(db: Db, caller: Caller, { name, siteIds, readOnly }: NewApiToken, nowMs: number) {
  if (siteIds) assertInScope(caller, siteIds);
  const secret = newSecret('apiToken');
  const row = {
    id: randomUUID(),
    userId: caller.userId,
    name,
    secretHash: hashSecret(secret),
    siteIds: siteIds && [...new Set(siteIds)],
    readOnly,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + LIMITS.apiTokenHours * 3_600_000,
  };
  await db.transaction(async (tx) => {
    await tx.insert(apiTokens).values(row);
    await audit(tx, { actor: caller, nowMs }, [
      { action: 'apiToken.create', entityType: 'apiToken', entityId: row.id, details: { name, siteIds, readOnly } },
    ]);
  });
  return { token: secret, item: toApiToken({ ...row, lastUsedAtMs: null }) };
}

export async function revokeApiToken(db: Db, caller: Caller, tokenId: string, nowMs: number): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await tx
      .update(apiTokens)
      .set({ revokedAtMs: nowMs })
      .where(and(eq(apiTokens.id, tokenId), eq(apiTokens.userId, caller.userId), isNull(apiTokens.revokedAtMs)))
      .returning({ id: apiTokens.id });
    if (ended.length === 0) throw new AppError('resource.notFound');
    await audit(tx, { actor: caller, nowMs }, [{ action: 'apiToken.revoke', entityType: 'apiToken', entityId: tokenId }]);
  });
}

/** Keys whose sites are all in scope: a key for more than that belongs to other users. */
export async function listIngestionKeys(db: Db, caller: Caller): Promise<IngestionKey[]> {
  const rows = await db
    .select({
      key: ingestionKeys,
      siteIds: sql<SiteId[]>`array_agg(${ingestionKeySites.siteId} order by ${ingestionKeySites.siteId})`,
    })
    .from(ingestionKeys)
    .innerJoin(ingestionKeySites, eq(ingestionKeySites.keyId, ingestionKeys.id))
    .groupBy(ingestionKeys.id)
    .having(sql`bool_and(${inArray(ingestionKeySites.siteId, [...caller.siteIds])})`)
    .orderBy(desc(ingestionKeys.createdAtMs));
  return rows.map(({ key, siteIds }) => toIngestionKey(key, siteIds));
}

/** @throws AppError resource.notFound for a site out of scope */
export async function createIngestionKey(db: Db, caller: Caller, { name, siteIds }: { name: string; siteIds: SiteId[] }, nowMs: number) {
  assertInScope(caller, siteIds);
  const distinct = [...new Set(siteIds)].sort();
  const secret = newSecret('ingestionKey');
  const row = { id: randomUUID(), name, secretHash: hashSecret(secret), createdBy: caller.userId, createdAtMs: nowMs };
  await db.transaction(async (tx) => {
    await tx.insert(ingestionKeys).values(row);
    await tx.insert(ingestionKeySites).values(distinct.map((siteId) => ({ keyId: row.id, siteId })));
    await audit(tx, { actor: caller, nowMs }, [
      { action: 'ingestionKey.create', entityType: 'ingestionKey', entityId: row.id, details: { name, siteIds: distinct } },
    ]);
  });
  return { key: secret, item: toIngestionKey({ ...row, lastUsedAtMs: null, revokedAtMs: null }, distinct) };
}

export async function revokeIngestionKey(db: Db, caller: Caller, keyId: string, nowMs: number): Promise<void> {
  const visible = (await listIngestionKeys(db, caller)).find((key) => key.keyId === keyId);
  if (!visible || visible.revokedAtMs !== null) throw new AppError('resource.notFound');
  await db.transaction(async (tx) => {
    await tx.update(ingestionKeys).set({ revokedAtMs: nowMs }).where(eq(ingestionKeys.id, keyId));
    await audit(tx, { actor: caller, nowMs }, [{ action: 'ingestionKey.revoke', entityType: 'ingestionKey', entityId: keyId }]);
  });
}

function assertInScope(caller: Caller, siteIds: readonly SiteId[]): void {
  if (!siteIds.every((siteId) => caller.siteIds.has(siteId))) throw new AppError('resource.notFound');
}

function toApiToken(row: Omit<typeof apiTokens.$inferSelect, 'revokedAtMs' | 'secretHash' | 'userId'>): ApiToken {
  const { id, name, siteIds, readOnly, createdAtMs, expiresAtMs, lastUsedAtMs } = row;
  return { tokenId: id, name, siteIds, readOnly, createdAtMs, expiresAtMs, lastUsedAtMs };
}

function toIngestionKey(row: Omit<typeof ingestionKeys.$inferSelect, 'secretHash' | 'createdBy'>, siteIds: SiteId[]): IngestionKey {
  const { id, name, createdAtMs, lastUsedAtMs, revokedAtMs } = row;
  return { keyId: id, name, siteIds, createdAtMs, lastUsedAtMs, revokedAtMs };
}
