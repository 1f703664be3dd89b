import type { SiteStatus } from '@solvane/contract/fleet';
import type { SiteId } from '@solvane/contract/ids';
import { EVENT_TYPES, type EventType, LOSS_BEARING_TYPES } from '@solvane/energy/events/event-types';
import { type Column, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { groupEvents } from '../../db/schema/events.ts';
import { sites } from '../../db/schema/fleet.ts';
import { siteDays } from '../../db/schema/site-days.ts';
import { SITE_CURRENCY } from './sites.queries.ts';

export type SiteAttention = Pick<
  SiteStatus,
  'openEvents' | 'openEventsByType' | 'lostKwhPerHour' | 'costPerHour' | 'isCostPartial' | 'currency'
>;

/** Nothing was computed yet, or the caller may not see events of the site. */
export const NO_ATTENTION: SiteAttention = {
  openEvents: null,
  openEventsByType: null,
  lostKwhPerHour: null,
  costPerHour: null,
  isCostPartial: false,
  currency: null,
};

const SEEN_TYPES = EVENT_TYPES.filter((type) => type !== 'Informational');

/**
 * What needs attention at each site: events that are open now, and what they cost per hour since they began. An event that is shown on a parent
 * counts once, its energy is that of its members. Nothing open loses nothing; a loss that no computation has told yet is not known. Index: group_events_open.
 */
export async function readSiteAttention(db: Db, siteIds: readonly SiteId[]): Promise<Map<SiteId, SiteAttention>> {
  const openOf = (type: EventType) =>
    sql`count(${groupEvents.id}) filter (where ${groupEvents.promotedId} is null and ${groupEvents.eventType} = ${type})::int`;
  const rows = await db
    .select({
      siteId: sites.id,
      counts: sql<number[]>`array[${sql.join(SEEN_TYPES.map(openOf), sql`, `)}]`,
      lostKwhPerHour: perHour(groupEvents.lostEnergyKwh),
      costPerHour: perHour(groupEvents.revenueLoss),
      isCostPartial: HAS_UNPRICED_LOSS,
      currency: SITE_CURRENCY,
    })
    .from(sites)
    .leftJoin(groupEvents, sql`${eq(groupEvents.siteId, sites.id)} and ${groupEvents.isOpen}`)
    .where(sql`${isOneOf(sites.id, siteIds)} and exists (select from ${siteDays} where ${siteDays.siteId} = ${sites.id})`)
    .groupBy(sites.id);
  return new Map(rows.map(({ siteId, counts, ...attention }) => [siteId, { ...attention, ...openEvents(counts) }]));
}

const CAN_LOSE = sql`not ${groupEvents.isPromoted} and ${groupEvents.eventType} in ${[...LOSS_BEARING_TYPES]}`;

const HAS_UNPRICED_LOSS = sql<boolean>`count(${groupEvents.id}) filter (
  where ${CAN_LOSE} and ${groupEvents.lostEnergyKwh} <> 0 and (${groupEvents.revenueLoss} is null or ${groupEvents.unpricedDays} > 0)) > 0`;

/** The sum of what open events lose in an hour, of those that have a length. */
function perHour(loss: Column) {
  const { endMs, startMs } = groupEvents;
  return sql<number | null>`case when count(${groupEvents.id}) filter (where ${CAN_LOSE}) = 0 then 0
    else sum(${loss} / ((${endMs} - ${startMs}) / 3600000.0)) filter (where ${CAN_LOSE} and ${endMs} > ${startMs}) end::float8`;
}

function openEvents(counts: readonly number[]): Pick<SiteAttention, 'openEvents' | 'openEventsByType'> {
  const byType = SEEN_TYPES.map((type, index) => ({ type, count: counts[index] ?? 0 }));
  return { openEvents: byType.reduce((sum, { count }) => sum + count, 0), openEventsByType: byType.filter(({ count }) => count > 0) };
}
