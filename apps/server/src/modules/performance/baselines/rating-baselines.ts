import type { ResponseOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import { type SiteId, segmentIdSchema } from '@solvane/contract/ids';
import type { performanceEndpoints, RatingBaseline } from '@solvane/contract/performance';
import { fixBaselines, NOTHING_OLDER } from '@solvane/energy/site-day/learn-site';
import { toIsoDate } from '@solvane/energy/time/local-day';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { ratingBaselines, siteComputations } from '../../../db/schema/site-days.ts';
import type { Deps } from '../../../deps.ts';
import type { Caller } from '../../../http/caller.ts';
import { audit } from '../../access/audit.ts';
import { beginRecalculation } from '../../recalculation/recalculations.ts';
import { markDays, PRIORITY } from '../../recalculation/site-days.ts';
import { type ConfiguredSite, findConfiguredSite } from '../configuration/site-configuration.ts';
import { findComputedFrom, readBaselines, readSiteBaselines, storeBaselines } from '../queue/baselines.ts';
import { findFirstPoint } from '../queue/load-task.ts';

type BaselineDeps = Pick<Deps, 'db' | 'now'>;

/** What ratings of the devices of a site are compared with, by device. @throws AppError resource.notFound when the site is out of scope */
export async function readRatingBaselines(
  { db, now }: BaselineDeps,
  caller: Pick<Caller, 'siteIds'>,
  siteId: SiteId,
): Promise<RatingBaseline[]> {
  const { fixed } = await fixedOf({ db, now }, await configuredOf(db, caller, siteId));
  return [...fixed]
    .map(([id, { first, last, slope, pointCount, fixedAtMs }]) => ({
      segmentId: segmentIdSchema.parse(id),
      firstDay: toIsoDate(first),
      lastDay: toIsoDate(last),
      slope: Number.isNaN(slope) ? null : slope,
      pointCount,
      fixedAtMs,
    }))
    .sort((a, b) => (a.segmentId < b.segmentId ? -1 : 1));
}

/** Fixes baselines again from what their period shows today, and everything after it computed against them. @throws AppError as above */
export async function renewRatingBaselines(
  { db, now }: BaselineDeps,
  caller: Caller,
  siteId: SiteId,
): Promise<ResponseOf<typeof performanceEndpoints.renewRatingBaselines>> {
  const configured = await configuredOf(db, caller, siteId);
  return db.transaction(async (tx) => {
    const nowMs = now();
    // The site's row first, here as everywhere.
    await tx.select().from(siteComputations).where(eq(siteComputations.siteId, siteId)).for('update');
    await tx.update(ratingBaselines).set({ fixedAtMs: null }).where(eq(ratingBaselines.siteId, siteId));
    const times = { beginMs: await findFirstPoint(tx, siteId), nowMs };
    const { baselines: open, obsolete } = await readBaselines(tx, configured, { days: [], evidence: NO_DAYS, ...times });
    const baselines = fixBaselines({ ...NOTHING_OLDER, baselines: open }, []);
    const from = await storeBaselines(tx, siteId, { baselines, obsolete, nowMs });
    const days = from === undefined ? [] : await findComputedFrom(tx, siteId, from);
    await markDays(
      tx,
      days.map((day) => ({ siteId, day, priority: PRIORITY.waiting, dueAtMs: nowMs })),
      { reason: 'request', nowMs },
    );
    if (days.length > 0)
      await beginRecalculation(tx, {
        userId: caller.userId,
        reason: 'request',
        siteIds: [siteId],
        markedFromMs: nowMs,
        markedUntilMs: nowMs,
      });
    await audit(tx, { actor: caller, nowMs }, [
      { action: 'site.renewRatingBaselines', entityType: 'site', entityId: siteId, siteId, details: { devices: baselines.size } },
    ]);
    return { siteDays: days.length };
  });
}

const NO_DAYS = { first: 1, last: 0 };

async function configuredOf(db: Db, caller: Pick<Caller, 'siteIds'>, siteId: SiteId): Promise<ConfiguredSite> {
  const configured = caller.siteIds.has(siteId) ? await findConfiguredSite(db, siteId) : undefined;
  if (!configured) throw new AppError('resource.notFound');
  return configured;
}

async function fixedOf({ db, now }: BaselineDeps, configured: ConfiguredSite): ReturnType<typeof readSiteBaselines> {
  return readSiteBaselines(db, configured, { beginMs: await findFirstPoint(db, configured.siteId), nowMs: now() });
}
