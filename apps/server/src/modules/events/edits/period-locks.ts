import { AppError } from '@solvane/contract/errors';
import type { SiteId } from '@solvane/contract/ids';
import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { eventLocks } from '../../../db/schema/events.ts';
import { sites } from '../../../db/schema/fleet.ts';
import type { Caller } from '../../../http/caller.ts';
import { announceSiteChange } from '../../../jobs/announce.ts';
import { audit } from '../../access/audit.ts';
import type { EventDeps } from './perform-edit.ts';

export interface PeriodLock {
  siteId: SiteId;
  lockedUntilMs: number | null;
  author: string | null;
  atMs: number | null;
}

export async function listPeriodLocks(db: Db, caller: Pick<Caller, 'siteIds'>): Promise<PeriodLock[]> {
  return db
    .select({ siteId: sites.id, lockedUntilMs: eventLocks.lockedUntilMs, author: eventLocks.author, atMs: eventLocks.atMs })
    .from(sites)
    .leftJoin(eventLocks, eq(eventLocks.siteId, sites.id))
    .where(isOneOf(sites.id, caller.siteIds))
    .orderBy(asc(sites.id));
}

/** @throws AppError resource.notFound when one of the sites is not the caller's to settle: then none is */
export async function setPeriodLocks(
  { db, bus, now }: EventDeps,
  caller: Caller,
  { siteIds, lockedUntilMs }: { siteIds: readonly SiteId[]; lockedUntilMs: number | null },
): Promise<PeriodLock[]> {
  if (siteIds.some((siteId) => !caller.siteIds.has(siteId))) throw new AppError('resource.notFound');
  const wanted = [...new Set(siteIds)];
  await db.transaction(async (tx) => {
    await tx.delete(eventLocks).where(sql`${eventLocks.siteId} = any(${sql.param(wanted)}::text[])`);
    if (lockedUntilMs !== null)
      await tx
        .insert(eventLocks)
        .values(wanted.map((siteId) => ({ siteId, lockedUntilMs, userId: caller.userId, author: caller.name, atMs: now() })));
    await audit(
      tx,
      { actor: caller, nowMs: now() },
      wanted.map((siteId) => ({ action: 'periodLock.set', entityType: 'site', entityId: siteId, siteId, details: { lockedUntilMs } })),
    );
    for (const siteId of wanted)
      await announceSiteChange({ db: tx, bus, now }, { siteId, what: 'events', fromMs: null, toMs: lockedUntilMs });
  });
  const locks = await listPeriodLocks(db, caller);
  return locks.filter(({ siteId }) => wanted.includes(siteId));
}

/** Settles the events of a site up to an instant, unless they are settled further already. Part of the transaction that needs it. */
export async function raisePeriodLock(
  { db, bus, now }: Pick<EventDeps, 'bus' | 'now'> & { db: Db },
  caller: Caller,
  { siteId, lockedUntilMs }: { siteId: SiteId; lockedUntilMs: number },
): Promise<void> {
  const row = { siteId, lockedUntilMs, userId: caller.userId, author: caller.name, atMs: now() };
  const raised = await db
    .insert(eventLocks)
    .values(row)
    .onConflictDoUpdate({ target: eventLocks.siteId, set: row, setWhere: lt(eventLocks.lockedUntilMs, lockedUntilMs) })
    .returning({ siteId: eventLocks.siteId });
  if (raised.length === 0) return;
  const entry = { action: 'periodLock.set', entityType: 'site', entityId: siteId, siteId, details: { lockedUntilMs } };
  await audit(db, { actor: caller, nowMs: now() }, [entry]);
  await announceSiteChange({ db, bus, now }, { siteId, what: 'events', fromMs: null, toMs: lockedUntilMs });
}

/** Opens the events of the period that a lock had settled last. Where they are settled further, or only to an earlier instant, nothing changes. */
export async function lowerPeriodLock(
  { db, bus, now }: Pick<EventDeps, 'bus' | 'now'> & { db: Db },
  caller: Caller,
  { siteId, fromMs, toMs }: { siteId: SiteId; fromMs: number; toMs: number },
): Promise<void> {
  const lowered = await db
    .update(eventLocks)
    .set({ lockedUntilMs: toMs, userId: caller.userId, author: caller.name, atMs: now() })
    .where(and(eq(eventLocks.siteId, siteId), eq(eventLocks.lockedUntilMs, fromMs)))
    .returning({ siteId: eventLocks.siteId });
  if (lowered.length === 0) return;
  const entry = { action: 'periodLock.set', entityType: 'site', entityId: siteId, siteId, details: { lockedUntilMs: toMs } };
  await audit(db, { actor: caller, nowMs: now() }, [entry]);
  await announceSiteChange({ db, bus, now }, { siteId, what: 'events', fromMs: toMs, toMs: fromMs });
}
