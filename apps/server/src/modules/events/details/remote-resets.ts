import { AppError } from '@solvane/contract/errors';
import { type EventId, eventIdSchema, type SegmentId } from '@solvane/contract/ids';
import type { RemoteReset } from '@solvane/contract/plant-commands';
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { segments } from '../../../db/schema/fleet.ts';
import { plantCommands } from '../../../db/schema/plant-commands.ts';
import type { Caller } from '../../../http/caller.ts';
import { requestReset } from '../../plant-commands/plant-commands.ts';
import type { EventDeps } from '../edits/perform-edit.ts';
import { getEventRow } from './event-details.ts';

/** @throws AppError events.notFound, commands.resetFailed */
export async function resetEvent(
  deps: EventDeps,
  caller: Caller,
  { eventId, reason }: { eventId: EventId; reason: string },
): Promise<RemoteReset> {
  const id = await deps.db.transaction(async (tx) => {
    const row = await getEventRow(tx, caller, eventId);
    if (row.isPromoted) throw new AppError('commands.resetFailed', { values: { message: 'promoted' } });
    const { siteId, segmentId, code, startMs } = row;
    return requestReset(tx, deps, {
      siteId,
      segmentId,
      eventId: row.id,
      code,
      eventStartMs: startMs,
      userId: caller.userId,
      author: caller.name,
      reason,
    });
  });
  const [reset] = await readResets(deps.db, eq(plantCommands.id, id), 1);
  if (!reset) throw new AppError('resource.notFound');
  return reset;
}

export interface ResetQuery {
  eventId?: EventId | undefined;
  segmentIds?: readonly SegmentId[] | undefined;
  startMs?: number | undefined;
  endMs?: number | undefined;
  limit: number;
}

export async function listResets(
  db: Db,
  caller: Caller,
  { eventId, segmentIds, startMs, endMs, limit }: ResetQuery,
): Promise<RemoteReset[]> {
  const where = and(
    isOneOf(plantCommands.siteId, caller.siteIds),
    eventId && eq(plantCommands.eventId, eventId),
    segmentIds && isOneOf(plantCommands.segmentId, segmentIds),
    startMs === undefined ? undefined : gte(plantCommands.requestedAtMs, startMs),
    endMs === undefined ? undefined : lt(plantCommands.requestedAtMs, endMs),
  );
  return readResets(db, where, limit);
}

async function readResets(db: Db, where: ReturnType<typeof and>, limit: number): Promise<RemoteReset[]> {
  const rows = await db
    .select({
      command: plantCommands,
      deviceName: segments.name,
      isKnown: sql<boolean>`exists (select from group_events where id = ${plantCommands.eventId})`,
    })
    .from(plantCommands)
    .innerJoin(segments, eq(segments.id, plantCommands.segmentId))
    .where(where)
    .orderBy(desc(plantCommands.requestedAtMs), plantCommands.id)
    .limit(limit);
  return rows.map(({ command, deviceName, isKnown }) => ({
    remoteResetId: command.id,
    siteId: command.siteId,
    segmentId: command.segmentId,
    deviceName,
    eventId: isKnown && command.eventId !== null ? eventIdSchema.parse(command.eventId) : null,
    code: command.code,
    resetStatus: command.state,
    message: command.message,
    author: command.author,
    reason: command.reason,
    resetTimeMs: command.requestedAtMs,
    eventDelayMs: command.eventStartMs === null ? null : command.requestedAtMs - command.eventStartMs,
    timeToResetMs: command.answeredAtMs === null ? null : command.answeredAtMs - command.requestedAtMs,
  }));
}
