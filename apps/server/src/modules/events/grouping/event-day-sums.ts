import type { EventFilter } from '@solvane/contract/events';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { type EventConditions, sourceOf } from '../search/event-conditions.ts';

const DAY_MS = 86_400_000;
const DAY = sql.raw(`${DAY_MS}::bigint`);
/** Any number; the same in every process. */
const SUMMING_LOCK = 7_351_240_312;
/** Half a second of work with 60 events each; ordinarily a few days of each site have changed. */
const DAYS_AT_ONCE = 2_000;

/** Whether revenue says nothing, or not everything, of an `event`. */
export const IS_UNPRICED = sql`event.revenue_loss is null or event.unpriced_days > 0`;

/** Days of UTC that lie within a period. */
interface WholeDays {
  condition: SQL;
  /** undefined: from the first event on. */
  startMs: number | undefined;
  /** undefined: up to the last one. */
  endMs: number | undefined;
}

/**
 * What a filter means, as SQL over `event`: sums of the days that lie within its period, and the events beside them one by one.
 * Indexes: event_day_sums_site and those of `sourceOf`.
 *
 * @returns `from` clause. undefined: only its events can say it.
 */
export async function summedSource(db: Db, filter: EventFilter, { where, summed }: EventConditions): Promise<SQL | undefined> {
  const days = wholeDays(filter);
  if (summed === undefined || days === undefined) return undefined;
  const parts = [
    sql`select event_type, is_acknowledged, event_count, duration_ms, lost_energy_kwh, revenue_loss, energy_unknown, revenue_unknown,
        loss_left_out from event_day_sums as event where ${days.condition} and ${summed}`,
  ];
  if (filter.startMs !== undefined) {
    const source = await sourceOf(db, { startMs: filter.startMs, endMs: days.startMs });
    parts.push(eachEvent(sql`${source} where ${where}`));
  }
  if (filter.endMs !== undefined)
    parts.push(eachEvent(sql`group_events as event where start_ms >= ${days.endMs} and start_ms < ${filter.endMs} and ${where}`));
  return sql`(${sql.join(parts, sql` union all `)}) as event`;
}

/**
 * Sums up changed days, as many as a request can wait for. None while another process does it; days that change meanwhile are marked again.
 *
 * @returns how many days of sites were summed up
 */
export async function sumChangedDays(db: Db): Promise<number> {
  const { rows } = await db.execute<{ has_changed: boolean }>(sql`select exists (select from event_days_changed) as has_changed`);
  if (!rows[0]?.has_changed) return 0;
  return db.transaction(async (tx) => {
    // The next one's statement begins when this one's has been committed: the older of two sums is never stored last.
    const { rows: locks } = await tx.execute<{ is_mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${SUMMING_LOCK}::bigint) as is_mine`,
    );
    if (!locks[0]?.is_mine) return 0;
    // `offset 0` keeps the days apart: joined to them by a range of time, all events of a site would be compared with each of its days.
    const { rows: summed } = await tx.execute<{ days: number }>(sql`
      with days as materialized (select distinct site_id, day from event_days_changed limit ${DAYS_AT_ONCE}),
        changed as (delete from event_days_changed as changed using days where changed.site_id = days.site_id and changed.day = days.day),
        old as (delete from event_day_sums as sums using days where sums.site_id = days.site_id and sums.day = days.day),
        added as (
          insert into event_day_sums (site_id, day, event_type, is_acknowledged, is_promoted, is_member,
            event_count, duration_ms, lost_energy_kwh, revenue_loss, energy_unknown, revenue_unknown, loss_left_out)
          select days.site_id, days.day, event_type, acknowledged_at_ms is not null, is_promoted, promoted_id is not null,
            count(*), sum(end_ms - start_ms), sum(lost_energy_kwh), sum(revenue_loss), count(*) - count(lost_energy_kwh), count(*) filter (where ${IS_UNPRICED}),
            sum(loss_left_out)
          from days cross join lateral (select * from group_events as event where event.site_id = days.site_id
            and event.start_ms >= days.day * ${DAY} and event.start_ms < (days.day + 1) * ${DAY} offset 0) as event
          group by 1, 2, 3, 4, 5, 6)
      select count(*)::int as days from days`);
    return summed[0]?.days ?? 0;
  });
}

/** An event without any length at the very beginning of a period does not belong to it: whole days begin after that. */
function wholeDays({ startMs, endMs }: EventFilter): WholeDays | undefined {
  const first = startMs === undefined ? undefined : Math.floor(startMs / DAY_MS) + 1;
  const end = endMs === undefined ? undefined : Math.floor(endMs / DAY_MS);
  if (first !== undefined && end !== undefined && first >= end) return undefined;
  const conditions = [sql`true`, first !== undefined && sql`day >= ${first}`, end !== undefined && sql`day < ${end}`];
  return {
    condition: sql.join(
      conditions.filter((condition) => condition !== false),
      sql` and `,
    ),
    startMs: first === undefined ? undefined : first * DAY_MS,
    endMs: end === undefined ? undefined : end * DAY_MS,
  };
}

function eachEvent(source: SQL): SQL {
  return sql`select event.event_type, event.acknowledged_at_ms is not null, 1, event.end_ms - event.start_ms, event.lost_energy_kwh, event.revenue_loss,
      (event.lost_energy_kwh is null)::int, (${IS_UNPRICED})::int, event.loss_left_out
    from ${source}`;
}
