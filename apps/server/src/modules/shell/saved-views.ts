import { randomUUID } from 'node:crypto';
import { AppError } from '@solvane/contract/errors';
import { type EnterpriseId, enterpriseIdSchema } from '@solvane/contract/ids';
import type { SavedView, ViewScreen } from '@solvane/contract/saved-views';
import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { users } from '../../db/schema/access.ts';
import { savedViewDefaults, savedViews } from '../../db/schema/saved-views.ts';
import type { Caller } from '../../http/caller.ts';

/** Views of one screen: the caller's own and those shared with an enterprise of the caller. */
export async function listSavedViews(db: Db, caller: Caller, screen: ViewScreen): Promise<SavedView[]> {
  if (caller.ownerId === undefined) return [];
  const rows = await db
    .select({ view: savedViews, owner: users.name, defaultId: savedViewDefaults.viewId })
    .from(savedViews)
    .innerJoin(users, eq(users.id, savedViews.userId))
    .leftJoin(savedViewDefaults, and(eq(savedViewDefaults.viewId, savedViews.id), eq(savedViewDefaults.userId, caller.userId)))
    .where(and(eq(savedViews.screen, screen), isVisible(caller)))
    .orderBy(asc(sql`lower(${savedViews.name})`), asc(savedViews.id));
  return rows.map(({ view, owner, defaultId }) => ({
    viewId: view.id,
    name: view.name,
    isMine: view.userId === caller.userId,
    owner,
    sharedWith: view.sharedWith === null ? null : enterpriseIdSchema.parse(view.sharedWith),
    isDefault: defaultId !== null,
    revision: view.revision,
    updatedAtMs: view.updatedAtMs,
    content: view.content,
  }));
}

function isVisible({ userId, memberships }: Caller) {
  const enterprises = memberships.map(({ enterpriseId }): string => enterpriseId);
  return or(eq(savedViews.userId, userId), sql`${savedViews.sharedWith} = any(${sql.param(enterprises)}::text[])`);
}

export interface NewSavedView {
  viewId?: string | undefined;
  name: string;
  sharedWith: EnterpriseId | null;
  content: Record<string, unknown>;
  /** Revision that the user saw; undefined: replaces whatever is stored. */
  seenRevision?: number | undefined;
}

/**
 * @throws AppError resource.notFound for a view of another user, or an enterprise the caller does not belong to; resource.conflict where the view was saved
 * since the caller read it
 */
export async function saveView(
  db: Db,
  caller: Caller,
  { screen, nowMs, ...saved }: NewSavedView & { screen: ViewScreen; nowMs: number },
): Promise<SavedView[]> {
  const { viewId, seenRevision, ...view } = saved;
  const { sharedWith } = view;
  if (sharedWith !== null && !caller.memberships.some(({ enterpriseId }) => enterpriseId === sharedWith))
    throw new AppError('resource.notFound');
  if (viewId === undefined)
    await db.insert(savedViews).values({ id: randomUUID(), userId: caller.userId, screen, ...view, updatedAtMs: nowMs });
  else {
    const isOwn = and(eq(savedViews.id, viewId), eq(savedViews.userId, caller.userId), eq(savedViews.screen, screen));
    const updated = await db
      .update(savedViews)
      .set({ ...view, updatedAtMs: nowMs, revision: sql`${savedViews.revision} + 1` })
      .where(and(isOwn, seenRevision === undefined ? undefined : eq(savedViews.revision, seenRevision)))
      .returning({ id: savedViews.id });
    if (updated.length === 0) {
      const known = await db.select({ id: savedViews.id }).from(savedViews).where(isOwn);
      throw new AppError(known.length === 0 ? 'resource.notFound' : 'resource.conflict');
    }
  }
  return listSavedViews(db, caller, screen);
}

/** @throws AppError resource.notFound */
export async function removeView(db: Db, caller: Caller, { screen, viewId }: { screen: ViewScreen; viewId: string }): Promise<SavedView[]> {
  const removed = await db
    .delete(savedViews)
    .where(and(eq(savedViews.id, viewId), eq(savedViews.userId, caller.userId), eq(savedViews.screen, screen)))
    .returning({ id: savedViews.id });
  if (removed.length === 0) throw new AppError('resource.notFound');
  return listSavedViews(db, caller, screen);
}

/** @throws AppError resource.notFound for a view the caller does not see */
export async function setDefaultView(
  db: Db,
  caller: Caller,
  { screen, viewId }: { screen: ViewScreen; viewId: string | null },
): Promise<SavedView[]> {
  const { userId } = caller;
  if (viewId === null)
    await db.delete(savedViewDefaults).where(and(eq(savedViewDefaults.userId, userId), eq(savedViewDefaults.screen, screen)));
  else {
    const [view] = await db
      .select({ id: savedViews.id })
      .from(savedViews)
      .where(and(eq(savedViews.id, viewId), eq(savedViews.screen, screen), isVisible(caller)));
    if (!view) throw new AppError('resource.notFound');
    await db
      .insert(savedViewDefaults)
      .values({ userId, viewId, screen })
      .onConflictDoUpdate({ target: [savedViewDefaults.userId, savedViewDefaults.screen], set: { viewId } });
  }
  return listSavedViews(db, caller, screen);
}
