import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { DEFAULT_CATEGORY_SETS } from '@solvane/energy/events/category-sets';
import { isLossBearing } from '@solvane/energy/events/event-types';
import { overlapMs } from '@solvane/energy/events/overlap';
import { type EventCodes, groupEvents } from '@solvane/energy/site-day/group/group-events';
import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import { dayBounds, type Period, parseIsoDate } from '@solvane/energy/time/local-day';
import { desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import type { GroupEventRow } from '../../../db/schema/events.ts';
import { sites } from '../../../db/schema/fleet.ts';
import { siteDays } from '../../../db/schema/site-days.ts';
import { daysOf } from '../details/event-details.ts';
import { RAW_MARGIN_MS } from '../details/raw-events.queries.ts';
import { sumLosses } from './computed-events.ts';
import { createLoadOverlays, loadRawEvents } from './event-inputs.ts';
import { type FoundEvent, replaceEvents } from './replace-events.ts';

/** The code classification of each device of a site at an instant. undefined: a device without configuration. */
export type ReadEventCodes = (db: Db, siteId: SiteId, atMs: number) => Promise<(segmentId: string) => EventCodes | undefined>;

export interface RegroupDeps {
  readCodes: ReadEventCodes;
  now: () => number;
}

const NO_CODES: EventCodes = { codeSet: [], enterpriseOverrides: [], siteOverrides: [], categories: DEFAULT_CATEGORY_SETS.All };

/**
 * Groups the events of devices again over some of their time, from reported events and edits, exactly as a calculation does. Losses stay
 * with the time they were lost in until the next computation.
 *
 * @param periods - by device
 * @returns the events that are there now
 */
export async function regroup(
  tx: Db,
  deps: RegroupDeps,
  { siteId, periods }: { siteId: SiteId; periods: ReadonlyMap<SegmentId, Period> },
): Promise<FoundEvent[]> {
  const spans = [...periods.values()];
  const startMs = Math.min(...spans.map((span) => span.startMs));
  const endMs = Math.max(...spans.map((span) => span.endMs));
  const margins = { startMs: startMs - RAW_MARGIN_MS, endMs: endMs + RAW_MARGIN_MS };
  const { zone, stepMs, horizonMs } = await readSite(tx, siteId, deps);
  const raw = Map.groupBy(await loadRawEvents(tx, siteId, margins, zone), ({ deviceId }) => deviceId);
  const overlays = await createLoadOverlays({ now: () => horizonMs })(tx, siteId, margins);
  const codesOf = await deps.readCodes(tx, siteId, startMs);
  const events: FoundEvent[] = [];
  for (const [segmentId, period] of periods) {
    const grouped = groupEvents(
      { id: segmentId, codes: codesOf(segmentId) ?? NO_CODES },
      { ...period, nowMs: horizonMs, stepMs, rawEvents: raw.get(segmentId) ?? [], overlay: overlays.get(segmentId) ?? [] },
    );
    const lost = await readLosses(tx, segmentId, grouped.slices, period);
    const replaced = await replaceEvents(tx, {
      siteId,
      zone,
      period,
      segmentIds: [segmentId],
      timelines: [grouped],
      promoted: [],
      nowMs: deps.now(),
    });
    await shareLosses(tx, { zone, lost, before: replaced.before, after: replaced.events });
    events.push(...replaced.events);
  }
  return events;
}

export async function readSite(
  tx: Db,
  siteId: SiteId,
  { now }: Pick<RegroupDeps, 'now'>,
): Promise<{ zone: string; stepMs: number; horizonMs: number }> {
  const [site] = await tx.select({ timezone: sites.timezone, period: sites.signalCalcPeriod }).from(sites).where(eq(sites.id, siteId));
  const [last] = await tx
    .select({ horizonMs: siteDays.horizonMs })
    .from(siteDays)
    .where(eq(siteDays.siteId, siteId))
    .orderBy(desc(siteDays.day))
    .limit(1);
  return {
    zone: site?.timezone ?? 'UTC',
    stepMs: SIGNAL_CALC_PERIODS[site?.period ?? 'PT10M'],
    horizonMs: Math.min(last?.horizonMs ?? now(), now()),
  };
}

interface DayLoss {
  eventId: string;
  day: string;
  energy: number | null;
  revenue: number | null;
  unpriced: number;
  leftOut: number;
  startMs: number;
  endMs: number;
}

async function readLosses(tx: Db, segmentId: SegmentId, slices: readonly Period[], period: Period): Promise<DayLoss[]> {
  const startMs = slices.reduce((least, slice) => Math.min(least, slice.startMs), period.startMs);
  const endMs = slices.reduce((most, slice) => Math.max(most, slice.endMs), period.endMs);
  const { rows } = await tx.execute<
    Record<'event_id' | 'day' | 'start_ms' | 'end_ms', string> &
      Record<'energy' | 'revenue', number | null> & { unpriced: number; left_out: number }
  >(sql`
    select lost.event_id, lost.day::text, lost.energy_kwh as energy, lost.revenue, lost.unpriced, lost.left_out, event.start_ms, event.end_ms
    from group_events as event join event_day_losses as lost on lost.event_id = event.id
    where event.segment_id = ${segmentId} and not event.is_promoted and event.start_ms < ${endMs} and event.end_ms > ${startMs}`);
  return rows.map(({ event_id, day, energy, revenue, unpriced, left_out, start_ms, end_ms }) => ({
    eventId: event_id,
    day,
    energy,
    revenue,
    unpriced,
    leftOut: left_out,
    startMs: Number(start_ms),
    endMs: Number(end_ms),
  }));
}

type SharedLoss = Pick<DayLoss, 'day' | 'energy' | 'revenue' | 'unpriced' | 'leftOut'> & { id: string };

interface LossSharing {
  zone: string;
  lost: readonly DayLoss[];
  before: readonly GroupEventRow[];
  after: readonly FoundEvent[];
}

/** Time that was lost keeps its losses, whichever event it belongs to now: their sum stays, unless an event that loses nothing took it. */
async function shareLosses(tx: Db, { zone, lost, before, after }: LossSharing): Promise<void> {
  const known = new Map(before.map((row) => [row.id, row]));
  const changed = after.filter((event) => {
    const row = known.get(event.id);
    return (
      !row || row.startMs !== event.startMs || row.endMs !== event.endMs || isLossBearing(row.eventType) !== isLossBearing(event.eventType)
    );
  });
  if (changed.length === 0) return;
  const rows = changed.flatMap((event) =>
    daysOf(event, zone).flatMap((day): SharedLoss[] => {
      const bounds = dayBounds(parseIsoDate(day) ?? Number.NaN, zone);
      const within = { startMs: Math.max(bounds.startMs, event.startMs), endMs: Math.min(bounds.endMs, event.endMs) };
      const ofDay = lost.filter((loss) => loss.day === day && overlapMs(loss, within) > 0);
      const parts = ofDay.filter((loss) => loss.energy !== null);
      if (ofDay.length === 0) return [];
      const timeShare = (loss: DayLoss) => overlapMs(loss, within) / overlapMs(loss, bounds);
      const leftOut = Math.round(ofDay.reduce((sum, loss) => sum + loss.leftOut * timeShare(loss), 0));
      if (parts.length === 0) return [{ id: event.id, day, energy: null, revenue: null, unpriced: 0, leftOut }];
      const share = (loss: DayLoss) => timeShare(loss) * Number(isLossBearing(event.eventType));
      const energy = parts.reduce((sum, loss) => sum + (loss.energy ?? 0) * share(loss), 0);
      const priced = parts.filter((loss) => loss.revenue !== null);
      const revenue = priced.length > 0 ? priced.reduce((sum, loss) => sum + (loss.revenue ?? 0) * share(loss), 0) : null;
      // Rounded up: a part of a day without price is not a day with one.
      const unpriced = Math.ceil(parts.reduce((sum, loss) => sum + loss.unpriced * share(loss), 0));
      return [{ id: event.id, day, energy, revenue, unpriced, leftOut }];
    }),
  );
  const ids = changed.map(({ id }) => id);
  await tx.execute(sql`delete from event_day_losses where event_id = any(${sql.param(ids)}::uuid[])`);
  if (rows.length > 0)
    await tx.execute(sql`
      insert into event_day_losses (event_id, day, energy_kwh, revenue, unpriced, left_out)
      select id, day, energy, revenue, unpriced, "leftOut" from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as shared (id uuid, day date, energy double precision, revenue double precision, unpriced integer, "leftOut" integer)`);
  await sumLosses(tx, ids, { isPending: true });
}
