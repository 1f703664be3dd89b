import type { EventFilter, EventSums, EventTotals } from '@solvane/contract/events';
import { EVENT_TYPES } from '@solvane/energy/events/event-types';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import type { Caller } from '../../http/caller.ts';
import { eventConditions } from './event-conditions.ts';

export interface SumsRow extends Record<string, unknown> {
  count: number;
  duration: number;
  energy: number | null;
  revenue: number | null;
}

/** Sums over `event`. */
export const SUMS = sql`count(*)::int as count, sum(event.end_ms - event.start_ms)::double precision as duration, sum(event.lost_energy_kwh) as energy,
  sum(event.revenue_loss) as revenue`;

/** Sums of the whole result, not of a page. */
export async function totalEvents(db: Db, caller: Pick<Caller, 'siteIds'>, filter: EventFilter): Promise<EventTotals> {
  const { source, where, issues } = await eventConditions(db, caller, filter);
  const { rows } = await db.execute<SumsRow & { event_type: string; unacknowledged: number }>(sql`
    select event.event_type, ${SUMS}, count(*) filter (where event.acknowledged_at_ms is null)::int as unacknowledged
    from ${source} where ${where} group by event.event_type`);
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
    unacknowledged: rows.reduce((sum, { unacknowledged }) => sum + unacknowledged, 0),
    byType,
    issues,
  };
}

export function toSums({ count, duration, energy, revenue }: SumsRow): EventSums {
  return { count, durationMs: duration, lostEnergyKwh: energy, revenueLoss: revenue };
}
