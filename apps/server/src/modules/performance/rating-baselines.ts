import type { ResponseOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import { type SiteId, segmentIdSchema } from '@solvane/contract/ids';
import type { performanceEndpoints, RatingBaseline } from '@solvane/contract/performance';
import { dayStart, toIsoDate } from '@solvane/energy/time/local-day';
import { eq } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { ratingBaselines } from '../../db/schema/site-days.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { beginRecomputation } from '../../jobs/recomputations.ts';
import { markSiteDaysDirty, PRIORITY } from '../../jobs/site-days.ts';
import { audit } from '../access/audit.ts';
import { type ConfiguredSite, findConfiguredSite } from './configuration/site-configuration.ts';
import { readFixedBaselines } from './queue/baselines.ts';
import { findFirstPoint } from './queue/load-task.ts';

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

/** Has baselines fixed anew from what their period shows today, and everything after it computed against them. @throws AppError as above */
export async function renewRatingBaselines(
  { db, now }: BaselineDeps,
  caller: Caller,
  siteId: SiteId,
): Promise<ResponseOf<typeof performanceEndpoints.renewRatingBaselines>> {
  const configured = await configuredOf(db, caller, siteId);
  return db.transaction(async (tx) => {
    const nowMs = now();
    const { fixed, missing } = await fixedOf({ db: tx, now }, configured);
    const lastDays = [...fixed.values(), ...missing.values()].map(({ last }) => last);
    await tx.delete(ratingBaselines).where(eq(ratingBaselines.siteId, siteId));
    const startMs = lastDays.length === 0 ? nowMs : dayStart(Math.min(...lastDays) + 1, configured.zone);
    const isOver = startMs < nowMs;
    const siteDays = isOver
      ? await markSiteDaysDirty(tx, { siteIds: [siteId], startMs, endMs: nowMs, reason: 'request', priority: PRIORITY.waiting, nowMs })
      : 0;
    if (isOver)
      await beginRecomputation(tx, {
        userId: caller.userId,
        reason: 'request',
        siteIds: [siteId],
        markedFromMs: nowMs,
        markedUntilMs: nowMs,
      });
    await audit(tx, { actor: caller, nowMs }, [
      { action: 'site.renewRatingBaselines', entityType: 'site', entityId: siteId, siteId, details: { devices: fixed.size } },
    ]);
    return { siteDays };
  });
}

async function configuredOf(db: Db, caller: Pick<Caller, 'siteIds'>, siteId: SiteId): Promise<ConfiguredSite> {
  const configured = caller.siteIds.has(siteId) ? await findConfiguredSite(db, siteId) : undefined;
  if (!configured) throw new AppError('resource.notFound');
  return configured;
}

async function fixedOf({ db, now }: BaselineDeps, configured: ConfiguredSite): ReturnType<typeof readFixedBaselines> {
  return readFixedBaselines(db, configured, { beginMs: await findFirstPoint(db, configured.siteId), nowMs: now() });
}
