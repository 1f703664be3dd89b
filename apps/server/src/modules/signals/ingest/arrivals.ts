import type { SiteId } from '@solvane/contract/ids';
import { type IngestResponse, REJECT_REASONS, type RejectReason } from '@solvane/contract/ingest';
import { LIMITS } from '@solvane/contract/limits';
import { inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { ingestionRejects, siteArrivalHours, siteArrivals } from '../../../db/schema/arrivals.ts';
import type { Deps } from '../../../deps.ts';
import { announceSiteChanges } from '../../../jobs/announce.ts';
import { markArrivedDays } from '../../recalculation/site-days.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const KEPT_LINES = 20;
const LONGEST_NAME = 200;

export interface Rejection {
  /** undefined: the row names no device of ours. */
  siteId: SiteId | undefined;
  segmentId: string | null;
  signal: string | null;
  reason: RejectReason;
  count: number;
  lines: readonly number[];
}

/** Points of a series that later ones of the same time replaced. */
export interface MergedPoints {
  siteId: SiteId;
  segmentId: string;
  signal: string;
  count: number;
}

export interface Span {
  firstMs: number;
  lastMs: number;
}

export interface SiteArrival extends Span {
  siteId: SiteId;
  count: number;
  /** The same without points that a provider foresaw: those are no sign of life of a plant. null: there are no others */
  measured: Span | null;
  /** Days of UTC that the points or events lie on. */
  utcDays: ReadonlySet<number>;
}

export interface ArrivalDeps extends Pick<Deps, 'bus' | 'now'> {
  db: Db;
}

export interface Arrivals {
  what: 'points' | 'events';
  /** undefined: not through a key (a file import). */
  keyId: string | undefined;
  sites: readonly SiteArrival[];
  rejections: readonly Rejection[];
  merged?: readonly MergedPoints[];
}

/** Records what came for which site and what was refused, and notifies browsers that see the sites. */
export async function recordArrivals(
  { db, bus, now }: ArrivalDeps,
  { what, keyId, sites, rejections, merged = [] }: Arrivals,
): Promise<void> {
  const nowMs = now();
  const hourStartMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  await db.transaction(async (tx) => {
    const changed = what === 'points' ? await withSilentDays(tx, sites) : sites;
    const inOrder = sites.toSorted((a, b) => (a.siteId < b.siteId ? -1 : 1));
    await keepLastArrivals(tx, what === 'points' ? inOrder : inOrder.map((site) => ({ ...site, measured: null })), nowMs);
    await addToHour(tx, { hourStartMs, accepted: what === 'points' ? inOrder : [], rejections });
    const changes = inOrder.map(({ siteId, firstMs, lastMs }) => ({ siteId, what, fromMs: firstMs, toMs: lastMs }));
    await announceSiteChanges({ db: tx, bus, now }, changes);
    await markArrivedDays(tx, changed, { reason: what === 'points' ? 'arrival' : 'event', nowMs });
    // Merged points were taken: they are listed with their reason, and do not count as rejected.
    const listed = [...rejections, ...merged.map((each): Rejection => ({ ...each, reason: 'sameTime', lines: [] }))];
    if (listed.length > 0) {
      await tx.insert(ingestionRejects).values(
        listed.slice(0, LIMITS.ingestRejectsKeptPerRequest).map(({ siteId, segmentId, signal, reason, count, lines }) => ({
          atMs: nowMs,
          siteId: siteId ?? null,
          keyId: keyId ?? null,
          segmentId: toStoredName(segmentId),
          signal: toStoredName(signal),
          reason,
          rowCount: count,
          sample: lines.join(', '),
        })),
      );
    }
  });
}

async function keepLastArrivals(tx: Db, sites: readonly SiteArrival[], nowMs: number): Promise<void> {
  if (sites.length === 0) return;
  await tx
    .insert(siteArrivals)
    .values(
      sites.map(({ siteId, measured }) => ({
        siteId,
        firstPointMs: measured?.firstMs ?? null,
        lastPointMs: measured?.lastMs ?? null,
        lastReceivedMs: nowMs,
      })),
    )
    .onConflictDoUpdate({
      target: siteArrivals.siteId,
      set: {
        // A site whose first point is not known is looked at by a worker: nothing here may be taken for it.
        firstPointMs: sql`case when ${siteArrivals.firstPointMs} is not null or ${siteArrivals.lastPointMs} is null
          then least(${siteArrivals.firstPointMs}, excluded.first_point_ms) end`,
        lastPointMs: sql`greatest(${siteArrivals.lastPointMs}, excluded.last_point_ms)`,
        lastReceivedMs: sql`excluded.last_received_ms`,
      },
    });
}

/** A longer silence is no gap of a running plant. */
const LONGEST_SILENCE_MS = 90 * DAY_MS;

/** Registers that are read again show what was counted meanwhile: the days of a silence that ends change with the days of the points. */
async function withSilentDays(tx: Db, sites: readonly SiteArrival[]): Promise<SiteArrival[]> {
  const known = await tx
    .select({ siteId: siteArrivals.siteId, lastPointMs: siteArrivals.lastPointMs })
    .from(siteArrivals)
    .where(
      inArray(
        siteArrivals.siteId,
        sites.map(({ siteId }) => siteId),
      ),
    );
  const lastPoints = new Map(known.map(({ siteId, lastPointMs }) => [siteId, lastPointMs]));
  return sites.map((site) => {
    const firstMs = site.measured?.firstMs ?? Number.NaN;
    const lastPointMs = lastPoints.get(site.siteId) ?? firstMs;
    const silenceMs = firstMs - lastPointMs;
    if (!(silenceMs > DAY_MS && silenceMs <= LONGEST_SILENCE_MS)) return site;
    const firstDay = Math.floor(lastPointMs / DAY_MS);
    const days = Array.from({ length: Math.floor(firstMs / DAY_MS) - firstDay + 1 }, (_, i) => firstDay + i);
    return { ...site, firstMs: Math.min(site.firstMs, lastPointMs), utcDays: site.utcDays.union(new Set(days)) };
  });
}

/** Rejected rows are kept for a month, counts per hour for a week longer than any screen shows. */
export async function deleteOldArrivals(db: Db, nowMs: number): Promise<void> {
  await db.delete(ingestionRejects).where(lt(ingestionRejects.atMs, nowMs - LIMITS.ingestRejectsKeptDays * DAY_MS));
  await db.delete(siteArrivalHours).where(lt(siteArrivalHours.hourStartMs, nowMs - (LIMITS.ingestRejectsKeptDays + 7) * DAY_MS));
}

/** What the plant is told: each reason with the first places where it occurred. */
export function toIngestResponse(accepted: number, rejections: readonly Rejection[]): IngestResponse {
  return {
    accepted,
    rejected: rejections.reduce((sum, { count }) => sum + count, 0),
    reasons: [...rejections]
      .sort(
        (left, right) =>
          REJECT_REASONS.indexOf(left.reason) - REJECT_REASONS.indexOf(right.reason) || (left.lines[0] ?? 0) - (right.lines[0] ?? 0),
      )
      .slice(0, LIMITS.ingestRejectsKeptPerRequest)
      .map(({ segmentId, signal, reason, count, lines }) => ({
        segmentId: segmentId?.slice(0, LONGEST_NAME) ?? null,
        signal: signal?.slice(0, LONGEST_NAME) ?? null,
        reason,
        count,
        lines: lines.slice(0, KEPT_LINES),
      })),
  };
}

/** Plants name things as they like; the database refuses one character of it. */
function toStoredName(name: string | null): string | null {
  return name?.slice(0, LONGEST_NAME).replaceAll('\0', '\uFFFD') ?? null;
}

interface HourCounts {
  hourStartMs: number;
  accepted: readonly Pick<SiteArrival, 'siteId' | 'count'>[];
  rejections: readonly Rejection[];
}

async function addToHour(tx: Db, { hourStartMs, accepted, rejections }: HourCounts): Promise<void> {
  const points = new Map(accepted.map(({ siteId, count }) => [siteId, count]));
  const rejected = new Map<SiteId, number>();
  for (const { siteId, count } of rejections) if (siteId) rejected.set(siteId, (rejected.get(siteId) ?? 0) + count);
  const siteIds = [...new Set([...points.keys(), ...rejected.keys()])].sort();
  if (siteIds.length === 0) return;
  await tx
    .insert(siteArrivalHours)
    .values(siteIds.map((siteId) => ({ siteId, hourStartMs, points: points.get(siteId) ?? 0, rejected: rejected.get(siteId) ?? 0 })))
    .onConflictDoUpdate({
      target: [siteArrivalHours.siteId, siteArrivalHours.hourStartMs],
      set: { points: sql`${siteArrivalHours.points} + excluded.points`, rejected: sql`${siteArrivalHours.rejected} + excluded.rejected` },
    });
}

/** @param one - null: none */
export function joinSpans(one: Span | null, other: Span): Span {
  if (!one) return other;
  return { firstMs: Math.min(one.firstMs, other.firstMs), lastMs: Math.max(one.lastMs, other.lastMs) };
}
