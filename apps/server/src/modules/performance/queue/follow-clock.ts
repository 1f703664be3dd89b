import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { MEMORY_VERSION } from '@solvane/energy/site-day/memory';
import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import { dayBounds, localDayOf, parseIsoDate } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import { and, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { siteArrivals } from '../../../db/schema/arrivals.ts';
import { segments, sites } from '../../../db/schema/fleet.ts';
import { dirtySiteDays, siteDays } from '../../../db/schema/site-days.ts';
import { pointKindOf, type SeriesRegistry } from '../../../signals/series-registry.ts';
import type { SignalReader } from '../../../signals/signal-reader.ts';
import { type DirtyDay, GONE_MS, markDays, markSiteDaysDirty, PRIORITY } from '../../recalculation/site-days.ts';

export interface ClockDeps {
  db: Db;
  now: () => number;
  store: Pick<SignalReader, 'read'>;
  registry: Pick<SeriesRegistry, 'list'>;
}

/** A plant that is silent is computed this often: that nothing comes is news, too. */
const SILENCE_MS = 60 * 60_000;
/**
 * How often `performance.followClock` runs. Silent plants are computed one after the other in between: a fleet that falls silent together would take
 * the whole machine.
 */
const LOOK_MS = 10 * 60_000;
/** Before any plant that is measured. */
const EARLIEST_MS = Date.UTC(1990, 0, 1);

/** Has days computed that nothing arrived for, because they went on meanwhile: the running one, and the one before until it is over. */
export async function markRunningDays({ db, now }: Pick<ClockDeps, 'db' | 'now'>): Promise<void> {
  const nowMs = now();
  const rows = await db
    .select({
      siteId: sites.id,
      timezone: sites.timezone,
      firstPointMs: siteArrivals.firstPointMs,
      day: sql<string | null>`${siteDays.day}::text`,
      horizonMs: siteDays.horizonMs,
    })
    .from(sites)
    .innerJoin(siteArrivals, and(eq(siteArrivals.siteId, sites.id), gt(siteArrivals.lastPointMs, nowMs - GONE_MS)))
    .leftJoin(siteDays, and(eq(siteDays.siteId, sites.id), gt(siteDays.horizonMs, nowMs - 3 * DAY_MS)));
  const silent = [...Map.groupBy(rows, ({ siteId }) => siteId)].flatMap(([siteId, days]) => {
    const { timezone = null, firstPointMs = null } = days[0] ?? {};
    const zone = timezone ?? 'UTC';
    const today = localDayOf(nowMs, zone);
    const firstDay = firstPointMs === null ? Number.NEGATIVE_INFINITY : localDayOf(firstPointMs, zone);
    const horizons = new Map(
      days.flatMap(({ day, horizonMs }) => (horizonMs === null ? [] : [[parseIsoDate(day ?? ''), horizonMs] as const])),
    );
    const due = [today - 1, today].filter((day) => {
      const { startMs, endMs } = dayBounds(day, zone);
      return day >= firstDay && (horizons.get(day) ?? startMs) < Math.min(endMs, nowMs - SILENCE_MS);
    });
    return due.length === 0 ? [] : [{ siteId, days: due }];
  });
  const dirty = silent.flatMap(({ siteId, days }, index): DirtyDay[] => {
    const dueAtMs = nowMs + Math.floor((index * LOOK_MS) / silent.length);
    return days.map((day) => ({ siteId, day, priority: PRIORITY.recent, dueAtMs }));
  });
  await db.transaction((tx) => markDays(tx, dirty, { reason: 'clock', nowMs }));
}

/** Days of an older product, whose evidence this one cannot read, are computed again when nothing else waits. */
export async function relearnOldDays({ db, now }: Pick<ClockDeps, 'db' | 'now'>): Promise<void> {
  const nowMs = now();
  const rows = await db
    .select({ siteId: siteDays.siteId, day: siteDays.day })
    .from(siteDays)
    .leftJoin(dirtySiteDays, and(eq(dirtySiteDays.siteId, siteDays.siteId), eq(dirtySiteDays.day, siteDays.day)))
    .where(and(ne(siteDays.memoryVersion, MEMORY_VERSION), isNull(dirtySiteDays.day)));
  const days = rows.flatMap(({ siteId, day }): DirtyDay[] => {
    const localDay = parseIsoDate(day);
    return localDay === undefined ? [] : [{ siteId, day: localDay, priority: PRIORITY.learning, dueAtMs: nowMs }];
  });
  await db.transaction((tx) => markDays(tx, days, { reason: 'learning', nowMs }));
}

/** Points that are older than this product's knowledge of them (an upgrade, a restored backup) are found, and their days computed. */
export async function adoptHistory({ db, now, store, registry }: ClockDeps): Promise<void> {
  const unknown = await db
    .select({ siteId: sites.id, timezone: sites.timezone, period: sites.signalCalcPeriod })
    .from(sites)
    .innerJoin(siteArrivals, eq(siteArrivals.siteId, sites.id))
    .where(and(isNotNull(siteArrivals.lastPointMs), isNull(siteArrivals.firstPointMs)));
  for (const { siteId, timezone, period } of unknown) {
    const rows = await db.select({ id: segments.id }).from(segments).where(eq(segments.siteId, siteId));
    const intervalMs = SIGNAL_CALC_PERIODS[period];
    const firstMs = await findFirstMs(
      { now, store, registry },
      { segmentIds: rows.map(({ id }) => id), zone: timezone ?? 'UTC', intervalMs },
    );
    await adopt(db, siteId, { firstMs, nowMs: now() });
  }
}

async function adopt(db: Db, siteId: SiteId, { firstMs, nowMs }: { firstMs: number | undefined; nowMs: number }): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(siteArrivals)
      .set({ firstPointMs: firstMs ?? nowMs })
      .where(and(eq(siteArrivals.siteId, siteId), isNull(siteArrivals.firstPointMs)));
    if (firstMs !== undefined)
      await markSiteDaysDirty(tx, { siteIds: [siteId], startMs: firstMs, endMs: Number.POSITIVE_INFINITY, reason: 'arrival', nowMs });
  });
}

/** The beginning of the first month with a point. */
async function findFirstMs(
  { now, store, registry }: Omit<ClockDeps, 'db'>,
  { segmentIds, zone, intervalMs }: { segmentIds: readonly SegmentId[]; zone: string; intervalMs: number },
): Promise<number | undefined> {
  const raw = (await registry.list(segmentIds)).filter(({ calcType }) => pointKindOf(calcType) === 'raw');
  const response = await store.read({
    series: raw.map(({ series }) => ({ series, kind: 'raw', zone, intervalMs, aggregation: 'count' })),
    startMs: EARLIEST_MS,
    endMs: now() + DAY_MS,
    resolution: 'month',
  });
  const firsts = response.series.flatMap(({ timesMs: [first] }) => (first === undefined ? [] : [first]));
  return firsts.length === 0 ? undefined : Math.min(...firsts);
}
