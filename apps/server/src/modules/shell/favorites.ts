import { AppError } from '@solvane/contract/errors';
import type { Favorite } from '@solvane/contract/shell';
import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { segments } from '../../db/schema/fleet.ts';
import { favorites } from '../../db/schema/shell.ts';
import type { Caller } from '../../http/caller.ts';

/** The caller's own, oldest first; what the caller does not see any more is left out and comes back with the right. */
export async function listFavorites(db: Db, caller: Caller): Promise<Favorite[]> {
  if (caller.ownerId === undefined) return [];
  return db
    .select({ favoriteType: favorites.favoriteType, favoriteDataId: favorites.favoriteDataId })
    .from(favorites)
    .innerJoin(segments, eq(segments.id, favorites.favoriteDataId))
    .where(and(eq(favorites.userId, caller.ownerId), isOneOf(segments.siteId, caller.siteIds)))
    .orderBy(asc(favorites.createdAtMs), asc(favorites.favoriteDataId));
}

/** @throws AppError resource.notFound when one of them is unknown or out of scope: then none is added */
export async function addFavorites(db: Db, caller: Caller, items: readonly Favorite[], nowMs: number): Promise<Favorite[]> {
  const ids = new Set(items.map(({ favoriteDataId }) => favoriteDataId));
  const known = await db.$count(segments, and(isOneOf(segments.id, ids), isOneOf(segments.siteId, caller.siteIds)));
  if (known < ids.size) throw new AppError('resource.notFound');
  await db
    .insert(favorites)
    .values(
      [...ids].map((favoriteDataId) => ({ userId: caller.userId, favoriteType: 'Device' as const, favoriteDataId, createdAtMs: nowMs })),
    )
    .onConflictDoNothing();
  return listFavorites(db, caller);
}

export async function removeFavorites(db: Db, caller: Caller, items: readonly Favorite[]): Promise<Favorite[]> {
  const ids = items.map(({ favoriteDataId }) => favoriteDataId);
  await db.delete(favorites).where(and(eq(favorites.userId, caller.userId), isOneOf(favorites.favoriteDataId, ids)));
  return listFavorites(db, caller);
}
