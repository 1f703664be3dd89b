import type { SiteId } from '@solvane/contract/ids';
import { dayStart, parseIsoDate } from '@solvane/energy/time/local-day';
import { and, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { sites } from '../../db/schema/fleet.ts';
import { dirtySiteDays } from '../../db/schema/site-days.ts';
import { type AnnounceDeps, announceSiteChanges } from '../../jobs/announce.ts';
import { markSiteDaysDirty, PRIORITY } from '../recalculation/site-days.ts';

/** Where the change was made: stored with the state of the site. */
export type ConfigurationSource = 'fleet' | 'metadata';

/**
 * Recalculates the days that a changed configuration affects; until then their sites are pending. Part of the transaction that changes it.
 *
 * @param firstDays - first local day that changes, by site; SINCE_EVER: every day
 */
export async function awaitRecalculation(
  tx: Db,
  firstDays: ReadonlyMap<SiteId, string>,
  { why, nowMs }: { why: ConfigurationSource; nowMs: number },
): Promise<void> {
  const rows = await tx.select({ id: sites.id, timezone: sites.timezone }).from(sites).where(isOneOf(sites.id, firstDays.keys()));
  const waiting: SiteId[] = [];
  for (const { id, timezone } of rows) {
    const day = parseIsoDate(firstDays.get(id) ?? '');
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
 * Marks pending sites as ready whose last weeks are calculated; older days go on in the background. Called after each calculated batch, and once
 * a minute for all sites.
 *
 * @param siteIds - undefined: every site
 */
export async function settleConfiguration({ db, bus, now }: AnnounceDeps, siteIds?: readonly SiteId[]): Promise<void> {
  const isPending = and(isNotNull(sites.pendingSinceMs), siteIds && isOneOf(sites.id, siteIds));
  // Nearly always there is none: one query, no transaction.
  const [pending] = await db.select({ siteId: sites.id }).from(sites).where(isPending).limit(1);
  if (!pending) return;
  await db.transaction(async (tx) => {
    // Looked up first: even an update of no row evicts the cached devices in every process.
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
    const changes = ids.map((siteId) => ({ siteId, what: 'configuration' as const, fromMs: null, toMs: null }));
    await announceSiteChanges({ db: tx, bus, now }, changes);
  });
}
