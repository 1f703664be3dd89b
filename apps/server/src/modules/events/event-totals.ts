import type { EventFilter, EventOverview, EventSums, EventTotals, OVERVIEW_GROUPS } from '@solvane/contract/events';
import { type SegmentId, type SiteId, segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import { EVENT_TYPES, isEventType } from '@solvane/energy/events/event-types';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import type { Caller } from '../../http/caller.ts';
import { eventConditions } from './event-conditions.ts';

interface SumsRow extends Record<string, unknown> {
  count: number;
  duration: number;
  energy: number | null;
  revenue: number | null;
}

const SUMS = sql`count(*)::int as count, sum(event.end_ms - event.start_ms)::double precision as duration, sum(event.lost_energy_kwh) as energy,
  sum(event.revenue_loss) as revenue`;

/** Sums of the whole result, not of a page. */
export async function totalEvents(db: Db, caller: Pick<Caller, 'siteIds'>, filter: EventFilter): Promise<EventTotals> {
  const { source, where, issues } = await eventConditions(db, caller, filter);
  const { rows } = await db.execute<SumsRow & { event_type: string; unacknowledged: number }>(sql`
    select event.event_type, ${SUMS}, count(*) filter (where event.acknowledged_at_ms is null)::int as unacknowledged
    from ${source} where ${where} group by event.event_type`);
  const byType = EVENT_TYPES.flatMap((type) => {
    const row = rows.find(({ event_type }) => event_type === type);
    return row ? [{ type, ...toSums(row) }] : [];
  });
  const add = (of: (row: SumsRow) => number | null) =>
    rows.reduce<number | null>((sum, row) => (of(row) === null ? sum : (sum ?? 0) + (of(row) ?? 0)), null);
  return {
    count: add(({ count }) => count) ?? 0,
    durationMs: add(({ duration }) => duration) ?? 0,
    lostEnergyKwh: add(({ energy }) => energy),
    revenueLoss: add(({ revenue }) => revenue),
    unacknowledged: rows.reduce((sum, { unacknowledged }) => sum + unacknowledged, 0),
    byType,
    issues,
  };
}

type OverviewGroup = (typeof OVERVIEW_GROUPS)[number];

const GROUPS = {
  code: { key: sql`event.code`, name: sql`event.code`, from: sql`` },
  category: { key: sql`event.category`, name: sql`event.category`, from: sql`` },
  type: { key: sql`event.event_type`, name: sql`event.event_type`, from: sql`` },
  device: { key: sql`event.segment_id`, name: sql`max(named.name)`, from: sql`join segments as named on named.id = event.segment_id` },
  site: { key: sql`event.site_id`, name: sql`max(named.name)`, from: sql`join sites as named on named.id = event.site_id` },
} as const satisfies Record<OverviewGroup, unknown>;

/** What cost most, and what every day brought. */
export async function eventOverview(
  db: Db,
  caller: Pick<Caller, 'siteIds'>,
  { filter, groupBy, limit }: { filter: EventFilter; groupBy: OverviewGroup; limit: number },
): Promise<EventOverview> {
  const { source, where } = await eventConditions(db, caller, filter);
  const { key, name, from } = GROUPS[groupBy];
  const named = groupBy === 'device' || groupBy === 'site' ? name : sql`max(${name})`;
  const pareto = await db.execute<SumsRow & { key: string; name: string }>(sql`
    select ${key} as key, ${named} as name, ${SUMS} from ${source} ${from} where ${where}
    group by ${key} order by sum(event.lost_energy_kwh) desc nulls last, sum(event.end_ms - event.start_ms) desc, ${key} limit ${limit}`);
  const days = await db.execute<SumsRow & { day: string }>(sql`
    select to_char(to_timestamp(event.start_ms / 1000.0) at time zone coalesce(place.timezone, 'UTC'), 'YYYY-MM-DD') as day, ${SUMS}
    from ${source} join sites as place on place.id = event.site_id where ${where} group by 1 order by 1`);
  return {
    pareto: pareto.rows.map((row) => ({ key: row.key, name: row.name, filter: filterOf(groupBy, row.key), ...toSums(row) })),
    days: days.rows.map((row) => ({ day: row.day, ...toSums(row) })),
  };
}

function filterOf(groupBy: OverviewGroup, key: string): EventOverview['pareto'][number]['filter'] {
  switch (groupBy) {
    case 'code':
      return { codes: [key] };
    case 'category':
      return { categories: [key] };
    case 'type':
      return isEventType(key) ? { types: [key] } : {};
    case 'device':
      return { segmentIds: [segmentIdSchema.parse(key) satisfies SegmentId] };
    default:
      return { siteIds: [siteIdSchema.parse(key) satisfies SiteId] };
  }
}

function toSums({ count, duration, energy, revenue }: SumsRow): EventSums {
  return { count, durationMs: duration, lostEnergyKwh: energy, revenueLoss: revenue };
}
