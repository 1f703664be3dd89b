import { AppError } from '@solvane/contract/errors';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { SINCE_EVER, segmentMetadata, segments, sites } from '../../../db/schema/fleet.ts';
import type { Caller } from '../../../http/caller.ts';
import { isOneOf } from '../../fleet/sites.queries.ts';

/** A device that a question names, with what its site decides. */
export interface AskedSegment {
  segmentId: SegmentId;
  name: string;
  segmentType: string;
  siteId: SiteId;
  siteName: string;
  siteSegmentId: SegmentId;
  zone: string;
  intervalMs: number;
}

/**
 * The named segments in the order of the question. Index: segments (id).
 *
 * @throws AppError resource.notFound when one of them is out of scope, exactly as if it did not exist
 */
export async function getAskedSegments(db: Db, caller: Pick<Caller, 'siteIds'>, segmentIds: readonly SegmentId[]): Promise<AskedSegment[]> {
  const distinct = [...new Set(segmentIds)];
  const rows = await db
    .select({
      segmentId: segments.id,
      name: segments.name,
      segmentType: segments.segmentType,
      siteId: segments.siteId,
      siteName: sites.name,
      siteSegmentId: sites.segmentId,
      timezone: sites.timezone,
      signalCalcPeriod: sites.signalCalcPeriod,
    })
    .from(segments)
    .innerJoin(sites, eq(sites.id, segments.siteId))
    .where(isOneOf(segments.id, distinct));
  const found = new Map(
    rows.flatMap(({ timezone, signalCalcPeriod, ...row }) =>
      caller.siteIds.has(row.siteId)
        ? [[row.segmentId, { ...row, zone: timezone ?? 'UTC', intervalMs: SIGNAL_CALC_PERIODS[signalCalcPeriod] }] as const]
        : [],
    ),
  );
  return distinct.map((segmentId) => {
    const segment = found.get(segmentId);
    if (!segment) throw new AppError('resource.notFound');
    return segment;
  });
}

/** Value of one attribute per segment, as it holds now. Segments without it are missing. Index: segment_metadata (segment_id, attribute, valid_from). */
export async function findAttribute(
  db: Db,
  segmentIds: readonly SegmentId[],
  attribute: string,
  today: string,
): Promise<Map<SegmentId, number | string | boolean>> {
  const rows = await db
    .selectDistinctOn([segmentMetadata.segmentId], { segmentId: segmentMetadata.segmentId, value: segmentMetadata.value })
    .from(segmentMetadata)
    .where(
      sql`${isOneOf(segmentMetadata.segmentId, segmentIds)} and ${segmentMetadata.attribute} = ${attribute}
        and (${segmentMetadata.validFrom} <= ${today} or ${segmentMetadata.validFrom} = ${SINCE_EVER})`,
    )
    .orderBy(segmentMetadata.segmentId, sql`${segmentMetadata.validFrom} desc`);
  return new Map(rows.flatMap(({ segmentId, value }) => (value === null ? [] : [[segmentId, value] as const])));
}
