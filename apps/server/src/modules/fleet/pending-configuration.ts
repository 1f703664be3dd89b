import type { SiteId } from '@solvane/contract/ids';
import { dayStart, parseIsoDate } from '@solvane/energy/time/local-day';
import { and, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { sites } from '../../db/schema/fleet.ts';
import { dirtySiteDays } from '../../db/schema/site-days.ts';
import { type AnnounceDeps, announceSiteChange } from '../../jobs/announce.ts';
import { markSiteDaysDirty, PRIORITY } from '../recalculation/site-days.ts';
import type { ComputingChanges } from './computing-changes.ts';
import { isOneOf } from './sites.queries.ts';

/** Where the change was made: kept with the state of the site. */
export type ConfigurationSource = 'fleet' | 'metadata';

/** Has days computed anew that a changed configuration concerns; until then their sites say so. Part of the transaction that changes it. */
export async function awaitRecomputation(
  tx: Db,
  changes: ComputingChanges,
  { why, nowMs }: { why: ConfigurationSource; nowMs: number },
): Promise<void> {
  const rows = await tx.select({ id: sites.id, timezone: sites.timezone }).from(sites).where(isOneOf(sites.id, changes.keys()));
  const waiting: SiteId[] = [];
  for (const { id, timezone } of rows) {
    const day = parseIsoDate(changes.get(id) ?? '');
    const startMs = day === undefined ? Number.NEGATIVE_INFINITY : dayStart(day, timezone ?? 'UTC');
    const marked = await markSiteDaysDirty(tx, {
      siteIds: [id],
      startMs,
      endMs: Number.POSITIVE_INFINITY,
      reason: 'configuration',
      nowMs,
    });
    if (marked > 0) waiting.push(id);
  }
  if (waiting.length > 0) await tx.update(sites).set({ pendingSinceMs: nowMs, pendingWhy: why }).where(isOneOf(sites.id, waiting));
}

/**
 * Sites of which none of the last weeks waits any more are ready again; history goes on in the background. For whoever finishes site-days, and once
 * a minute for all.
 *
 * @param siteIds - undefined: every site
 */
export async function settleConfiguration({ db, bus, now }: AnnounceDeps, siteIds?: readonly SiteId[]): Promise<void> {
  const isPending = and(isNotNull(sites.pendingSinceMs), siteIds && isOneOf(sites.id, siteIds));
  // Nearly always there is none: one question, no transaction.
  const [pending] = await db.select({ siteId: sites.id }).from(sites).where(isPending).limit(1);
  if (!pending) return;
  await db.transaction(async (tx) => {
    // Looked up before: an update of nothing, too, tells every process to forget what it knows of devices.
    const ready = await tx
      .select({ siteId: sites.id })
      .from(sites)
      .where(
        and(
          isPending,
          // What was marked later is not what the site waits for.
          sql`not exists (select from ${dirtySiteDays} where ${dirtySiteDays.siteId} = ${sites.id}
            and ${dirtySiteDays.priority} >= ${PRIORITY.recent} and ${dirtySiteDays.markedAtMs} <= ${sites.pendingSinceMs})`,
        ),
      )
      .for('update');
    if (ready.length === 0) return;
    const ids = ready.map(({ siteId }) => siteId);
    await tx.update(sites).set({ pendingSinceMs: null, pendingWhy: null }).where(isOneOf(sites.id, ids));
    for (const siteId of ids) await announceSiteChange({ db: tx, bus, now }, { siteId, what: 'configuration', fromMs: null, toMs: null });
  });
}
