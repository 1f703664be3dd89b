import { randomUUID } from 'node:crypto';
import { AppError } from '@solvane/contract/errors';
import type { SegmentId, SiteId, UserId } from '@solvane/contract/ids';
import type { PlantCommand } from '@solvane/contract/plant-commands';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { segments } from '../../db/schema/fleet.ts';
import { type PlantCommandRow, plantCommands } from '../../db/schema/plant-commands.ts';
import type { Deps } from '../../deps.ts';
import type { KeyCaller } from '../../http/caller.ts';
import { announceSiteChange, notifyUser } from '../../jobs/announce.ts';
import { audit } from '../access/audit.ts';

export type CommandDeps = Pick<Deps, 'db' | 'bus' | 'now'>;

/** Wakes the requests of plants that wait for commands. */
const CHANNEL = 'plant-commands';
/** A user does not wait longer for a machine that does not answer. */
const ANSWER_WITHIN_MS = 2 * 60_000;
/** A message may get lost: a waiting plant looks again after this. */
const LOOK_AGAIN_MS = 5_000;

export interface NewReset {
  siteId: SiteId;
  segmentId: SegmentId;
  eventId: string;
  code: string;
  eventStartMs: number;
  userId: UserId;
  author: string;
  /** Why, for the history and the audit. */
  reason: string;
}

/** Part of a transaction: the plant hears of it when that commits. @throws AppError commands.resetFailed while another reset of the device waits */
export async function requestReset(tx: Db, { bus, now }: CommandDeps, reset: NewReset): Promise<string> {
  const { rows } = await tx.execute(sql`
    select from plant_commands where segment_id = ${reset.segmentId} and state = 'pending' and expires_at_ms > ${now()} limit 1`);
  if (rows.length > 0) throw new AppError('commands.resetFailed', { values: { message: 'pending' } });
  const id = randomUUID();
  const requestedAtMs = now();
  await tx.insert(plantCommands).values({ id, kind: 'reset', ...reset, requestedAtMs, expiresAtMs: requestedAtMs + ANSWER_WITHIN_MS });
  await audit(tx, { actor: { userId: reset.userId, name: reset.author }, nowMs: requestedAtMs }, [
    {
      action: 'plantCommand.reset',
      entityType: 'segment',
      entityId: reset.segmentId,
      siteId: reset.siteId,
      details: { commandId: id, eventId: reset.eventId, reason: reset.reason },
    },
  ]);
  await bus.publish(tx, CHANNEL, { siteId: reset.siteId });
  return id;
}

/** What waits for the sites of a key, each command once. Waits for the first one until the time is over or the plant hangs up. */
export async function nextCommands(
  deps: CommandDeps,
  { siteIds }: Pick<KeyCaller, 'siteIds'>,
  { waitMs, signal }: { waitMs: number; signal: AbortSignal },
): Promise<PlantCommand[]> {
  const until = performance.now() + waitMs;
  for (;;) {
    const news = newsFor(deps, siteIds, Math.min(LOOK_AGAIN_MS, Math.max(0, until - performance.now())), signal);
    try {
      if (signal.aborted) return [];
      const found = await fetchCommands(deps, siteIds);
      if (signal.aborted) await putBack(deps, found);
      if (found.length > 0 || performance.now() >= until) return found;
      await news.arrived;
    } finally {
      news.stop();
    }
  }
}

/** Listens before it looks: what comes in between is not missed. */
function newsFor({ bus }: CommandDeps, siteIds: ReadonlySet<SiteId>, waitMs: number, signal: AbortSignal) {
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  const unsubscribe = bus.subscribe(CHANNEL, (message) => {
    const siteId = typeof message === 'object' && message !== null && 'siteId' in message ? message.siteId : undefined;
    if ([...siteIds].some((each) => each === siteId)) resolve();
  });
  const timer = setTimeout(resolve, waitMs);
  signal.addEventListener('abort', () => resolve(), { once: true });
  return {
    arrived,
    stop: () => {
      unsubscribe();
      clearTimeout(timer);
    },
  };
}

async function fetchCommands({ db, now }: CommandDeps, siteIds: ReadonlySet<SiteId>): Promise<PlantCommand[]> {
  const rows = await db
    .update(plantCommands)
    .set({ fetchedAtMs: now() })
    .where(
      sql`${plantCommands.siteId} = any(${sql.param([...siteIds])}::text[]) and ${plantCommands.state} = 'pending'
        and ${plantCommands.fetchedAtMs} is null and ${plantCommands.expiresAtMs} > ${now()}`,
    )
    .returning();
  return rows.map(({ id, kind, siteId, segmentId, code, requestedAtMs, expiresAtMs }) => ({
    commandId: id,
    kind,
    siteId,
    segmentId,
    code,
    requestedAtMs,
    expiresAtMs,
  }));
}

/** The plant has hung up and never received them: its next request does. */
async function putBack({ db, bus }: CommandDeps, commands: readonly PlantCommand[]): Promise<void> {
  if (commands.length === 0) return;
  const ids = commands.map(({ commandId }) => commandId);
  await db.transaction(async (tx) => {
    await tx.update(plantCommands).set({ fetchedAtMs: null }).where(inArray(plantCommands.id, ids));
    for (const siteId of new Set(commands.map((command) => command.siteId))) await bus.publish(tx, CHANNEL, { siteId });
  });
}

/** @returns false: it came too late, or it was answered before. @throws AppError resource.notFound for a command of another plant */
export async function answerCommand(
  deps: CommandDeps,
  { siteIds }: Pick<KeyCaller, 'siteIds'>,
  { commandId, isSuccess, message }: { commandId: string; isSuccess: boolean; message: string },
): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const [command] = await tx.select().from(plantCommands).where(eq(plantCommands.id, commandId)).for('update');
    if (!command || !siteIds.has(command.siteId)) throw new AppError('resource.notFound');
    if (command.state !== 'pending' || command.expiresAtMs <= deps.now()) return false;
    await finish(tx, deps, command, { state: isSuccess ? 'succeeded' : 'failed', message });
    return true;
  });
}

/** Commands without an answer in time. */
export async function failExpired(deps: CommandDeps): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const expired = await tx
      .select()
      .from(plantCommands)
      .where(sql`${plantCommands.state} = 'pending' and ${plantCommands.expiresAtMs} <= ${deps.now()}`)
      .for('update');
    for (const command of expired) await finish(tx, deps, command, { state: 'failed', message: null });
  });
}

async function finish(
  tx: Db,
  { bus, now }: CommandDeps,
  { id, siteId, segmentId, userId, requestedAtMs }: PlantCommandRow,
  { state, message }: { state: 'succeeded' | 'failed'; message: string | null },
): Promise<void> {
  await tx.update(plantCommands).set({ state, message, answeredAtMs: now() }).where(eq(plantCommands.id, id));
  await announceSiteChange({ db: tx, bus, now }, { siteId, what: 'events', fromMs: requestedAtMs, toMs: now() });
  if (!userId) return;
  const [device] = await tx.select({ name: segments.name }).from(segments).where(eq(segments.id, segmentId));
  const isDone = state === 'succeeded';
  await notifyUser(
    { db: tx, bus, now },
    {
      userId,
      kind: isDone ? 'success' : 'error',
      message: isDone ? 'RemoteReset_Done' : message === null ? 'RemoteReset_NoAnswer' : 'RemoteReset_Failed',
      values: { device: device?.name ?? segmentId, message: message ?? '' },
    },
  );
}
