import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { eq, inArray } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { segments, sites } from '../../../db/schema/fleet.ts';
import type { WritableSegment } from './resolve-series.ts';

/** Those of the named segments that stand on the given sites. Others are missing from the answer, whether they exist or not. Index: segments (id). */
export async function findWritableSegments(
  db: Db,
  siteIds: ReadonlySet<SiteId>,
  segmentIds: Iterable<string>,
): Promise<Map<string, WritableSegment>> {
  const found = await findAllWritableSegments(db, segmentIds);
  return new Map([...found].filter(([, { siteId }]) => siteIds.has(siteId)));
}

/** Without a scope: for whoever sits at the console. */
export async function findAllWritableSegments(db: Db, segmentIds: Iterable<string>): Promise<Map<string, WritableSegment>> {
  const wanted = [...new Set(segmentIds)] as SegmentId[];
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
    .where(inArray(segments.id, wanted));
  return new Map(rows.map((row) => [row.segmentId, row]));
}
