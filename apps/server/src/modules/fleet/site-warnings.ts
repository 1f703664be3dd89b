import type { SiteWarning } from '@solvane/contract/fleet';
import { type SiteId, segmentIdSchema } from '@solvane/contract/ids';
import { type RuleRemoval, ruleWarnings } from '@solvane/energy/quality/rule-warnings';
import { type LocalDay, toIsoDate } from '@solvane/energy/time/local-day';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { ruleRemovals, siteDays } from '../../db/schema/site-days.ts';
import type { Caller } from '../../http/caller.ts';
import { isOneOf } from './sites.queries.ts';

/** Days a warning looks at, and how far back its begin is looked for. */
const RECENT_DAYS = 7;
const SERIES_DAYS = 366;
const DAY_MS = 86_400_000;

interface RemovalRow extends Record<string, unknown> {
  site_id: SiteId;
  last_day: string;
  day: string;
  segment_id: RuleRemoval['deviceId'];
  ap_code: string;
  method: RuleRemoval['method'];
  removed: number;
  points: number;
}

/** What keeps the numbers of each site from being trusted; sites without a warning are left out. Index: the primary keys. */
export async function readSiteWarnings(db: Db, caller: Pick<Caller, 'siteIds'>): Promise<Map<SiteId, SiteWarning[]>> {
  const { rows } = await db.execute<RemovalRow>(sql`
    with known as (
      select site_id, (select max(day) from ${siteDays} as computed where computed.site_id = affected.site_id) as last_day
      from (select distinct site_id from ${ruleRemovals} where ${isOneOf(ruleRemovals.siteId, caller.siteIds)}) as affected
    )
    select removal.site_id, last_day::text, day::text, segment_id, ap_code, method, removed, points
    from known join ${ruleRemovals} as removal on removal.site_id = known.site_id and day > last_day - ${RECENT_DAYS}::int
    union all
    select distinct on (removal.site_id, day, ap_code, method)
      removal.site_id, last_day::text, day::text, segment_id, ap_code, method, removed, points
    from known join ${ruleRemovals} as removal on removal.site_id = known.site_id
      and day > last_day - ${SERIES_DAYS}::int and day <= last_day - ${RECENT_DAYS}::int`);
  const bySite = Map.groupBy(rows, ({ site_id }) => site_id);
  return new Map(
    [...bySite].flatMap(([siteId, ofSite]): [SiteId, SiteWarning[]][] => {
      const warnings = ruleWarnings(ofSite.map(toRemoval), dayOf(ofSite[0]?.last_day ?? '')).map(
        ({ deviceIds, since, ...warning }): SiteWarning => ({
          kind: 'ruleRemoves',
          ...warning,
          segmentIds: deviceIds.map((id) => segmentIdSchema.parse(id)),
          since: toIsoDate(since),
        }),
      );
      return warnings.length === 0 ? [] : [[siteId, warnings]];
    }),
  );
}

function toRemoval({ day, segment_id: deviceId, ap_code: apCode, method, removed, points }: RemovalRow): RuleRemoval & { day: LocalDay } {
  return { day: dayOf(day), deviceId, apCode, method, removed, points };
}

function dayOf(date: string): LocalDay {
  return Date.parse(date) / DAY_MS;
}
