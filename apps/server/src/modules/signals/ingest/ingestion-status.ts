import type { QueryOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import type { ingestEndpoints } from '@solvane/contract/ingest';
import { LIMITS } from '@solvane/contract/limits';
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { ingestionRejects, siteArrivalHours, siteArrivals } from '../../../db/schema/arrivals.ts';
import { sites } from '../../../db/schema/fleet.ts';
import { dirtySiteDays, siteComputations } from '../../../db/schema/site-days.ts';
import type { Caller } from '../../../http/caller.ts';

type Status = ResponseOf<typeof ingestEndpoints.status>;

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** State of ingestion and computation per site in scope, by name. */
export async function readIngestionStatus(db: Db, caller: Caller, nowMs: number): Promise<Status> {
  const siteIds = [...caller.siteIds];
  const arrivals = await db
    .select({ siteId: sites.id, lastPointMs: siteArrivals.lastPointMs, lastReceivedMs: siteArrivals.lastReceivedMs })
    .from(sites)
    .leftJoin(siteArrivals, eq(siteArrivals.siteId, sites.id))
    .where(isOneOf(sites.id, siteIds))
    .orderBy(sql`lower(${sites.name})`);
  const counts = await db
    .select({
      siteId: siteArrivalHours.siteId,
      // Counts are kept per hour of the clock: of the one before the running hour, the share that lies in the last sixty minutes.
      pointsLastHour: sql<number>`round(coalesce(sum(${siteArrivalHours.points} * least(1, (${siteArrivalHours.hourStartMs} + ${2 * HOUR_MS - nowMs}) / ${HOUR_MS}::float8)) filter (where ${siteArrivalHours.hourStartMs} > ${nowMs - 2 * HOUR_MS}), 0))::float8`,
      rejected: sql<number>`coalesce(sum(${siteArrivalHours.rejected}), 0)::float8`,
    })
    .from(siteArrivalHours)
    .where(and(isOneOf(siteArrivalHours.siteId, siteIds), gte(siteArrivalHours.hourStartMs, nowMs - LIMITS.ingestRejectsKeptDays * DAY_MS)))
    .groupBy(siteArrivalHours.siteId);
  const backlog = await db
    .select({ siteId: dirtySiteDays.siteId, days: sql<number>`count(*)::int`, doneDays: siteComputations.doneDays })
    .from(dirtySiteDays)
    .innerJoin(siteComputations, eq(siteComputations.siteId, dirtySiteDays.siteId))
    .where(isOneOf(dirtySiteDays.siteId, siteIds))
    .groupBy(dirtySiteDays.siteId, siteComputations.doneDays);
  const countsBySite = new Map(counts.map((row) => [row.siteId, row]));
  const backlogBySite = new Map(backlog.map((row) => [row.siteId, row]));
  return {
    nowMs,
    items: arrivals.map((row) => ({
      ...row,
      ...backlogOf(backlogBySite.get(row.siteId)),
      pointsLastHour: countsBySite.get(row.siteId)?.pointsLastHour ?? 0,
      rejectedLast30Days: countsBySite.get(row.siteId)?.rejected ?? 0,
    })),
  };
}

/** Days that wait, and the share of what has waited since the last quiet moment that is done. */
function backlogOf(waiting: { days: number; doneDays: number } | undefined): { backlogSiteDays: number; recalculation: number | null } {
  if (!waiting) return { backlogSiteDays: 0, recalculation: null };
  const { days, doneDays } = waiting;
  return { backlogSiteDays: days, recalculation: doneDays / (doneDays + days) };
}

/** Rejected rows of one site, newest first. Index: ingestion_rejects (site_id, at_ms). @throws AppError resource.notFound out of scope */
export async function listRejects(
  db: Db,
  caller: Caller,
  { siteId, limit, beforeMs }: QueryOf<typeof ingestEndpoints.rejects>,
): Promise<ResponseOf<typeof ingestEndpoints.rejects>> {
  if (!caller.siteIds.has(siteId)) throw new AppError('resource.notFound');
  const rows = await db
    .select()
    .from(ingestionRejects)
    .where(and(eq(ingestionRejects.siteId, siteId), beforeMs === undefined ? undefined : lt(ingestionRejects.atMs, beforeMs)))
    .orderBy(desc(ingestionRejects.atMs), desc(ingestionRejects.id))
    .limit(limit);
  return {
    items: rows.map(({ atMs, segmentId, signal, reason, rowCount, sample }) => ({
      atMs,
      segmentId,
      signal,
      reason,
      count: rowCount,
      sample,
    })),
  };
}
