import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import type { performanceEndpoints } from '@solvane/contract/performance';
import type { Db } from '../../db/db.ts';
import type { Caller } from '../../http/caller.ts';
import { audit } from '../access/audit.ts';
import { beginRecalculation } from '../recalculation/recalculations.ts';
import { markSiteDaysDirty, PRIORITY } from '../recalculation/site-days.ts';

/** Recalculates a period on request. @throws AppError resource.notFound when a site is out of scope */
export async function recalculate(
  { db, now }: { db: Db; now: () => number },
  caller: Caller,
  { siteIds, startMs, endMs }: BodyOf<typeof performanceEndpoints.recalculate>,
): Promise<ResponseOf<typeof performanceEndpoints.recalculate>> {
  if (siteIds.some((siteId) => !caller.siteIds.has(siteId))) throw new AppError('resource.notFound');
  return db.transaction(async (tx) => {
    const nowMs = now();
    const siteDays = await markSiteDaysDirty(tx, { siteIds, startMs, endMs, reason: 'request', priority: PRIORITY.waiting, nowMs });
    await beginRecalculation(tx, { userId: caller.userId, reason: 'request', siteIds, markedFromMs: nowMs, markedUntilMs: nowMs });
    const entries = siteIds.map((siteId) => ({
      action: 'site.recompute',
      entityType: 'site',
      entityId: siteId,
      siteId,
      details: { startMs, endMs },
    }));
    await audit(tx, { actor: caller, nowMs }, entries);
    return { siteDays };
  });
}
