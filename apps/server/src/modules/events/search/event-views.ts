import { randomUUID } from 'node:crypto';
import { AppError } from '@solvane/contract/errors';
import type { EventView } from '@solvane/contract/event-commands';
import { type EnterpriseId, enterpriseIdSchema } from '@solvane/contract/ids';
import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { users } from '../../../db/schema/access.ts';
import { eventViewDefaults, eventViews } from '../../../db/schema/events.ts';
import type { Caller } from '../../../http/caller.ts';

/** The caller's own and those shared with an enterprise of the caller. */
export async function listEventViews(db: Db, caller: Caller): Promise<EventView[]> {
  if (caller.ownerId === undefined) return [];
  const rows = await db
    .select({ view: eventViews, owner: users.name, defaultId: eventViewDefaults.viewId })
    .from(eventViews)
    .innerJoin(users, eq(users.id, eventViews.userId))
    .leftJoin(eventViewDefaults, and(eq(eventViewDefaults.viewId, eventViews.id), eq(eventViewDefaults.userId, caller.userId)))
    .where(isVisible(caller))
    .orderBy(asc(sql`lower(${eventViews.name})`), asc(eventViews.id));
  return rows.map(({ view, owner, defaultId }) => ({
    viewId: view.id,
    name: view.name,
    isMine: view.userId === caller.userId,
    owner,
    sharedWith: view.sharedWith === null ? null : enterpriseIdSchema.parse(view.sharedWith),
    isDefault: defaultId !== null,
    content: view.content,
  }));
}

function isVisible({ userId, memberships }: Caller) {
  const enterprises = memberships.map(({ enterpriseId }): string => enterpriseId);
  return or(eq(eventViews.userId, userId), sql`${eventViews.sharedWith} = any(${sql.param(enterprises)}::text[])`);
}

export interface NewEventView {
  viewId?: string | undefined;
  name: string;
  sharedWith: EnterpriseId | null;
  content: Record<string, unknown>;
}

/** @throws AppError resource.notFound for a view of another user, or an enterprise the caller does not belong to */
export async function saveEventView(db: Db, caller: Caller, { viewId, ...view }: NewEventView, nowMs: number): Promise<EventView[]> {
  const { sharedWith } = view;
  if (sharedWith !== null && !caller.memberships.some(({ enterpriseId }) => enterpriseId === sharedWith))
    throw new AppError('resource.notFound');
  if (viewId === undefined) await db.insert(eventViews).values({ id: randomUUID(), userId: caller.userId, ...view, updatedAtMs: nowMs });
  else {
    const saved = await db
      .update(eventViews)
      .set({ ...view, updatedAtMs: nowMs })
      .where(and(eq(eventViews.id, viewId), eq(eventViews.userId, caller.userId)))
      .returning({ id: eventViews.id });
    if (saved.length === 0) throw new AppError('resource.notFound');
  }
  return listEventViews(db, caller);
}

/** @throws AppError resource.notFound */
export async function removeEventView(db: Db, caller: Caller, viewId: string): Promise<EventView[]> {
  const removed = await db
    .delete(eventViews)
    .where(and(eq(eventViews.id, viewId), eq(eventViews.userId, caller.userId)))
    .returning({ id: eventViews.id });
  if (removed.length === 0) throw new AppError('resource.notFound');
  return listEventViews(db, caller);
}

/** @throws AppError resource.notFound for a view the caller does not see */
export async function setDefaultEventView(db: Db, caller: Caller, viewId: string | null): Promise<EventView[]> {
  if (viewId === null) await db.delete(eventViewDefaults).where(eq(eventViewDefaults.userId, caller.userId));
  else {
    const [view] = await db
      .select({ id: eventViews.id })
      .from(eventViews)
      .where(and(eq(eventViews.id, viewId), isVisible(caller)));
    if (!view) throw new AppError('resource.notFound');
    await db
      .insert(eventViewDefaults)
      .values({ userId: caller.userId, viewId })
      .onConflictDoUpdate({ target: eventViewDefaults.userId, set: { viewId } });
  }
  return listEventViews(db, caller);
}
