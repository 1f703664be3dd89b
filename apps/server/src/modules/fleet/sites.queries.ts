import type { Site } from '@solvane/contract/fleet';
import type { EnterpriseId } from '@solvane/contract/ids';
import { asc, type inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { segments, siteContractors, sites } from '../../db/schema/fleet.ts';
import type { Caller } from '../../http/caller.ts';

/** Every site in scope by name: its own columns only, no segment is read. */
export async function listSites(db: Db, caller: Caller): Promise<Site[]> {
  const rows = await db
    .select({ site: sites, contractorEnterpriseIds: CONTRACTORS })
    .from(sites)
    .where(isOneOf(sites.id, caller.siteIds))
    .orderBy(sql`lower(${sites.name})`, asc(sites.id));
  return rows.map(({ site, contractorEnterpriseIds }) => toSite(site, contractorEnterpriseIds));
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

/** One array parameter instead of one per id: 1,000 sites are one short statement. */
export function isOneOf(column: Parameters<typeof inArray>[0], ids: Iterable<string>): SQL {
  return sql`${column} = any(${sql.param([...ids])}::text[])`;
}

export const CONTRACTORS = sql<EnterpriseId[]>`array(
  select ${siteContractors.enterpriseId} from ${siteContractors}
  where ${siteContractors.siteId} = ${sites.id} order by ${siteContractors.enterpriseId}
)`;

function toSite(row: typeof sites.$inferSelect, contractorEnterpriseIds: EnterpriseId[]): Site {
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
    segmentCount: row.segmentCount,
    treeVersion: row.treeVersion,
    configurationState:
      row.pendingSinceMs !== null && row.pendingWhy !== null
        ? { state: 'pending', sinceMs: row.pendingSinceMs, why: row.pendingWhy }
        : { state: 'ready' },
  };
}
