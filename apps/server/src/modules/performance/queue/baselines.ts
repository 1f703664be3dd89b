import { type SiteId, segmentIdSchema } from '@solvane/contract/ids';
import { isGenerator } from '@solvane/energy/devices/segment-types';
import type { RatingSums } from '@solvane/energy/pv/power-rating-line';
import { baselinePeriod, type DayRange, type RatingBaseline } from '@solvane/energy/pv/rating-baseline';
import type { OpenBaseline } from '@solvane/energy/site-day/learn-site';
import type { SiteConfiguration, SiteDevice } from '@solvane/energy/site-day/site';
import { type LocalDay, localDayOf, parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import { and, eq, gte, isNotNull, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { dirtySiteDays, ratingBaselines, siteDays } from '../../../db/schema/site-days.ts';
import { markDays, PRIORITY } from '../../recalculation/site-days.ts';
import type { BatchTask } from '../computation/batch.ts';
import type { ConfiguredSite } from '../configuration/site-configuration.ts';

interface SiteTimes {
  /** First point of the site; undefined: not known. */
  beginMs: number | undefined;
  nowMs: number;
}

interface BaselineQuery extends SiteTimes {
  /** Of the batch, ascending. */
  days: readonly LocalDay[];
  /** First and last day whose evidence is loaded anyway. */
  evidence: DayRange;
}

export interface FixedBaseline extends RatingBaseline {
  fixedAtMs: number;
}

/** Baselines of a site as its configuration means them today: a baseline is one for all time. */
interface SiteBaselines {
  fixed: Map<string, FixedBaseline>;
  /** Periods of those that are to be fixed. */
  missing: Map<string, DayRange>;
  /** Fixed ones of a period that is not meant any more. */
  obsolete: string[];
}

/**
 * What ratings of the devices of a site are compared with: what was fixed, and where a period has ended meanwhile, what it can be fixed from.
 */
export async function readBaselines(
  db: Db,
  configured: ConfiguredSite,
  { days, evidence, ...times }: BaselineQuery,
): Promise<{ baselines: Map<string, RatingBaseline | OpenBaseline>; obsolete: readonly string[] }> {
  const { siteId } = configured;
  const { fixed, missing, obsolete } = await readSiteBaselines(db, configured, times);
  const today = localDayOf(times.nowMs, configured.zone);
  const over = [...missing].filter(([, { last }]) => last < today);
  if (over.length === 0) return { baselines: fixed, obsolete };
  const waiting = await readWaiting(db, siteId, days);
  const open = new Map(over.filter(([, { first, last }]) => !waiting.some((day) => day >= first && day <= last)));
  const other = await readOtherRatings(db, siteId, { open, evidence });
  const ready = [...open].map(([id, period]) => [id, { ...period, other: other.get(id) ?? [] }] as const);
  return { baselines: new Map<string, RatingBaseline | OpenBaseline>([...fixed, ...ready]), obsolete };
}

export async function readSiteBaselines(
  db: Db,
  { siteId, zone, setupOn }: ConfiguredSite,
  { beginMs, nowMs }: SiteTimes,
): Promise<SiteBaselines> {
  const { site } = setupOn(localDayOf(nowMs, zone));
  const modules = site.devices.filter(isWithModules);
  const baselines: SiteBaselines = { fixed: new Map(), missing: new Map(), obsolete: [] };
  if (modules.length === 0 || beginMs === undefined) return baselines;
  const stored = await readStored(db, siteId);
  for (const device of modules) {
    const known = stored.get(device.id);
    const period = periodOf(device, { site, zone, beginMs });
    if (known && isStillMeant(known, period, site.baseline)) {
      baselines.fixed.set(device.id, known);
      continue;
    }
    if (known) baselines.obsolete.push(device.id);
    if (period) baselines.missing.set(device.id, period);
  }
  return baselines;
}

/** What the end of a batch means for baselines. */
export async function endBaselines(
  tx: Db,
  { siteId, days, newDays, obsoleteBaselines }: Pick<BatchTask, 'siteId' | 'days' | 'newDays' | 'obsoleteBaselines'>,
  { baselines, nowMs }: { baselines: ReadonlyMap<string, RatingBaseline>; nowMs: number },
): Promise<void> {
  await reopenBaselines(tx, siteId, { days, newDays });
  const from = await storeBaselines(tx, siteId, { baselines, obsolete: obsoleteBaselines, nowMs });
  if (from === undefined) return;
  const compared = (await findComputedFrom(tx, siteId, from)).filter((day) => !days.includes(day));
  await markDays(
    tx,
    compared.map((day) => ({ siteId, day, priority: PRIORITY.learning, dueAtMs: nowMs })),
    { reason: 'learning', nowMs },
  );
}

/**
 * Fixes baselines; one of another period takes the place of the one before, and one that is not meant any more goes.
 *
 * @returns first day that is compared with something else than before; undefined: none
 */
export async function storeBaselines(
  tx: Db,
  siteId: SiteId,
  { baselines, obsolete, nowMs }: { baselines: ReadonlyMap<string, RatingBaseline>; obsolete: readonly string[]; nowMs: number },
): Promise<LocalDay | undefined> {
  if (baselines.size === 0 && obsolete.length === 0) return undefined;
  const before = await tx.select().from(ratingBaselines).where(eq(ratingBaselines.siteId, siteId));
  const known = new Map(before.map((row) => [String(row.segmentId), row]));
  const changedFrom: LocalDay[] = [];
  const compare = (slope: number | null, lastDay: string): void => {
    const last = slope === null ? undefined : parseIsoDate(lastDay);
    if (last !== undefined) changedFrom.push(last + 1);
  };
  for (const [id, { first, last, slope, pointCount }] of baselines) {
    const row = known.get(id);
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
    if (row?.slope === fixed.slope && row.lastDay === fixed.lastDay) continue;
    compare(fixed.slope, fixed.lastDay);
    if (row) compare(row.slope, row.lastDay);
  }
  const gone = before.filter(({ segmentId }) => obsolete.includes(segmentId) && !baselines.has(segmentId));
  for (const { segmentId, slope, lastDay } of gone) {
    await tx.delete(ratingBaselines).where(eq(ratingBaselines.segmentId, segmentId));
    compare(slope, lastDay);
  }
  return changedFrom.length === 0 ? undefined : Math.min(...changedFrom);
}

/** Days that were computed, from one on. */
export async function findComputedFrom(db: Db, siteId: SiteId, from: LocalDay): Promise<LocalDay[]> {
  const rows = await db
    .select({ day: siteDays.day })
    .from(siteDays)
    .where(and(eq(siteDays.siteId, siteId), gte(siteDays.day, toIsoDate(from))));
  return rows.flatMap(({ day }) => parseIsoDate(day) ?? []);
}

/**
 * A period is looked at again when days of it come that were not there, as a history does that arrives in pieces; one that had too little also when
 * days of it were recalculated.
 */
async function reopenBaselines(
  tx: Db,
  siteId: SiteId,
  { days, newDays }: { days: readonly LocalDay[]; newDays: readonly LocalDay[] },
): Promise<void> {
  const touches = (list: readonly LocalDay[]) =>
    sql`exists (select from unnest(${sql.param(list.map(toIsoDate))}::date[]) as touched (day) where day between first_day and last_day)`;
  await tx
    .update(ratingBaselines)
    .set({ fixedAtMs: null })
    .where(
      and(
        eq(ratingBaselines.siteId, siteId),
        isNotNull(ratingBaselines.fixedAtMs),
        or(touches(newDays), and(isNull(ratingBaselines.slope), touches(days))),
      ),
    );
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

/** The usual period moves when older data come; what was fixed stays. A configured period wins. */
function isStillMeant(known: DayRange, period: DayRange | undefined, stated: SiteConfiguration['baseline']): boolean {
  return stated === undefined || (known.first === period?.first && known.last === period.last);
}

async function readStored(db: Db, siteId: SiteId): Promise<Map<string, FixedBaseline>> {
  const rows = await db.select().from(ratingBaselines).where(eq(ratingBaselines.siteId, siteId));
  return new Map(
    rows.flatMap(({ segmentId, firstDay, lastDay, slope, pointCount, fixedAtMs }): [string, FixedBaseline][] => {
      const [first, last] = [parseIsoDate(firstDay), parseIsoDate(lastDay)];
      return first === undefined || last === undefined || fixedAtMs === null
        ? []
        : [[segmentId, { first, last, slope: slope ?? Number.NaN, pointCount, fixedAtMs }]];
    }),
  );
}

/** Failures after which it is unknown whether a day can ever be computed. */
const HOPELESS_FAILURES = 5;

/** Days that are still to be computed. */
async function readWaiting(db: Db, siteId: SiteId, claimed: readonly LocalDay[]): Promise<LocalDay[]> {
  const rows = await db
    .select({ day: dirtySiteDays.day })
    .from(dirtySiteDays)
    .where(
      and(
        eq(dirtySiteDays.siteId, siteId),
        lt(dirtySiteDays.failures, HOPELESS_FAILURES),
        notInArray(dirtySiteDays.day, claimed.map(toIsoDate)),
      ),
    );
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
