import type { SiteStatus } from '@solvane/contract/fleet';
import type { SiteId } from '@solvane/contract/ids';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { groupEvents } from '../../db/schema/events.ts';
import { sites } from '../../db/schema/fleet.ts';
import { siteDays } from '../../db/schema/site-days.ts';
import type { Caller } from '../../http/caller.ts';
import { isOneOf } from './sites.queries.ts';

export type SiteAttention = Pick<SiteStatus, 'openEvents' | 'lostKwhPerHour' | 'costPerHour' | 'currency'>;

/** Nothing was computed yet, or the caller may not see events of the site. */
export const NO_ATTENTION: SiteAttention = { openEvents: null, lostKwhPerHour: null, costPerHour: null, currency: null };

/**
 * What calls for somebody at each site: events that are open now, and what they cost per hour since they began. An event that is shown on a parent
 * counts once, its energy is that of its members. Index: group_events_open.
 */
export async function readSiteAttention(db: Db, caller: Pick<Caller, 'scopeFor'>): Promise<Map<SiteId, SiteAttention>> {
  const hours = sql`((${groupEvents.endMs} - ${groupEvents.startMs}) / 3600000.0)`;
  const rows = await db
    .select({
      siteId: sites.id,
      openEvents: sql<number>`count(${groupEvents.id}) filter (where ${groupEvents.promotedId} is null and ${groupEvents.eventType} <> 'Informational')::int`,
      lostKwhPerHour: sql<number>`coalesce(sum(${groupEvents.lostEnergyKwh} / ${hours}) filter (where not ${groupEvents.isPromoted} and ${groupEvents.endMs} > ${groupEvents.startMs}), 0)::float8`,
      costPerHour: sql<
        number | null
      >`sum(${groupEvents.revenueLoss} / ${hours}) filter (where not ${groupEvents.isPromoted} and ${groupEvents.endMs} > ${groupEvents.startMs})::float8`,
      currency: sql<string | null>`(
        select m.value #>> '{}' from segment_metadata m
        where m.segment_id = ${sites.segmentId} and m.attribute = 'currency' and m.valid_from <= current_date order by m.valid_from desc limit 1
      )`,
    })
    .from(sites)
    .leftJoin(groupEvents, sql`${eq(groupEvents.siteId, sites.id)} and ${groupEvents.isOpen}`)
    .where(
      sql`${isOneOf(sites.id, caller.scopeFor('PageEventLogs'))} and exists (select from ${siteDays} where ${siteDays.siteId} = ${sites.id})`,
    )
    .groupBy(sites.id);
  return new Map(rows.map(({ siteId, ...attention }) => [siteId, attention]));
}
