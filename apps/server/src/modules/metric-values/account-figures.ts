import type { SegmentId, SiteId } from '@solvane/contract/ids';
import type { AccountSlice } from '@solvane/energy/availability/device-account';
import { reliability } from '@solvane/energy/availability/reliability';
import type { EventType } from '@solvane/energy/events/event-types';
import type { TimeCategory } from '@solvane/energy/events/time-category';
import { joinTouching } from '@solvane/energy/time/join-touching';
import { localDayOf, type Period, toIsoDate } from '@solvane/energy/time/local-day';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { segments } from '../../db/schema/fleet.ts';
import { siteDays } from '../../db/schema/site-days.ts';
import type { RequestedSegment } from '../signals/queries/signal-directory.ts';
import type { MetricItem } from './metric-items.ts';
import type { BucketKey, MetricPeriods } from './metric-periods.ts';

/** Forced outages of the generators of a site or at and below a device, and their curtailed time. */
export interface AccountFigures {
  /** Failures of generators of one site in a bucket, and how long they lasted. [h] */
  failures(generators: readonly RequestedSegment[], bucket: BucketKey): { failures: number; hours: number };
  /** Rating times hours with an event of curtailment. [kWh] */
  curtailedKwh(item: MetricItem, bucket: BucketKey): number;
}

interface BookedEvent extends Record<string, unknown> {
  site_id: SiteId;
  owner_id: string;
  event_type: EventType;
  time_category: TimeCategory;
  start_ms: number;
  end_ms: number;
  devices: number;
  hours: number;
}

interface SegmentRow {
  id: SegmentId;
  siteId: SiteId;
  parentId: SegmentId | null;
}

/**
 * What the accounts of computed days booked for forced outages and for curtailment.
 * Indexes: primary key of site_days, segments (site_id).
 */
export async function readAccountFigures(db: Db, items: readonly MetricItem[], periods: MetricPeriods): Promise<AccountFigures> {
  const sites = [...new Map(items.map(({ segment: { siteId, zone } }) => [siteId, zone]))];
  const places = sites.flatMap(([siteId, zone]) => placeOf(siteId, periods.in(zone)) ?? []);
  const booked = places.length === 0 ? [] : await readBooked(db, places);
  const tree =
    sites.length === 0
      ? []
      : await readTree(
          db,
          sites.map(([siteId]) => siteId),
        );
  const bySite = Map.groupBy(booked, ({ site_id }) => site_id);
  const parents = new Map(tree.map(({ id, parentId }) => [id, parentId]));
  const lineOf = (id: SegmentId): ReadonlySet<string> => {
    const line = new Set<string>();
    for (let at: SegmentId | null | undefined = id; at && !line.has(at); at = parents.get(at)) line.add(at);
    return line;
  };
  const isIn = ({ isSite, segment }: MetricItem, { id, siteId }: SegmentRow) =>
    siteId === segment.siteId && (isSite || lineOf(id).has(segment.segmentId));
  const eventsOf = ({ siteId, zone }: RequestedSegment, bucket: BucketKey) => {
    const span = periods.spanOf(bucket, zone);
    return (bySite.get(siteId) ?? []).filter((event) => event.start_ms < span.endMs && event.end_ms > span.startMs);
  };
  return {
    failures: (generators, bucket) => {
      let [failures, hours] = [0, 0];
      for (const generator of generators) {
        const line = lineOf(generator.segmentId);
        const outages = eventsOf(generator, bucket).filter((event) => event.time_category === 'FO' && line.has(event.owner_id));
        const found = reliability(slicesOf(outages, periods.spanOf(bucket, generator.zone)), Number.NaN);
        failures += found.failures;
        if (found.failures > 0) hours += found.meanTimeToRepair * found.failures;
      }
      return { failures, hours };
    },
    curtailedKwh: (item, bucket) => {
      const own = new Set<string>(tree.filter((row) => isIn(item, row)).map(({ id }) => id));
      const above = item.isSite ? new Set<string>() : lineOf(item.segment.segmentId);
      return eventsOf(item.segment, bucket)
        .filter((event) => event.event_type === 'Curtailment')
        .reduce((sum, event) => {
          if (own.has(event.owner_id) || item.isSite) return sum + event.hours;
          // Of a device above it, the part of one of the generators it was booked for.
          return above.has(event.owner_id) ? sum + event.hours / event.devices : sum;
        }, 0);
    },
  };
}

/** Outages as far as they lie in a period: those that midnight cut are one again. */
function slicesOf(events: readonly BookedEvent[], span: Period): AccountSlice[] {
  const inside = events.map((event) => ({
    startMs: Math.max(event.start_ms, span.startMs),
    endMs: Math.min(event.end_ms, span.endMs),
  }));
  return joinTouching(inside).map((slice) => ({ ...slice, eventType: 'Downtime', timeCategory: 'FO' }));
}

function placeOf(siteId: SiteId, { startMs, endMs }: Period): SQL | undefined {
  if (startMs >= endMs) return undefined;
  const [first, last] = [toIsoDate(localDayOf(startMs, 'UTC') - 1), toIsoDate(localDayOf(endMs - 1, 'UTC') + 1)];
  return sql`(${siteDays.siteId} = ${siteId} and ${siteDays.day} between ${first} and ${last})`;
}

async function readBooked(db: Db, places: readonly SQL[]): Promise<BookedEvent[]> {
  const { rows } = await db.execute<BookedEvent>(sql`
    select ${siteDays.siteId} as site_id, event ->> 'ownerId' as owner_id, event ->> 'eventType' as event_type,
      event ->> 'timeCategory' as time_category, (event ->> 'startMs')::float8 as start_ms, (event ->> 'endMs')::float8 as end_ms,
      (event ->> 'devices')::float8 as devices, (event #>> '{amounts,0}')::float8 as hours
    from ${siteDays} cross join jsonb_array_elements(coalesce(${siteDays.account} -> 'events', '[]'::jsonb)) as each (event)
    where (${sql.join([...places], sql` or `)}) and (event ->> 'timeCategory' = 'FO' or event ->> 'eventType' = 'Curtailment')`);
  return rows;
}

function readTree(db: Db, siteIds: readonly SiteId[]): Promise<SegmentRow[]> {
  return db
    .select({ id: segments.id, siteId: segments.siteId, parentId: segments.parentId })
    .from(segments)
    .where(sql`${segments.siteId} = any(${sql.param([...siteIds])}::text[])`);
}
