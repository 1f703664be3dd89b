import { randomUUID } from 'node:crypto';
import { AppError } from '@solvane/contract/errors';
import type { ChangedEvents } from '@solvane/contract/event-commands';
import type { EventId, UserId } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { eventComments, type GroupEventRow } from '../../../db/schema/events.ts';
import { segments } from '../../../db/schema/fleet.ts';

import { notifyUser } from '../../../jobs/announce.ts';
import { usersWith } from '../../access/users/user-scope.ts';
import { type Author, type EventDeps, performEdit, showEvents } from '../edits/perform-edit.ts';
import { getEventRow } from './event-details.ts';

export interface NewComment {
  text: string;
  mentionedUserIds: readonly UserId[];
}

/** @throws AppError events.notFound, events.commentTooLong */
export async function commentEvent(
  deps: EventDeps,
  caller: Author,
  { eventId, ...comment }: NewComment & { eventId: EventId },
): Promise<ChangedEvents> {
  assertCommentLength(comment.text);
  const id = await deps.db.transaction(async (tx) => {
    const row = await getEventRow(tx, caller, eventId);
    await commentRow(tx, deps, caller, { row, ...comment });
    return row.id;
  });
  return { items: await showEvents(deps.db, caller, [id]), issues: [] };
}

export function assertCommentLength(text: string): void {
  if (text.length > LIMITS.commentLength) throw new AppError('events.commentTooLong', { values: { maxLength: LIMITS.commentLength } });
}

/** A comment leaves the version of the event as it is, so that no edit becomes stale by it. */
export async function commentRow(
  tx: Db,
  deps: EventDeps,
  caller: Author,
  { row, text, mentionedUserIds }: NewComment & { row: GroupEventRow },
): Promise<void> {
  const { id, siteId, segmentId, startMs, endMs } = row;
  const commentId = randomUUID();
  const mentioned = await usersWhoSee(tx, siteId, mentionedUserIds);
  await performEdit(tx, deps, caller, {
    action: 'comment',
    reason: '',
    entries: [{ kind: 'comment', siteId, segmentId, startMs, endMs, content: { commentId }, eventId: id }],
    eventIds: [id],
    alsoDo: async () => {
      await tx.insert(eventComments).values({
        id: commentId,
        eventId: id,
        userId: caller.userId,
        author: caller.name,
        atMs: deps.now(),
        text,
        mentionedUserIds: mentioned,
      });
      await tx.execute(sql`update group_events set comment_count = comment_count + 1, updated_at_ms = ${deps.now()} where id = ${id}`);
    },
  });
  const others = mentioned.filter((userId) => userId !== caller.userId);
  if (others.length === 0) return;
  const [device] = await tx.select({ name: segments.name }).from(segments).where(eq(segments.id, segmentId));
  for (const userId of others)
    await notifyUser(
      { db: tx, bus: deps.bus, now: deps.now },
      {
        userId,
        kind: 'info',
        message: 'EventLog_Mentioned',
        values: { author: caller.name, device: device?.name ?? segmentId, eventId: id },
      },
    );
}

/** Those of the users who may read the log at a site: a mention notifies no other user. */
export async function usersWhoSee(tx: Db, siteId: string, userIds: readonly UserId[]): Promise<UserId[]> {
  if (userIds.length === 0) return [];
  const { rows } = await tx.execute<{ user_id: UserId }>(sql`
    select id as user_id from users where id = any(${sql.param([...userIds])}::uuid[]) and id in (${usersWith('PageEventLogs', sql`${siteId}`)})`);
  return rows.map(({ user_id }) => user_id);
}
