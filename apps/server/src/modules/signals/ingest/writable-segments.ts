import { type SiteId, segmentIdSchema } from '@solvane/contract/ids';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { segments, sites } from '../../../db/schema/fleet.ts';
import type { WritableSegment } from './resolve-series.ts';

/** Those of the named segments that stand on the given sites. Others are missing from the response, whether they exist or not. Index: segments (id). */
export async function findWritableSegments(
  db: Db,
  siteIds: ReadonlySet<SiteId>,
  segmentIds: Iterable<string>,
): Promise<Map<string, WritableSegment>> {
  const found = await findAllWritableSegments(db, segmentIds);
  return new Map([...found].filter(([, { siteId }]) => siteIds.has(siteId)));
}

/** Without a scope: for the user at the console. */
export async function findAllWritableSegments(db: Db, segmentIds: Iterable<string>): Promise<Map<string, WritableSegment>> {
  // What no segment can be called is not requested: the database refuses some of it.
  const wanted = [...new Set(segmentIds)].filter((segmentId) => segmentIdSchema.safeParse(segmentId).success);
  if (wanted.length === 0) return new Map();
  const rows = await db
    .select({
      segmentId: segments.id,
      siteId: segments.siteId,
      segmentType: segments.segmentType,
      signalCalcPeriod: sites.signalCalcPeriod,
    })
    .from(segments)
    .innerJoin(sites, eq(sites.id, segments.siteId))
    .where(isOneOf(segments.id, wanted));
  return new Map(rows.map((row) => [row.segmentId, row]));
}
