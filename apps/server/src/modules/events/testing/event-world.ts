import type { Event, EventEdit, EventFilter } from '@solvane/contract/events';
import { eventEndpoints } from '@solvane/contract/events';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { entriesInForce } from '@solvane/energy/events/overlay';
import { allocateLosses } from '@solvane/energy/losses/allocation';
import { groupEvents } from '@solvane/energy/site-day/group/group-events';
import type { EventLoss } from '@solvane/energy/site-day/losses/event-losses';
import { dayBounds, localDay, localDayOf } from '@solvane/energy/time/local-day';
import { sql } from 'drizzle-orm';
import { rawEvents } from '../../../db/schema/arrivals.ts';
import { siteDays } from '../../../db/schema/site-days.ts';
import { type TestApp, type TestClient, testApp } from '../../../testing/test-app.ts';
import { readEventCodes } from '../../performance/configuration/event-codes.ts';
import { storeComputedEvents } from '../grouping/computed-events.ts';
import { createLoadOverlays, loadRawEvents } from '../grouping/event-inputs.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const ZONE = 'Europe/Stockholm';
const LOCAL_DAY = localDay(2026, 6, 10);
/** The day everything happens on. */
export const DAY = dayBounds(LOCAL_DAY, ZONE);
const STEP = 10 * MINUTE;

/** Two inverters of a solar plant whose timelines are computed from raw events and edits, losing all of a constant expectation. */
export interface EventWorld {
  app: TestApp;
  user: TestClient;
  siteId: SiteId;
  raw(segmentId: string, code: string, startMs: number, endMs: number | null): Promise<void>;
  /** Does for the day what its computation does. */
  compute(options?: { kw?: number; isPriced?: (day: number) => boolean }): Promise<void>;
  events(filter?: Partial<EventFilter>, direction?: 'asc' | 'desc'): Promise<[Event, ...Event[]]>;
  lastEdit(event: Event): Promise<EventEdit>;
  /** Everything stored about events but what counts changes, as text. */
  bytes(): Promise<string>;
}

export async function eventWorld({ nowMs = DAY.endMs + HOUR }: { nowMs?: number } = {}): Promise<EventWorld> {
  const app = await testApp({ nowMs });
  const { given, db } = app;
  const site = await given.site({ id: 'S1', enterpriseId: 'solvind', timezone: ZONE, energyType: 'PV' });
  for (const id of ['D1', 'D2']) await given.segment({ siteId: site.id, id, name: `Inverter ${id}` });
  const user = await app.as({ of: 'solvind' });
  const world: EventWorld = {
    app,
    user,
    siteId: site.id,
    raw: async (segmentId, code, startMs, endMs) => {
      const row = { segmentId: segmentId as SegmentId, code, startMs, endMs, siteId: site.id, receivedAtMs: app.deps.now() };
      await db
        .insert(rawEvents)
        .values(row)
        .onConflictDoUpdate({ target: [rawEvents.segmentId, rawEvents.code, rawEvents.startMs], set: { endMs } });
    },
    compute: async ({ kw = 0, isPriced = () => true } = {}) => {
      const now = app.deps.now();
      const first = localDayOf(DAY.startMs - 2 * HOUR, ZONE);
      const last = Math.max(LOCAL_DAY, localDayOf(now, ZONE));
      for (let day = first; day <= last; day++) await computeDay(app, site.id, { day, kw, isPriced: isPriced(day) });
    },
    events: async (filter = {}, direction = 'desc') => {
      const body = { filter: { members: 'hidden' as const, ...filter }, sort: { by: 'start' as const, direction } };
      const { items } = await user.call(eventEndpoints.search, { body });
      const [firstItem, ...others] = items;
      if (!firstItem) throw new RangeError('There are no events');
      return [firstItem, ...others];
    },
    lastEdit: async ({ eventId }) => {
      const { items } = await user.call(eventEndpoints.history, { query: { eventId } });
      const [last] = items;
      if (!last) throw new RangeError('There is no edit');
      return last;
    },
    bytes: async () => {
      const { rows } = await db.execute(sql`
        select segment_id, start_ms, end_ms, is_open, code, event_type, category, priority, is_locked, raw_event_ids, lost_energy_kwh, revenue_loss
        from group_events order by segment_id, start_ms`);
      return JSON.stringify(rows);
    },
  };
  return world;
}

/** A day as the engine computes it, with nothing else than timelines and losses. */
async function computeDay(
  { db, deps }: TestApp,
  siteId: SiteId,
  { day, kw, isPriced }: { day: number; kw: number; isPriced: boolean },
): Promise<void> {
  const now = deps.now();
  const bounds = dayBounds(day, ZONE);
  const window = { startMs: bounds.startMs - 48 * HOUR, endMs: bounds.endMs + 48 * HOUR };
  const codesOf = await readEventCodes(db, siteId, bounds.startMs);
  const raw = await loadRawEvents(db, siteId, window, ZONE);
  const overlays = await createLoadOverlays(deps)(db, siteId, window);
  const horizonMs = Math.min(window.endMs, now);
  const overlaps = (slice: { startMs: number; endMs: number }) => slice.startMs < bounds.endMs && slice.endMs > bounds.startMs;
  const timelines = ['D1', 'D2'].map((id) => {
    const codes = codesOf(id);
    if (!codes) throw new RangeError(`${id} has no codes`);
    const overlay = overlays.get(id) ?? [];
    const own = raw.filter(({ deviceId }) => deviceId === id);
    const grouped = groupEvents(
      { id, codes },
      { ...window, nowMs: horizonMs, stepMs: STEP, rawEvents: own, overlay: entriesInForce(overlay) },
    );
    return { ...grouped, slices: grouped.slices.filter(overlaps) };
  });
  const count = Math.max(0, Math.ceil((Math.min(bounds.endMs, now) - bounds.startMs) / STEP));
  const energy = new Float64Array(count).fill((kw * STEP) / HOUR);
  const losses = timelines.flatMap(({ deviceId, slices }): EventLoss[] => {
    const { bySlice } = allocateLosses({ grid: { startMs: bounds.startMs, stepMs: STEP, count }, expected: energy, loss: energy, slices });
    return slices.map(({ startMs }, i) => {
      const kwh = bySlice[i] ?? 0;
      return { deviceId, startMs, energy: kwh, revenue: isPriced ? kwh * 0.05 : Number.NaN, unpriced: isPriced ? 0 : 1, leftOut: 0 };
    });
  });
  await db.transaction(async (tx) => {
    await storeComputedEvents(tx, { siteId, zone: ZONE, days: [{ day, timelines, promoted: [], losses }], nowMs: now });
  });
  const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
  const row = { siteId, day: date, computedAtMs: now, horizonMs, configurationHash: '', detected: [], evidence: {} };
  await db
    .insert(siteDays)
    .values(row)
    .onConflictDoUpdate({ target: [siteDays.siteId, siteDays.day], set: { horizonMs } });
}
