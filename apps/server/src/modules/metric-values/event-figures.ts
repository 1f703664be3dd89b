import type { SegmentId, SiteId } from '@solvane/contract/ids';
import type { LossCause } from '@solvane/contract/metric-ids';
import type { EventType } from '@solvane/energy/events/event-types';
import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { eventConditions } from '../events/search/event-conditions.ts';
import type { MetricItem } from './metric-items.ts';
import type { BucketKey, MetricPeriods } from './metric-periods.ts';
import type { EventFigure } from './metric-sources.ts';

export interface EventFigures {
  /** Whether the caller may read events of a site. */
  isReadable(siteId: SiteId): boolean;
  /** @param kind - of the events; what it leaves open, any */
  find(segmentId: SegmentId, bucket: BucketKey, figure: EventFigure, kind: EventKind): number;
}

interface EventKind {
  type: EventType | undefined;
  /** Only where causes were read. */
  cause: LossCause | undefined;
}

interface PartRow extends Record<string, unknown> {
  segment_id: SegmentId;
  bucket: BucketKey;
  event_type: EventType;
  category: string;
  code: string;
  count: number;
  hours: number;
  unacknowledged: number;
  avoided: number;
  lost: number;
}

/**
 * Events by site or device, bucket and type, as the event log counts them: an event belongs to every bucket that it shares time with.
 * Indexes: those of group_events, primary key of event_day_losses, segments (site_id, parent_id).
 */
export async function readEventFigures(
  db: Db,
  items: readonly MetricItem[],
  { periods, siteIds, hasCauses }: { periods: MetricPeriods; siteIds: ReadonlySet<SiteId>; hasCauses: boolean },
): Promise<EventFigures> {
  const readable = items.filter(({ segment }) => siteIds.has(segment.siteId));
  const slots = readable.flatMap(({ segment }) => slotsOf(segment.siteId, segment.zone, periods));
  const rows = slots.length === 0 ? [] : await readParts(db, readable, { slots, siteIds, hasCauses });
  const byPlace = Map.groupBy(rows, ({ segment_id, bucket }) => `${segment_id} ${bucket}`);
  return {
    isReadable: (siteId) => siteIds.has(siteId),
    find: (segmentId, bucket, figure, { type, cause }) =>
      (byPlace.get(`${segmentId} ${bucket}`) ?? [])
        .filter((row) => (type === undefined || row.event_type === type) && (!cause || row[cause.by] === cause.name))
        .reduce((sum, row) => sum + row[figure], 0),
  };
}

interface Slot {
  siteId: SiteId;
  key: BucketKey;
  fromMs: number;
  toMs: number;
  fromDay: string;
  toDay: string;
}

function slotsOf(siteId: SiteId, zone: string, periods: MetricPeriods): Slot[] {
  return periods.keys.flatMap((key) => {
    const span = periods.spanOf(key, zone);
    if (span.startMs >= span.endMs) return [];
    const days = { fromDay: toIsoDate(localDayOf(span.startMs, zone)), toDay: toIsoDate(localDayOf(span.endMs - 1, zone) + 1) };
    return [{ siteId, key, fromMs: span.startMs, toMs: span.endMs, ...days }];
  });
}

async function readParts(
  db: Db,
  items: readonly MetricItem[],
  { slots: all, siteIds, hasCauses }: { slots: readonly Slot[]; siteIds: ReadonlySet<SiteId>; hasCauses: boolean },
): Promise<PartRow[]> {
  const slots = [...new Map(all.map((slot) => [`${slot.siteId} ${slot.key}`, slot])).values()];
  const devices = items.filter(({ isSite }) => !isSite).map(({ segment }) => segment.segmentId);
  const near = { startMs: Math.min(...slots.map(({ fromMs }) => fromMs)), endMs: Math.max(...slots.map(({ toMs }) => toMs)) };
  const own =
    devices.length > 0
      ? { segmentIds: items.map(({ segment }) => segment.segmentId) }
      : { siteIds: items.map(({ segment }) => segment.siteId) };
  const { source, where } = await eventConditions(db, { siteIds }, { ...own, ...near, members: 'hidden' });
  // Codes multiply the rows: they are told apart only on request.
  const causes = hasCauses ? sql`event.category, event.code` : sql`'' as category, '' as code`;
  const list = <T>(of: (slot: Slot) => T) => sql.param(slots.map(of));
  const { rows } = await db.execute<PartRow>(sql`
    with recursive item as (
      select * from unnest(${sql.param(items.map(({ segment }) => segment.segmentId))}::text[], ${sql.param(items.map(({ segment }) => segment.siteId))}::text[],
        ${sql.param(items.map(({ isSite }) => isSite))}::boolean[]) as each (segment_id, site_id, is_site)
    ), below as (
      select segment_id as item_id, site_id, segment_id as id from item where not is_site
      union
      select below.item_id, below.site_id, child.id from segments as child join below on child.site_id = below.site_id and child.parent_id = below.id
    ), place as (
      select * from unnest(${list(({ siteId }) => siteId)}::text[], ${list(({ key }) => key)}::text[], ${list(({ fromMs }) => fromMs)}::bigint[],
        ${list(({ toMs }) => toMs)}::bigint[], ${list(({ fromDay }) => fromDay)}::date[], ${list(({ toDay }) => toDay)}::date[])
        as each (site_id, bucket, from_ms, to_ms, from_day, to_day)
    )
    select item.segment_id, place.bucket, event.event_type, ${causes}, count(*)::int as count,
      coalesce(sum(event.end_ms - event.start_ms), 0)::double precision / 3600000 as hours,
      count(*) filter (where event.is_open and event.acknowledged_at_ms is null and event.event_type <> 'Informational')::int as unacknowledged,
      coalesce(-sum(loss.avoided), 0)::double precision as avoided,
      coalesce(sum(loss.lost), 0)::double precision as lost
    from ${source}
      join item on item.site_id = event.site_id and (item.is_site or exists (select from below where below.item_id = item.segment_id and below.id = event.segment_id))
      join place on place.site_id = event.site_id and event.start_ms < place.to_ms and (event.end_ms > place.from_ms or event.start_ms >= place.from_ms)
      left join lateral (
        select sum(least(day.revenue, 0)) as avoided, sum(day.energy_kwh) as lost from event_day_losses as day
        where day.day >= place.from_day and day.day < place.to_day and day.event_id in (
          select event.id union all select member.id from group_events as member where event.is_promoted and member.promoted_id = event.id)
      ) as loss on true
    where ${where} group by 1, 2, 3, 4, 5`);
  return rows;
}
