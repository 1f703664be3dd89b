import { type SiteId, segmentIdSchema } from '@solvane/contract/ids';
import { isGenerator } from '@solvane/energy/devices/segment-types';
import type { RatingSums } from '@solvane/energy/pv/power-rating-line';
import { baselinePeriod, type DayRange, type RatingBaseline } from '@solvane/energy/pv/rating-baseline';
import type { OpenBaseline } from '@solvane/energy/site-day/learn-site';
import type { SiteConfiguration, SiteDevice } from '@solvane/energy/site-day/site';
import { type LocalDay, localDayOf, parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import { and, eq, gt, gte, isNull, lte, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { dirtySiteDays, ratingBaselines, siteDays } from '../../../db/schema/site-days.ts';
import { markDays, PRIORITY } from '../../../jobs/site-days.ts';
import type { ConfiguredSite } from '../configuration/site-configuration.ts';

interface SiteTimes {
  /** First point of the site; undefined: not known. */
  beginMs: number | undefined;
  nowMs: number;
}

interface BaselineQuestion extends SiteTimes {
  /** Of the batch, ascending. */
  days: readonly LocalDay[];
  /** First and last day whose evidence is loaded anyway. */
  evidence: DayRange;
}

/**
 * What ratings of the devices of a site are compared with: what was fixed, and where a period has ended meanwhile, what it can be fixed from.
 */
export async function readBaselines(
  db: Db,
  configured: ConfiguredSite,
  { days, evidence, ...times }: BaselineQuestion,
): Promise<Map<string, RatingBaseline | OpenBaseline>> {
  const { siteId } = configured;
  const { fixed, missing } = await readFixedBaselines(db, configured, times);
  const today = localDayOf(times.nowMs, configured.zone);
  const over = [...missing].filter(([, { last }]) => last < today);
  if (over.length === 0) return fixed;
  const waiting = await readWaiting(db, siteId, days);
  const open = new Map(over.filter(([, { first, last }]) => !waiting.some((day) => day >= first && day <= last)));
  const other = await readOtherRatings(db, siteId, { open, evidence });
  return new Map<string, RatingBaseline | OpenBaseline>([
    ...fixed,
    ...[...open].map(([id, period]) => [id, { ...period, other: other.get(id) ?? [] }] as const),
  ]);
}

/**
 * Baselines that were fixed, and the periods of those that were not. A baseline is one for all time: its period follows from the configuration of
 * today.
 */
export async function readFixedBaselines(
  db: Db,
  { siteId, zone, setupOn }: ConfiguredSite,
  { beginMs, nowMs }: SiteTimes,
): Promise<{ fixed: Map<string, FixedBaseline>; missing: Map<string, DayRange> }> {
  const { site } = setupOn(localDayOf(nowMs, zone));
  const modules = site.devices.filter(isWithModules);
  const [fixed, missing] = [new Map<string, FixedBaseline>(), new Map<string, DayRange>()];
  if (modules.length === 0 || beginMs === undefined) return { fixed, missing };
  const stored = await readStored(db, siteId);
  for (const device of modules) {
    const known = stored.get(device.id);
    const period = periodOf(device, { site, zone, beginMs });
    if (known && isStillMeant(known, period, site.baseline)) fixed.set(device.id, known);
    else if (period) missing.set(device.id, period);
  }
  return { fixed, missing };
}

export interface FixedBaseline extends RatingBaseline {
  fixedAtMs: number;
}

/**
 * Fixes baselines; one of another period takes the place of the one before. Days after it that were computed without it are computed once more when
 * nothing else waits.
 */
export async function storeBaselines(
  tx: Db,
  { siteId, days }: { siteId: SiteId; days: readonly LocalDay[] },
  { baselines, nowMs }: { baselines: ReadonlyMap<string, RatingBaseline>; nowMs: number },
): Promise<void> {
  await openEmptyBaselines(tx, siteId, days);
  if (baselines.size === 0) return;
  for (const [id, { first, last, slope, pointCount }] of baselines) {
    const fixed = {
      firstDay: toIsoDate(first),
      lastDay: toIsoDate(last),
      slope: Number.isNaN(slope) ? null : slope,
      pointCount,
      fixedAtMs: nowMs,
    };
    await tx
      .insert(ratingBaselines)
      .values({ segmentId: segmentIdSchema.parse(id), siteId, ...fixed })
      .onConflictDoUpdate({ target: ratingBaselines.segmentId, set: fixed });
  }
  const firstToLast = Math.min(...[...baselines.values()].map(({ last }) => last));
  const computed = await tx
    .select({ day: siteDays.day })
    .from(siteDays)
    .where(and(eq(siteDays.siteId, siteId), gt(siteDays.day, toIsoDate(firstToLast)), notInArray(siteDays.day, days.map(toIsoDate))));
  const without = computed.flatMap(({ day }) => parseIsoDate(day) ?? []);
  await markDays(
    tx,
    without.map((day) => ({ siteId, day, priority: PRIORITY.learning, dueAtMs: nowMs })),
    { reason: 'learning', nowMs },
  );
}

/** A period that had too little is looked at again once days of it were computed anew. */
async function openEmptyBaselines(tx: Db, siteId: SiteId, days: readonly LocalDay[]): Promise<void> {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return;
  const isEmpty = and(eq(ratingBaselines.siteId, siteId), isNull(ratingBaselines.slope));
  const isTouched = and(lte(ratingBaselines.firstDay, toIsoDate(last)), gte(ratingBaselines.lastDay, toIsoDate(first)));
  await tx.delete(ratingBaselines).where(and(isEmpty, isTouched));
}

function isWithModules({ segmentType, energySource, capacityDc }: SiteDevice): boolean {
  return isGenerator(segmentType) && energySource === 'PV' && capacityDc > 0;
}

function periodOf(
  { commissionedMs }: SiteDevice,
  { site, zone, beginMs }: { site: Pick<SiteConfiguration, 'baseline'>; zone: string; beginMs: number },
): DayRange | undefined {
  return baselinePeriod({
    ...(site.baseline && { stated: site.baseline }),
    commissioned: Number.isNaN(commissionedMs) ? Number.NaN : localDayOf(commissionedMs, zone),
    firstDay: localDayOf(beginMs, zone),
  });
}

/** The usual period moves when older data come; what was fixed stays. What somebody lays down holds. */
function isStillMeant(known: DayRange, period: DayRange | undefined, stated: SiteConfiguration['baseline']): boolean {
  return stated === undefined || (known.first === period?.first && known.last === period.last);
}

async function readStored(db: Db, siteId: SiteId): Promise<Map<string, FixedBaseline>> {
  const rows = await db.select().from(ratingBaselines).where(eq(ratingBaselines.siteId, siteId));
  return new Map(
    rows.flatMap(({ segmentId, firstDay, lastDay, slope, pointCount, fixedAtMs }): [string, FixedBaseline][] => {
      const [first, last] = [parseIsoDate(firstDay), parseIsoDate(lastDay)];
      return first === undefined || last === undefined
        ? []
        : [[segmentId, { first, last, slope: slope ?? Number.NaN, pointCount, fixedAtMs }]];
    }),
  );
}

/** Days that are still to be computed, but for those that cannot be: nobody knows whether they ever will. */
async function readWaiting(db: Db, siteId: SiteId, claimed: readonly LocalDay[]): Promise<LocalDay[]> {
  const rows = await db
    .select({ day: dirtySiteDays.day })
    .from(dirtySiteDays)
    .where(and(eq(dirtySiteDays.siteId, siteId), eq(dirtySiteDays.failures, 0), notInArray(dirtySiteDays.day, claimed.map(toIsoDate))));
  return rows.flatMap(({ day }) => parseIsoDate(day) ?? []);
}

/** By device, of the days of its period whose evidence is not loaded. Index: the primary key of site_days. */
async function readOtherRatings(
  db: Db,
  siteId: SiteId,
  { open, evidence }: { open: ReadonlyMap<string, DayRange>; evidence: DayRange },
): Promise<Map<string, RatingSums[]>> {
  const other = new Map<string, RatingSums[]>();
  const first = Math.min(...[...open.values()].map((period) => period.first));
  const last = Math.max(...[...open.values()].map((period) => period.last));
  if (open.size === 0 || (first >= evidence.first && last <= evidence.last)) return other;
  const { rows } = await db.execute<{ day: string; device: string; rating: RatingSums }>(sql`
    select day::text as day, entry ->> 0 as device, entry -> 1 -> 'rating' as rating
    from ${siteDays}, jsonb_array_elements(evidence -> 'devices' -> '$map') as each (entry)
    where site_id = ${siteId} and day between ${toIsoDate(first)} and ${toIsoDate(last)}
      and day not between ${toIsoDate(evidence.first)} and ${toIsoDate(evidence.last)} and entry -> 1 -> 'rating' is not null
    order by day`);
  for (const { day, device, rating } of rows) {
    const [localDay, period] = [parseIsoDate(day), open.get(device)];
    if (localDay === undefined || !period || localDay < period.first || localDay > period.last) continue;
    const ofDevice = other.get(device);
    if (ofDevice) ofDevice.push(rating);
    else other.set(device, [rating]);
  }
  return other;
}
