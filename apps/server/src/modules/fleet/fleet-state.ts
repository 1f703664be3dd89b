import type { FleetDescription } from '@solvane/contract/fleet-description';
import type { EnterpriseId, SegmentId, SiteId } from '@solvane/contract/ids';
import type { AttributeName } from '@solvane/energy/devices/attributes';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { enterprises, SINCE_EVER, segmentMetadata, segments, sites } from '../../db/schema/fleet.ts';
import type { KnownFleet } from './description/check-description.ts';
import { CONTRACTORS } from './sites.queries.ts';

export type SiteRow = typeof sites.$inferSelect & { contractorEnterpriseIds: EnterpriseId[] };
export type SegmentRow = typeof segments.$inferSelect;
export type AttributeValue = number | string | boolean;

/** Value by the date it holds from, by attribute; SINCE_EVER for a value without a beginning, null where a value ends. */
export type MetadataRows = Map<string, Map<string, AttributeValue | null>>;

/** Some sites with everything that belongs to them, as the database has it. */
export interface FleetState {
  enterpriseNames: Map<EnterpriseId, string>;
  sites: Map<SiteId, SiteRow>;
  segments: Map<SegmentId, SegmentRow>;
  metadata: Map<SegmentId, MetadataRows>;
}

/**
 * @param siteIds - undefined: every site
 * @param attributes - undefined: every one
 */
export async function readFleetState(
  db: Db,
  siteIds: readonly string[] | undefined,
  attributes?: readonly AttributeName[],
): Promise<FleetState> {
  const enterpriseRows = await db.select().from(enterprises).orderBy(asc(enterprises.id));
  const siteRows = await db
    .select({ site: sites, contractorEnterpriseIds: CONTRACTORS })
    .from(sites)
    .where(siteIds && isOneOf(sites.id, siteIds))
    .orderBy(asc(sites.id));
  const segmentRows = await db
    .select()
    .from(segments)
    .where(siteIds && isOneOf(segments.siteId, siteIds))
    .orderBy(asc(segments.siteId), asc(segments.level), asc(segments.position), asc(segments.id));
  const metadataRows = await db
    .select({
      segmentId: segmentMetadata.segmentId,
      attribute: segmentMetadata.attribute,
      validFrom: segmentMetadata.validFrom,
      value: segmentMetadata.value,
    })
    .from(segmentMetadata)
    .innerJoin(segments, eq(segments.id, segmentMetadata.segmentId))
    .where(and(siteIds && isOneOf(segments.siteId, siteIds), attributes && inArray(segmentMetadata.attribute, [...attributes])))
    .orderBy(asc(segmentMetadata.segmentId), asc(segmentMetadata.attribute), asc(segmentMetadata.validFrom));
  const metadata = new Map<SegmentId, MetadataRows>();
  for (const { segmentId, attribute, validFrom, value } of metadataRows) {
    const ofSegment = metadata.get(segmentId) ?? new Map();
    const history = ofSegment.get(attribute) ?? new Map();
    metadata.set(segmentId, ofSegment.set(attribute, history.set(validFrom, value)));
  }
  return {
    enterpriseNames: new Map(enterpriseRows.map(({ id, name }) => [id, name])),
    sites: new Map(siteRows.map(({ site, contractorEnterpriseIds }) => [site.id, { ...site, contractorEnterpriseIds }])),
    segments: new Map(segmentRows.map((segment) => [segment.id, segment])),
    metadata,
  };
}

/** What a description may refer to without containing it, and ids it may not take. */
export async function readKnownFleet(db: Db, description: FleetDescription): Promise<KnownFleet> {
  const ids = description.sites.flatMap((site) => [site.id, ...site.segments.map(({ id }) => id)]);
  const taken = await db.select({ id: segments.id, siteId: segments.siteId }).from(segments).where(isOneOf(segments.id, ids));
  const rows = await db.select({ id: enterprises.id }).from(enterprises);
  return {
    enterpriseIds: new Set(rows.map(({ id }) => id)),
    siteIdBySegmentId: new Map(taken.map(({ id, siteId }) => [id, siteId])),
  };
}

/** A change of the fleet waits for the one in progress. Part of a transaction. */
export async function lockFleet(tx: Db): Promise<void> {
  await tx.execute(sql`select version from fleet_version for update`);
}

export function toValidFrom(date: string | null): string {
  return date ?? SINCE_EVER;
}

export function toDate(validFrom: string): string | null {
  return validFrom === SINCE_EVER ? null : validFrom;
}
