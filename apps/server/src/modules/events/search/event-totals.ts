import type { EventFilter, EventSums, EventTotals } from '@solvane/contract/events';
import { EVENT_TYPES, type EventType } from '@solvane/energy/events/event-types';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import type { Caller } from '../../../http/caller.ts';
import { IS_UNPRICED, sumChangedDays, summedSource } from '../grouping/event-day-sums.ts';
import { type EventConditions, eventConditions } from './event-conditions.ts';

export interface SumsRow extends Record<string, unknown> {
  count: number;
  duration: number;
  energy: number | null;
  revenue: number | null;
  energy_unknown: number;
  revenue_unknown: number;
  left_out: number;
}

/** Sums over `event`. */
export const SUMS = sql`count(*)::int as count, sum(event.end_ms - event.start_ms)::double precision as duration, sum(event.lost_energy_kwh) as energy,
  sum(event.revenue_loss) as revenue, (count(*) - count(event.lost_energy_kwh))::int as energy_unknown,
  count(*) filter (where ${IS_UNPRICED})::int as revenue_unknown, sum(event.loss_left_out)::int as left_out`;

interface TypeRow extends SumsRow {
  event_type: EventType;
  unacknowledged: number;
}

/** Sums of the whole result, not of a page. */
export async function totalEvents(db: Db, caller: Pick<Caller, 'siteIds'>, filter: EventFilter): Promise<EventTotals> {
  const conditions = await eventConditions(db, caller, filter);
  const { issues } = conditions;
  const rows = (await totalDays(db, filter, conditions)) ?? (await totalEach(db, conditions));
  const byType = EVENT_TYPES.flatMap((type) => {
    const row = rows.find(({ event_type }) => event_type === type);
    return row ? [{ type, unacknowledged: row.unacknowledged, ...toSums(row) }] : [];
  });
  const add = (of: (row: SumsRow) => number | null) =>
    rows.reduce<number | null>((sum, row) => (of(row) === null ? sum : (sum ?? 0) + (of(row) ?? 0)), null);
  return {
    count: add(({ count }) => count) ?? 0,
    durationMs: add(({ duration }) => duration) ?? 0,
    lostEnergyKwh: add(({ energy }) => energy),
    revenueLoss: add(({ revenue }) => revenue),
    energyUnknownCount: add((row) => row.energy_unknown) ?? 0,
    revenueUnknownCount: add((row) => row.revenue_unknown) ?? 0,
    leftOutIntervals: add((row) => row.left_out) ?? 0,
    unacknowledged: rows.reduce((sum, { unacknowledged }) => sum + unacknowledged, 0),
    byType,
    issues,
  };
}

async function totalEach(db: Db, { source, where }: EventConditions): Promise<TypeRow[]> {
  const { rows } = await db.execute<TypeRow>(sql`
    select event.event_type, ${SUMS}, count(*) filter (where event.acknowledged_at_ms is null)::int as unacknowledged
    from ${source} where ${where} group by event.event_type`);
  return rows;
}

/** The same from what the database has summed up. undefined: it has not, or something changed in this moment. */
async function totalDays(db: Db, filter: EventFilter, conditions: EventConditions): Promise<TypeRow[] | undefined> {
  const source = await summedSource(db, filter, conditions);
  if (!source) return undefined;
  await sumChangedDays(db);
  // In one statement, so that it describes the sums that were read.
  const { rows } = await db.execute<(TypeRow | { event_type: null }) & { has_changed: boolean }>(sql`
    select total.*, has_changed from (select exists (select from event_days_changed) as has_changed) as days left join (
      select event.event_type, sum(event_count)::int as count, sum(duration_ms)::double precision as duration, sum(lost_energy_kwh) as energy,
        sum(revenue_loss) as revenue, sum(energy_unknown)::int as energy_unknown, sum(revenue_unknown)::int as revenue_unknown,
        sum(loss_left_out)::int as left_out, coalesce(sum(event_count) filter (where not is_acknowledged), 0)::int as unacknowledged
      from ${source} group by event.event_type) as total on true`);
  if (rows.some(({ has_changed }) => has_changed)) return undefined;
  return rows.filter((row) => row.event_type !== null);
}

export function toSums({ count, duration, energy, revenue, ...unknown }: SumsRow): EventSums {
  return {
    count,
    durationMs: duration,
    lostEnergyKwh: energy,
    revenueLoss: revenue,
    energyUnknownCount: unknown.energy_unknown,
    revenueUnknownCount: unknown.revenue_unknown,
    leftOutIntervals: unknown.left_out,
  };
}
