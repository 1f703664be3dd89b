import type { SiteId } from '@solvane/contract/ids';
import { type LocalDay, localDayOf, type Period, parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { publishMessage } from '../../db/message-bus.ts';
import { siteArrivals } from '../../db/schema/arrivals.ts';
import { sites } from '../../db/schema/fleet.ts';
import { dirtySiteDays, type MarkReason, siteComputations, siteDays } from '../../db/schema/site-days.ts';

/** Wakes the workers that calculate site-days. */
export const SITE_DAYS_CHANNEL = 'site-days';

/**
 * waiting: a user waits at a screen; recent: the last weeks, which any user may open; history; learning: a day whose result changes slightly because
 * more is known of the days before it.
 */
export const PRIORITY = { waiting: 2, recent: 1, history: 0, learning: -1 } as const;
export type Priority = (typeof PRIORITY)[keyof typeof PRIORITY];

/** Rules of a day look two days back and ahead: a change of a day is one of its neighbours, too. */
export const MARGIN_DAYS = 2;
/** A plant that sent nothing for so long is no running plant. */
export const GONE_MS = 30 * 86_400_000;
const RECENT_DAYS = 35;
/** The running day of a plant that sends all the time: a minute later is soon enough, and forty such plants took a core each second. */
const BETWEEN_RUNNING_MS = 60_000;
/** Neighbours of the running day: the interval that just ended hardly changes them, and the next one comes soon. */
const BESIDE_TODAY_MS = 30 * 60_000;
/** Other neighbours: what comes in several bodies is computed once. */
const BESIDE_MS = 10_000;
/** History is computed from its beginning, so it waits until no more of it comes; but not for ever. */
const QUIET_MS = 15_000;
const LONGEST_QUIET_MS = 10 * 60_000;
const ROWS_PER_STATEMENT = 5_000;

interface SitePeriods {
  siteIds: readonly SiteId[];
  /** Instants that changed, half open; infinite where not limited. Days beside them are marked with them. */
  periods: readonly Period[];
  nowMs: number;
}

interface Mark {
  reason: MarkReason;
  /** Default: by age. */
  priority?: Priority;
}

/**
 * Has the days of a period recalculated. Inside a transaction it happens when that commits. Days before the first point of a site, days that
 * have not begun and days behind the end of a plant that sends no more are left out.
 *
 * @returns days marked, all sites together
 */
export async function markSiteDaysDirty(
  db: Db,
  { startMs, endMs, ...mark }: Omit<SitePeriods, 'periods'> & Mark & Period,
): Promise<number> {
  return markPeriodsDirty(db, { ...mark, periods: [{ startMs, endMs }] });
}

/** The same for several periods. */
export async function markPeriodsDirty(db: Db, { reason, priority, ...changed }: SitePeriods & Mark): Promise<number> {
  const { nowMs } = changed;
  const rows = (await findSiteDays(db, changed)).map(({ siteId, day, today }) => ({
    siteId,
    day,
    priority: priority ?? priorityByAge(day, today),
    dueAtMs: nowMs,
  }));
  await markDays(db, rows, { reason, nowMs });
  return rows.length;
}

/** The days that `markPeriodsDirty` would mark. */
export async function findSiteDays(
  db: Db,
  { siteIds, periods, nowMs }: SitePeriods,
): Promise<{ siteId: SiteId; day: LocalDay; today: LocalDay }[]> {
  const calendars = await readCalendars(db, siteIds);
  return calendars.flatMap(({ siteId, zone, firstPointMs, lastPointMs, lastComputedDay }) => {
    if (firstPointMs === null) return [];
    const today = localDayOf(nowMs, zone);
    const isGone = lastPointMs !== null && lastPointMs < nowMs - GONE_MS;
    const lastDay = isGone ? Math.min(today, Math.max(localDayOf(lastPointMs, zone) + MARGIN_DAYS, lastComputedDay)) : today;
    const firstDay = localDayOf(firstPointMs, zone);
    const days = periods.flatMap(({ startMs, endMs }) => {
      const from = startMs === Number.NEGATIVE_INFINITY ? firstDay : localDayOf(startMs, zone) - MARGIN_DAYS;
      const to = endMs === Number.POSITIVE_INFINITY ? lastDay : localDayOf(endMs - 1, zone) + MARGIN_DAYS;
      return daysFrom(Math.max(firstDay, from), Math.min(lastDay, to));
    });
    return [...new Set(days)].map((day) => ({ siteId, day, today }));
  });
}

/** What came for a site: whole local days, however much of each. */
export interface ArrivedDays {
  siteId: SiteId;
  /** Days of UTC that points or events lie on, and the first and last instant of them. */
  utcDays: Iterable<number>;
  firstMs: number;
  lastMs: number;
}

const DAY_MS = 86_400_000;

/**
 * Has the days computed that data came for, at once if they are recent, and those beside them a little later. Points for a day that was computed
 * less than a minute ago wait until then.
 */
export async function markArrivedDays(
  db: Db,
  arrivals: readonly ArrivedDays[],
  { reason, nowMs }: { reason: MarkReason; nowMs: number },
): Promise<void> {
  const calendars = new Map(
    (
      await readCalendars(
        db,
        arrivals.map(({ siteId }) => siteId),
      )
    ).map((calendar) => [calendar.siteId, calendar]),
  );
  const rows = arrivals.flatMap((arrival) => {
    const calendar = calendars.get(arrival.siteId);
    return calendar ? arrivedDays(arrival, calendar, { reason, nowMs }) : [];
  });
  await markDays(db, rows, { reason, nowMs });
}

function arrivedDays(
  arrival: ArrivedDays,
  { zone, firstPointMs, lastComputedDay, lastComputedMs }: Calendar,
  { reason, nowMs }: { reason: MarkReason; nowMs: number },
): DirtyDay[] {
  const { siteId } = arrival;
  const today = localDayOf(nowMs, zone);
  const firstDay = firstPointMs === null ? Number.NEGATIVE_INFINITY : localDayOf(firstPointMs, zone);
  const touched = touchedDays(arrival, zone);
  const besideMs = [...touched].every((day) => day >= today - 1) ? BESIDE_TODAY_MS : BESIDE_MS;
  const runningDueMs = reason === 'arrival' && lastComputedMs <= nowMs ? Math.max(nowMs, lastComputedMs + BETWEEN_RUNNING_MS) : nowMs;
  const touchedDueMs = (day: LocalDay): number => (day === today && day === lastComputedDay ? runningDueMs : nowMs);
  const days = new Set([...touched].flatMap((day) => daysFrom(Math.max(firstDay, day - MARGIN_DAYS), Math.min(today, day + MARGIN_DAYS))));
  return [...days].map((day) => ({
    siteId,
    day,
    priority: priorityByAge(day, today),
    dueAtMs: touched.has(day) ? touchedDueMs(day) : nowMs + besideMs,
  }));
}

export interface DirtyDay {
  siteId: SiteId;
  day: LocalDay;
  priority: Priority;
  dueAtMs: number;
}

/** Marks exactly these days. A day that waits already waits with the more urgent of both marks. */
export async function markDays(db: Db, rows: readonly DirtyDay[], { reason, nowMs }: { reason: MarkReason; nowMs: number }): Promise<void> {
  if (rows.length === 0) return;
  // The site's row first, here as everywhere: a calculation that ends holds it while it reads the days.
  await markSites(db, rows, nowMs);
  const inOrder = [...rows].sort((a, b) => (a.siteId < b.siteId ? -1 : a.siteId > b.siteId ? 1 : a.day - b.day));
  for (let from = 0; from < inOrder.length; from += ROWS_PER_STATEMENT) {
    const part = inOrder.slice(from, from + ROWS_PER_STATEMENT);
    await db.execute(sql`
      insert into ${dirtySiteDays} (site_id, day, priority, due_at_ms, marked_at_ms, reason)
      select *, ${nowMs}::bigint, ${reason} from unnest(
        ${sql.param(part.map(({ siteId }) => siteId))}::text[], ${sql.param(part.map(({ day }) => toIsoDate(day)))}::date[],
        ${sql.param(part.map(({ priority }) => priority))}::smallint[], ${sql.param(part.map(({ dueAtMs }) => dueAtMs))}::bigint[])
      on conflict (site_id, day) do update set mark = dirty_site_days.mark + 1, marked_at_ms = excluded.marked_at_ms, reason = excluded.reason,
        priority = greatest(dirty_site_days.priority, excluded.priority), due_at_ms = least(dirty_site_days.due_at_ms, excluded.due_at_ms),
        failures = 0, error = null`);
  }
  await publishMessage(db, SITE_DAYS_CHANNEL, null);
}

async function markSites(db: Db, rows: readonly DirtyDay[], nowMs: number): Promise<void> {
  const bySite = [...Map.groupBy(rows, ({ siteId }) => siteId)].sort(([a], [b]) => (a < b ? -1 : 1));
  const values = bySite.map(([siteId, days]) => {
    const recent = days.filter(({ priority }) => priority > PRIORITY.history).map(({ dueAtMs }) => dueAtMs);
    const hasHistory = days.some(({ priority }) => priority === PRIORITY.history);
    // Learning waits for nothing that may come: it must not keep the history that it follows.
    const hasLearning = days.some(({ priority }) => priority === PRIORITY.learning);
    return {
      siteId,
      recentDueAtMs: recent.length === 0 ? null : Math.min(...recent),
      historyDueAtMs: hasHistory ? nowMs + QUIET_MS : hasLearning ? nowMs : null,
      historySinceMs: hasHistory ? nowMs : null,
    };
  });
  await db
    .insert(siteComputations)
    .values(values)
    .onConflictDoUpdate({
      target: siteComputations.siteId,
      set: {
        // `least` passes over nulls.
        recentDueAtMs: sql`least(${siteComputations.recentDueAtMs}, excluded.recent_due_at_ms)`,
        historySinceMs: sql`coalesce(${siteComputations.historySinceMs}, excluded.history_since_ms)`,
        historyDueAtMs: sql`case when excluded.history_since_ms is null then coalesce(${siteComputations.historyDueAtMs}, excluded.history_due_at_ms)
          else least(excluded.history_due_at_ms, coalesce(${siteComputations.historySinceMs}, excluded.history_since_ms) + ${LONGEST_QUIET_MS}) end`,
      },
    });
}

function priorityByAge(day: LocalDay, today: LocalDay): Priority {
  return day > today - RECENT_DAYS ? PRIORITY.recent : PRIORITY.history;
}

interface Calendar {
  siteId: SiteId;
  zone: string;
  firstPointMs: number | null;
  lastPointMs: number | null;
  /** -∞: none was computed yet. */
  lastComputedDay: LocalDay;
  /** When that day was computed; -∞ without one. */
  lastComputedMs: number;
}

/** Sites that do not exist any more have no calendar. */
async function readCalendars(db: Db, siteIds: readonly SiteId[]): Promise<Calendar[]> {
  const rows = await db
    .select({
      siteId: sites.id,
      timezone: sites.timezone,
      firstPointMs: siteArrivals.firstPointMs,
      lastPointMs: siteArrivals.lastPointMs,
      lastComputed: sql<string | null>`last.day::text`,
      lastComputedMs: sql<number | null>`last.computed_at_ms::float8`,
    })
    .from(sites)
    .leftJoin(siteArrivals, sql`${siteArrivals.siteId} = ${sites.id}`)
    .leftJoin(
      sql`lateral (select day, computed_at_ms from ${siteDays} where ${siteDays.siteId} = ${sites.id} order by day desc limit 1) as last`,
      sql`true`,
    )
    .where(sql`${sites.id} = any(${sql.param([...new Set(siteIds)])}::text[])`);
  return rows.map(({ timezone, lastComputed, lastComputedMs, ...row }) => ({
    ...row,
    zone: timezone ?? 'UTC',
    lastComputedDay: parseIsoDate(lastComputed ?? '') ?? Number.NEGATIVE_INFINITY,
    lastComputedMs: lastComputedMs ?? Number.NEGATIVE_INFINITY,
  }));
}

/** A day of UTC lies on two local days; at the edges the instants say which. */
function touchedDays({ utcDays, firstMs, lastMs }: ArrivedDays, zone: string): Set<LocalDay> {
  const days = new Set<LocalDay>();
  for (const utcDay of utcDays) {
    const startMs = Math.max(firstMs, utcDay * DAY_MS);
    const endMs = Math.min(lastMs, (utcDay + 1) * DAY_MS - 1);
    if (startMs > endMs) continue;
    days.add(localDayOf(startMs, zone)).add(localDayOf(endMs, zone));
  }
  return days;
}

function daysFrom(first: LocalDay, last: LocalDay): LocalDay[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
}
