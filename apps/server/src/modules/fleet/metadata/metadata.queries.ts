import { AppError } from '@solvane/contract/errors';
import type { SegmentMetadata } from '@solvane/contract/fleet';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { attributesOf } from '@solvane/energy/devices/attributes';
import { isSegmentType } from '@solvane/energy/devices/segment-types';
import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { asc, eq } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { SINCE_EVER, segmentMetadata, segments, sites } from '../../../db/schema/fleet.ts';
import type { Caller } from '../../../http/caller.ts';
import { toDate } from '../fleet-state.ts';

export interface MetadataSegment {
  id: SegmentId;
  siteId: SiteId;
  segmentType: string;
  timezone: string | null;
}

/**
 * Every attribute the segments' types have, with its history, in the order asked. Index: the primary key of segment_metadata.
 *
 * @throws AppError resource.notFound when one of the segments is unknown or out of scope
 */
export async function readMetadata(db: Db, caller: Caller, segmentIds: readonly SegmentId[], nowMs: number): Promise<SegmentMetadata[]> {
  const found = await findMetadataSegments(db, caller.siteIds, segmentIds);
  if (segmentIds.some((id) => !found.has(id))) throw new AppError('resource.notFound');
  const rows = await db
    .select()
    .from(segmentMetadata)
    .where(isOneOf(segmentMetadata.segmentId, found.keys()))
    .orderBy(asc(segmentMetadata.segmentId), asc(segmentMetadata.attribute), asc(segmentMetadata.validFrom));
  const bySegment = Map.groupBy(rows, ({ segmentId }) => segmentId);
  return [...new Set(segmentIds)].flatMap((id) => {
    const segment = found.get(id);
    return segment ? [toSegmentMetadata(segment, bySegment.get(id) ?? [], nowMs)] : [];
  });
}

export async function findMetadataSegments(
  db: Db,
  siteIds: ReadonlySet<SiteId>,
  segmentIds: Iterable<SegmentId>,
): Promise<Map<SegmentId, MetadataSegment>> {
  const rows = await db
    .select({ id: segments.id, siteId: segments.siteId, segmentType: segments.segmentType, timezone: sites.timezone })
    .from(segments)
    .innerJoin(sites, eq(sites.id, segments.siteId))
    .where(isOneOf(segments.id, segmentIds));
  return new Map(rows.filter(({ siteId }) => siteIds.has(siteId)).map((segment) => [segment.id, segment]));
}

type MetadataRow = typeof segmentMetadata.$inferSelect;

function toSegmentMetadata({ id, segmentType, timezone }: MetadataSegment, rows: readonly MetadataRow[], nowMs: number): SegmentMetadata {
  const byAttribute = Map.groupBy(rows, ({ attribute }) => attribute);
  const known = isSegmentType(segmentType) ? attributesOf(segmentType).map(({ name }) => String(name)) : [];
  const today = toIsoDate(localDayOf(nowMs, timezone ?? 'UTC'));
  return {
    segmentId: id,
    attributes: [...new Set([...known, ...byAttribute.keys()])].map((name) => {
      const history = byAttribute.get(name) ?? [];
      return {
        name,
        value: history.findLast(({ validFrom }) => validFrom === SINCE_EVER || validFrom <= today)?.value ?? null,
        history: history.map(({ validFrom, value, changedBy, changedAtMs }) => ({
          validFrom: toDate(validFrom),
          value,
          changedBy,
          changedAtMs,
        })),
      };
    }),
  };
}
