import type { SiteWarning } from '@solvane/contract/fleet';
import { type SiteId, segmentIdSchema } from '@solvane/contract/ids';
import { type RuleRemoval, ruleWarnings } from '@solvane/energy/quality/rule-warnings';
import { MISSING_EXPECTATION_REASONS, type MissingExpectationReason } from '@solvane/energy/site-day/expect/missing-expectation';
import type { DarkSilence } from '@solvane/energy/site-day/outputs';
import { type LocalDay, toIsoDate } from '@solvane/energy/time/local-day';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { sites } from '../../db/schema/fleet.ts';
import { ruleRemovals, siteDays } from '../../db/schema/site-days.ts';

/** Days a warning looks at, and how far back its begin is looked for. */
const RECENT_DAYS = 7;
const SERIES_DAYS = 366;
const DAY_MS = 86_400_000;
/** Of the days a warning looks at, the part that must lack an expectation. */
const LEAST_GAP_SHARE = 0.5;

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

/** What keeps the numbers of each site from being trusted; sites without a warning are left out. */
export async function readSiteWarnings(db: Db, siteIds: readonly SiteId[]): Promise<Map<SiteId, SiteWarning[]>> {
  const found = [await readExpectationWarnings(db, siteIds), await readRuleWarnings(db, siteIds), await readDarkSilences(db, siteIds)];
  const warnings = new Map<SiteId, SiteWarning[]>();
  for (const [siteId, ofSite] of found.flatMap((each) => [...each])) warnings.set(siteId, [...(warnings.get(siteId) ?? []), ...ofSite]);
  return warnings;
}

interface GapRow extends Record<string, unknown> {
  site_id: SiteId;
  segment_id: string;
  reasons: MissingExpectationReason[];
}

/** Index: site_days_with_gaps, and the primary key for the last day of the sites in it. */
async function readExpectationWarnings(db: Db, siteIds: readonly SiteId[]): Promise<Map<SiteId, SiteWarning[]>> {
  const { rows } = await db.execute<GapRow>(sql`
    with affected as (
      select site_id, (select max(day) from ${siteDays} as computed where computed.site_id = gaps.site_id) as last_day
      from (select distinct site_id from ${siteDays} where expectation_gaps <> '[]'::jsonb and ${isOneOf(siteDays.siteId, siteIds)}) as gaps
    )
    select affected.site_id, gap ->> 'deviceId' as segment_id, array(select distinct reason from unnest(array_agg(gap -> 'reasons')) as each (list),
        jsonb_array_elements_text(list) as of_list (reason)) as reasons
    from affected join ${siteDays} as with_gaps on with_gaps.site_id = affected.site_id and with_gaps.expectation_gaps <> '[]'::jsonb
        and with_gaps.day > last_day - ${RECENT_DAYS}::int,
      jsonb_array_elements(with_gaps.expectation_gaps) as gap
    group by affected.site_id, affected.last_day, segment_id
    -- Days without a gap of the device count as days with all of it.
    having sum((gap ->> 'intervals')::float8 / (gap ->> 'ofIntervals')::float8) >= ${LEAST_GAP_SHARE}::float8 * (
      select count(*) from ${siteDays} as recent where recent.site_id = affected.site_id and recent.day > affected.last_day - ${RECENT_DAYS}::int)
    order by affected.site_id, segment_id`);
  return new Map(
    [...Map.groupBy(rows, ({ site_id }) => site_id)].map(([siteId, ofSite]): [SiteId, SiteWarning[]] => {
      const reasons = new Set(ofSite.flatMap((row) => row.reasons));
      const warning: SiteWarning = {
        kind: 'noExpectation',
        segmentIds: ofSite.map(({ segment_id }) => segmentIdSchema.parse(segment_id)),
        reasons: MISSING_EXPECTATION_REASONS.filter((reason) => reasons.has(reason)),
      };
      return [siteId, [warning]];
    }),
  );
}

interface DarkRow extends Record<string, unknown> {
  site_id: SiteId;
  day: string;
  dark_silences: DarkSilence[];
}

/** Of the last computed day of each site. Index: the primary key of site_days. */
async function readDarkSilences(db: Db, siteIds: readonly SiteId[]): Promise<Map<SiteId, SiteWarning[]>> {
  const { rows } = await db.execute<DarkRow>(sql`
    select site_id, day::text, dark_silences
    from ${sites} cross join lateral (
      select site_id, day, dark_silences from ${siteDays} where site_days.site_id = sites.id order by day desc limit 1) as last
    where ${isOneOf(sites.id, siteIds)} and dark_silences <> '[]'::jsonb`);
  return new Map(
    rows.map(({ site_id, day, dark_silences }): [SiteId, SiteWarning[]] => {
      const longest = Math.max(...dark_silences.map(({ days }) => days));
      const segmentIds = dark_silences.map(({ deviceId }) => segmentIdSchema.parse(deviceId));
      return [site_id, [{ kind: 'darkSilence', segmentIds, since: toIsoDate(dayOf(day) - longest + 1) }]];
    }),
  );
}

/** Index: the primary keys. */
async function readRuleWarnings(db: Db, siteIds: readonly SiteId[]): Promise<Map<SiteId, SiteWarning[]>> {
  const { rows } = await db.execute<RemovalRow>(sql`
    with known as (
      select site_id, (select max(day) from ${siteDays} as computed where computed.site_id = affected.site_id) as last_day
      from (select distinct site_id from ${ruleRemovals} where ${isOneOf(ruleRemovals.siteId, siteIds)}) as affected
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
