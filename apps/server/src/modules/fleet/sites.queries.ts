import type { Site } from '@solvane/contract/fleet';
import type { EnterpriseId } from '@solvane/contract/ids';
import { asc, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { segments, siteContractors, sites } from '../../db/schema/fleet.ts';
import type { Caller } from '../../http/caller.ts';

/** Every site in scope by name: its own columns only, no segment is read. */
export async function listSites(db: Db, caller: Caller): Promise<Site[]> {
  const rows = await db
    .select({ site: sites, contractorEnterpriseIds: CONTRACTORS, currency: SITE_CURRENCY })
    .from(sites)
    .where(isOneOf(sites.id, caller.siteIds))
    .orderBy(sql`lower(${sites.name})`, asc(sites.id));
  return rows.map(({ site, ...more }) => toSite(site, more));
}

/** Segment types that stand in sites of an enterprise. Index: segments_type. */
export async function listSegmentTypes(db: Db, caller: Caller): Promise<{ enterpriseId: EnterpriseId; segmentType: string }[]> {
  return db
    .selectDistinct({ enterpriseId: sites.enterpriseId, segmentType: segments.segmentType })
    .from(segments)
    .innerJoin(sites, sql`${sites.id} = ${segments.siteId}`)
    .where(isOneOf(sites.id, caller.siteIds))
    .orderBy(asc(sites.enterpriseId), asc(segments.segmentType));
}

export const CONTRACTORS = sql<EnterpriseId[]>`array(
  select ${siteContractors.enterpriseId} from ${siteContractors}
  where ${siteContractors.siteId} = ${sites.id} order by ${siteContractors.enterpriseId}
)`;

/** All prices of a site are in one currency. Every column says its table: one of the row outside would be taken for one of the inside. */
export const SITE_CURRENCY = sql<string | null>`coalesce(
  (select t.currency from tariffs t where t.site_id = sites.id order by t.valid_from_ms desc limit 1),
  (select m.value #>> '{}' from segment_metadata m
    where m.segment_id = sites.segment_id and m.attribute = 'currency' and m.valid_from <= current_date order by m.valid_from desc limit 1)
)`;

function toSite(
  row: typeof sites.$inferSelect,
  { contractorEnterpriseIds, currency }: { contractorEnterpriseIds: EnterpriseId[]; currency: string | null },
): Site {
  const { timezone, latitude, longitude, country, plantOperator, portfolio, energyType, operatingRegion } = row;
  return {
    siteSegmentId: row.segmentId,
    siteId: row.id,
    enterpriseId: row.enterpriseId,
    contractorEnterpriseIds,
    name: row.name,
    visibilityState: row.visibilityState,
    metadata: {
      timezone,
      latitude,
      longitude,
      signalCalcPeriod: row.signalCalcPeriod,
      country,
      plantOperator,
      portfolio,
      energyType,
      operatingRegion,
    },
    ratedPowerKw: row.ratedPowerKw,
    currency,
    segmentCount: row.segmentCount,
    treeVersion: row.treeVersion,
    configurationState:
      row.pendingSinceMs !== null && row.pendingWhy !== null
        ? { state: 'pending', sinceMs: row.pendingSinceMs, why: row.pendingWhy }
        : { state: 'ready' },
  };
}
