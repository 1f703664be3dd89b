import type { SiteId } from '@solvane/contract/ids';
import type { SiteDayOutputs } from '@solvane/energy/site-day/outputs';
import { dayBounds, type LocalDay, toIsoDate } from '@solvane/energy/time/local-day';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { type FoundEvent, replaceEvents } from './replace-events.ts';

/** What the computation of a site-day found. */
export interface ComputedEvents extends Pick<SiteDayOutputs, 'timelines' | 'promoted' | 'losses'> {
  siteId: SiteId;
  zone: string;
  day: LocalDay;
  /** Instant of the computation. */
  nowMs: number;
}

export interface StoredEvents {
  isChanged: boolean;
  /** Events that were not there before. */
  added: readonly FoundEvent[];
}

/**
 * Stores the events of a site-day and what they lost on it. Ids stay from one computation to the next; losses of other days stay as they are, so an
 * event of many days is the sum of what each of them said last. Doing it twice changes nothing.
 */
export async function storeComputedEvents(tx: Db, computed: ComputedEvents): Promise<StoredEvents> {
  const { siteId, zone, day, timelines, promoted, nowMs } = computed;
  const period = dayBounds(day, zone);
  const { events, before, isChanged, added } = await replaceEvents(tx, { siteId, zone, period, timelines, promoted, nowMs });
  const lost = await storeDayLosses(tx, { ...computed, events, eventIds: [...new Set([...before, ...events].map(({ id }) => id))] });
  return { isChanged: isChanged || lost, added };
}

interface DayLosses extends Pick<ComputedEvents, 'siteId' | 'day' | 'losses' | 'nowMs'> {
  events: readonly FoundEvent[];
  eventIds: readonly string[];
}

interface LossRow {
  id: string;
  energy: number | null;
  revenue: number | null;
}

/** @returns whether any sum is different */
async function storeDayLosses(tx: Db, { siteId, day, losses, events, eventIds, nowMs }: DayLosses): Promise<boolean> {
  if (eventIds.length === 0) return false;
  const byStart = new Map(events.filter(({ isPromoted }) => !isPromoted).map((event) => [`${event.segmentId} ${event.startMs}`, event.id]));
  const rows = losses.flatMap(({ deviceId, startMs, energy, revenue }): LossRow[] => {
    const id = byStart.get(`${deviceId} ${startMs}`);
    return id === undefined ? [] : [{ id, energy: orNull(energy), revenue: orNull(revenue) }];
  });
  const date = toIsoDate(day);
  await keepDeltas(tx, { siteId, date, rows, eventIds, nowMs });
  await tx.execute(sql`
    delete from event_day_losses where day = ${date} and event_id = any(${sql.param([...eventIds])}::uuid[])
      and event_id <> all(${sql.param(rows.map(({ id }) => id))}::uuid[])`);
  if (rows.length > 0)
    await tx.execute(sql`
      insert into event_day_losses (event_id, day, energy_kwh, revenue)
      select id, ${date}::date, energy, revenue from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as lost (id uuid, energy double precision, revenue double precision)
      on conflict (event_id, day) do update set energy_kwh = excluded.energy_kwh, revenue = excluded.revenue
      where (event_day_losses.energy_kwh, event_day_losses.revenue) is distinct from (excluded.energy_kwh, excluded.revenue)`);
  return sumLosses(tx, eventIds, { isPending: false });
}

interface Deltas {
  siteId: SiteId;
  date: string;
  rows: readonly LossRow[];
  eventIds: readonly string[];
  nowMs: number;
}

/** In settled days every difference is kept: what was reported stays what was reported. */
async function keepDeltas(tx: Db, { siteId, date, rows, eventIds, nowMs }: Deltas): Promise<void> {
  await tx.execute(sql`
    insert into event_loss_deltas (site_id, day, event_id, at_ms, energy_kwh, revenue)
    select ${siteId}, ${date}::date, id, ${nowMs}::bigint, energy, revenue from (
      select coalesce(now.id, before.event_id) as id, coalesce(now.energy, 0) - coalesce(before.energy_kwh, 0) as energy,
        coalesce(now.revenue, 0) - coalesce(before.revenue, 0) as revenue
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as now (id uuid, energy double precision, revenue double precision)
      full join (select * from event_day_losses where day = ${date}::date and event_id = any(${sql.param([...eventIds])}::uuid[])) as before
        on before.event_id = now.id
    ) as delta
    where (abs(energy) > 1e-9 or abs(revenue) > 1e-9) and exists (select from event_locks
      where site_id = ${siteId} and locked_until_ms > extract(epoch from ${date}::date) * 1000 + 43200000)`);
}

/**
 * Adds up the days of events, and what is shown on parents from its members.
 *
 * @returns whether any sum is different
 */
export async function sumLosses(tx: Db, eventIds: readonly string[], { isPending }: { isPending: boolean }): Promise<boolean> {
  const ids = sql`${sql.param([...eventIds])}::uuid[]`;
  const own = await tx.execute(sql`
    update group_events as event set lost_energy_kwh = total.energy, revenue_loss = total.revenue, is_loss_pending = ${isPending}
    from (select each.id, sum(energy_kwh) as energy,
        case when count(*) filter (where energy_kwh is not null and revenue is null) = 0 then sum(revenue) end as revenue
      from unnest(${ids}) as each (id) left join event_day_losses as lost on lost.event_id = each.id group by each.id) as total
    where event.id = total.id and not event.is_promoted
      and (event.lost_energy_kwh, event.revenue_loss, event.is_loss_pending) is distinct from (total.energy, total.revenue, ${isPending})`);
  const shown = await tx.execute(sql`
    update group_events as parent set lost_energy_kwh = total.energy, revenue_loss = total.revenue, is_loss_pending = total.pending
    from (select promoted_id as id, sum(lost_energy_kwh) as energy, bool_or(is_loss_pending) as pending,
        case when count(*) filter (where lost_energy_kwh is not null and revenue_loss is null) = 0 then sum(revenue_loss) end as revenue
      from group_events where promoted_id in (
        select promoted_id from group_events where id = any(${ids}) union select unnest(${ids})) group by promoted_id) as total
    where parent.id = total.id and (parent.lost_energy_kwh, parent.revenue_loss, parent.is_loss_pending)
      is distinct from (total.energy, total.revenue, total.pending)`);
  return (own.rowCount ?? 0) + (shown.rowCount ?? 0) > 0;
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
