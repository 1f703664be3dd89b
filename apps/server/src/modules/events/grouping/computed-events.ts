import type { SiteId } from '@solvane/contract/ids';
import { toIsoDate } from '@solvane/energy/time/local-day';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { type ComputedDayEvents, joinDays } from './join-days.ts';
import { type FoundEvent, type LossSums, replaceEvents } from './replace-events.ts';

/** What the computation of site-days that follow each other found. */
export interface ComputedEvents {
  siteId: SiteId;
  zone: string;
  /** Ascending, without a gap. */
  days: readonly ComputedDayEvents[];
  /** Instant of the computation. */
  nowMs: number;
}

export interface StoredEvents {
  isChanged: boolean;
  /** Events that were not there before. */
  added: readonly FoundEvent[];
}

/**
 * Stores the events of site-days and what they lost on them, all days in the same few statements. Ids stay from one computation to the next; losses of
 * other days stay as they are, so an event of several days is the sum of the last result of each. Repeating it changes nothing.
 */
export async function storeComputedEvents(tx: Db, { siteId, zone, days, nowMs }: ComputedEvents): Promise<StoredEvents> {
  const lossesOf = (events: readonly FoundEvent[]) => sumRows(lossRows(days, events));
  const found = { siteId, zone, nowMs, ...joinDays(days, zone), lossesOf };
  const { events, before, isChanged, added } = await replaceEvents(tx, found);
  const lost = await storeDayLosses(tx, {
    siteId,
    days,
    nowMs,
    events,
    eventIds: [...new Set([...before, ...events].map(({ id }) => id))],
  });
  return { isChanged: isChanged || lost, added };
}

interface DayLosses extends Pick<ComputedEvents, 'siteId' | 'days' | 'nowMs'> {
  events: readonly FoundEvent[];
  eventIds: readonly string[];
}

interface LossRow {
  id: string;
  day: string;
  energy: number | null;
  /** Of what has a price. */
  revenue: number | null;
  unpriced: number;
  leftOut: number;
}

/** @returns whether any sum is different */
async function storeDayLosses(tx: Db, { siteId, days, events, eventIds, nowMs }: DayLosses): Promise<boolean> {
  if (eventIds.length === 0) return false;
  const rows = lossRows(days, events);
  const dates = days.map(({ day }) => toIsoDate(day));
  await keepDeltas(tx, { siteId, dates, rows, eventIds, nowMs });
  await tx.execute(sql`
    delete from event_day_losses as old where day = any(${sql.param(dates)}::date[]) and event_id = any(${sql.param([...eventIds])}::uuid[])
      and not exists (select from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as lost (id uuid, day date) where lost.id = old.event_id and lost.day = old.day)`);
  if (rows.length > 0)
    await tx.execute(sql`
      insert into event_day_losses (event_id, day, energy_kwh, revenue, unpriced, left_out)
      select id, day, energy, revenue, unpriced, "leftOut" from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as lost (id uuid, day date, energy double precision, revenue double precision, unpriced integer, "leftOut" integer)
      on conflict (event_id, day) do update set energy_kwh = excluded.energy_kwh, revenue = excluded.revenue, unpriced = excluded.unpriced,
        left_out = excluded.left_out
      where (event_day_losses.energy_kwh, event_day_losses.revenue, event_day_losses.unpriced, event_day_losses.left_out)
        is distinct from (excluded.energy_kwh, excluded.revenue, excluded.unpriced, excluded.left_out)`);
  return sumLosses(tx, eventIds, { isPending: false });
}

/** A day may know an event by another start than a later day does: it is the one that was on then. */
function lossRows(days: readonly ComputedDayEvents[], events: readonly FoundEvent[]): LossRow[] {
  const own = Map.groupBy(
    events.filter(({ isPromoted }) => !isPromoted),
    ({ segmentId }): string => segmentId,
  );
  const rows = new Map<string, LossRow>();
  for (const { day, losses } of days) {
    for (const { deviceId, startMs, energy, revenue, unpriced, leftOut } of losses) {
      const ofDevice = own.get(deviceId) ?? [];
      const event =
        ofDevice.find((each) => each.startMs === startMs) ?? ofDevice.find((each) => each.startMs <= startMs && each.endMs > startMs);
      if (!event) continue;
      const key = `${event.id} ${day}`;
      const before = rows.get(key);
      const row = { id: event.id, day: toIsoDate(day), energy: orNull(energy), revenue: orNull(revenue), unpriced, leftOut };
      rows.set(key, before ? addRows(before, row) : row);
    }
  }
  return [...rows.values()];
}

function addRows(a: LossRow, b: LossRow): LossRow {
  return {
    ...a,
    energy: sumOf(a.energy, b.energy),
    revenue: sumOf(a.revenue, b.revenue),
    unpriced: a.unpriced + b.unpriced,
    leftOut: a.leftOut + b.leftOut,
  };
}

/** By event, as `sumLosses` adds up what is stored. */
function sumRows(rows: readonly LossRow[]): Map<string, LossSums> {
  const sums = new Map<string, LossSums>();
  for (const [id, ofEvent] of Map.groupBy(rows, (row) => row.id)) {
    const known = ofEvent.filter(({ energy }) => energy !== null);
    const add = (name: 'energy' | 'revenue') => ofEvent.reduce<number | null>((sum, row) => sumOf(sum, row[name]), null);
    const leftOut = ofEvent.reduce((sum, row) => sum + row.leftOut, 0);
    const unpricedDays = known.filter(({ unpriced }) => unpriced > 0).length;
    sums.set(id, { energy: add('energy'), revenue: add('revenue'), lossDays: known.length, unpricedDays, leftOut });
  }
  return sums;
}

function sumOf(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : a + b;
}

interface Deltas {
  siteId: SiteId;
  dates: readonly string[];
  rows: readonly LossRow[];
  eventIds: readonly string[];
  nowMs: number;
}

/** In settled days every difference is kept: what was reported stays what was reported. */
async function keepDeltas(tx: Db, { siteId, dates, rows, eventIds, nowMs }: Deltas): Promise<void> {
  await tx.execute(sql`
    insert into event_loss_deltas (site_id, day, event_id, at_ms, energy_kwh, revenue)
    select ${siteId}, day, id, ${nowMs}::bigint, energy, revenue from (
      select coalesce(now.id, before.event_id) as id, coalesce(now.day, before.day) as day,
        coalesce(now.energy, 0) - coalesce(before.energy_kwh, 0) as energy, coalesce(now.revenue, 0) - coalesce(before.revenue, 0) as revenue
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as now (id uuid, day date, energy double precision, revenue double precision)
      full join (select * from event_day_losses where day = any(${sql.param([...dates])}::date[]) and event_id = any(${sql.param([...eventIds])}::uuid[]))
        as before on before.event_id = now.id and before.day = now.day
    ) as delta
    where (abs(energy) > 1e-9 or abs(revenue) > 1e-9) and exists (select from event_locks
      where site_id = ${siteId} and locked_until_ms > extract(epoch from delta.day) * 1000 + 43200000)`);
}

/** Sums over rows of `event_day_losses` named `lost`; days that several devices share count once. */
const LOSS_SUMS = sql`sum(lost.energy_kwh) as energy, sum(lost.revenue) as revenue, coalesce(sum(lost.left_out), 0)::int as left_out,
  count(distinct lost.day) filter (where lost.energy_kwh is not null)::int as days,
  count(distinct lost.day) filter (where lost.unpriced > 0)::int as unpriced`;

/**
 * Adds up the days of events, and what is shown on parents from its members.
 *
 * @returns whether any sum is different
 */
export async function sumLosses(tx: Db, eventIds: readonly string[], { isPending }: { isPending: boolean }): Promise<boolean> {
  const ids = sql`${sql.param([...eventIds])}::uuid[]`;
  const own = await tx.execute(sql`
    update group_events as event set lost_energy_kwh = total.energy, revenue_loss = total.revenue, loss_days = total.days,
      unpriced_days = total.unpriced, loss_left_out = total.left_out, is_loss_pending = ${isPending}
    from (select each.id, ${LOSS_SUMS}
      from unnest(${ids}) as each (id) left join event_day_losses as lost on lost.event_id = each.id group by each.id) as total
    where event.id = total.id and not event.is_promoted
      and (event.lost_energy_kwh, event.revenue_loss, event.loss_days, event.unpriced_days, event.loss_left_out, event.is_loss_pending)
        is distinct from (total.energy, total.revenue, total.days, total.unpriced, total.left_out, ${isPending})`);
  const shown = await tx.execute(sql`
    update group_events as parent set lost_energy_kwh = total.energy, revenue_loss = total.revenue, loss_days = total.days,
      unpriced_days = total.unpriced, loss_left_out = total.left_out, is_loss_pending = total.pending
    from (select member.promoted_id as id, ${LOSS_SUMS}, bool_or(member.is_loss_pending) as pending
      from group_events as member left join event_day_losses as lost on lost.event_id = member.id where member.promoted_id in (
        select promoted_id from group_events where id = any(${ids}) union select unnest(${ids})) group by member.promoted_id) as total
    where parent.id = total.id
      and (parent.lost_energy_kwh, parent.revenue_loss, parent.loss_days, parent.unpriced_days, parent.loss_left_out, parent.is_loss_pending)
        is distinct from (total.energy, total.revenue, total.days, total.unpriced, total.left_out, total.pending)`);
  return (own.rowCount ?? 0) + (shown.rowCount ?? 0) > 0;
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
