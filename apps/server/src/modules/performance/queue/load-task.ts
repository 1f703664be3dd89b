import type { SiteId } from '@solvane/contract/ids';
import { detectedDays } from '@solvane/energy/events/detected-days';
import type { OverlayEntry } from '@solvane/energy/events/overlay';
import { detectedMergeGapMs, type RawEvent } from '@solvane/energy/events/raw-events';
import { MEMORY_VERSION } from '@solvane/energy/site-day/memory';
import { dayBounds, type LocalDay, type Period, parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import { and, asc, eq, gte, lte, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { siteArrivals } from '../../../db/schema/arrivals.ts';
import { siteDays } from '../../../db/schema/site-days.ts';
import type { SeriesRegistry } from '../../../signals/series-registry.ts';
import { loadReportedEvents } from '../../events/grouping/event-inputs.ts';
import { loadInvalidations } from '../../quality/invalidation/invalidations.queries.ts';
import { MARGIN_DAYS } from '../../recalculation/site-days.ts';
import type { BatchTask } from '../computation/batch.ts';
import { type ConfiguredSite, findConfiguredSite } from '../configuration/site-configuration.ts';
import { EVIDENCE_BYTES, EvidenceCache, type StoredEvidence } from '../evidence/evidence-cache.ts';
import { readBaselines } from './baselines.ts';
import type { Claim } from './claims.ts';
import { readOlderIndices } from './older-indices.ts';

/** Edits of people on the events of a site that overlap a period, by device. */
export type LoadOverlays = (db: Db, siteId: SiteId, period: Period) => Promise<ReadonlyMap<string, readonly OverlayEntry[]>>;

export interface TaskDeps {
  db: Db;
  registry: Pick<SeriesRegistry, 'list'>;
  loadOverlays: LoadOverlays;
  /** Evidence that was read before; absent: all of it is read. */
  evidence?: EvidenceCache<string>;
}

/** As far as any rule looks back. */
const MEMORY_DAYS = 365;
/** An event that goes on is followed so far; back it is followed as far as rules look. */
const LONGEST_EVENT_DAYS = 365;
/** What a person changes is no news about the plant: later days go on learning from what the day showed when it closed. */
const EDITS: readonly string[] = ['edit', 'configuration'];

/** @returns undefined: the site is gone */
export async function loadTask(
  deps: TaskDeps,
  { siteId, days: claimed }: Pick<Claim, 'siteId' | 'days'>,
  nowMs: number,
): Promise<BatchTask | undefined> {
  const { db, registry, loadOverlays } = deps;
  const configured = await findConfiguredSite(db, siteId);
  const [first, last] = [claimed[0]?.day, claimed.at(-1)?.day];
  if (!configured || first === undefined || last === undefined) return undefined;
  const { siteSegmentId, zone, stepMs, segmentIds } = configured;
  const window = { startMs: dayBounds(first - MARGIN_DAYS, zone).startMs, endMs: dayBounds(last + MARGIN_DAYS, zone).endMs };
  const known = await readComputedDays(db, siteId, { first: first - MEMORY_DAYS, last: last + LONGEST_EVENT_DAYS });
  const before = known.filter(({ day }) => day <= last + MARGIN_DAYS);
  const days = claimed.map(({ day }) => day);
  const beginMs = await findFirstPoint(db, siteId);
  const evidence = { first: first - MEMORY_DAYS, last };
  const { baselines, obsolete } = await readBaselines(db, configured, { days, evidence, beginMs, nowMs });
  const computed = new Set(before.filter(({ isSilent }) => !isSilent).map(({ day }) => day));
  const readable = new Set(before.filter(({ memoryVersion }) => memoryVersion === MEMORY_VERSION).map(({ day }) => day));
  return {
    siteId,
    siteSegmentId,
    zone,
    stepMs,
    nowMs,
    days,
    setups: setupsOf(configured, first, last),
    series: await registry.list(segmentIds),
    rawEvents: await loadReportedEvents(db, siteId, window),
    detected: detectedDays(new Map(known.map(({ day, detected }) => [day, detected])), {
      first: first - MARGIN_DAYS,
      last: last + MARGIN_DAYS,
      gapMs: detectedMergeGapMs(stepMs),
    }),
    overlays: await loadOverlays(db, siteId, window),
    invalidations: await loadInvalidations(db, siteId, window),
    evidence: await readEvidence(
      deps,
      siteId,
      before.filter(({ day, memoryVersion }) => day <= last && memoryVersion === MEMORY_VERSION),
    ),
    older: { indices: await readOlderIndices(db, siteId, { days, before: first - MEMORY_DAYS }), baselines },
    obsoleteBaselines: obsolete,
    keptEvidence: new Set(claimed.flatMap(({ day, reason }) => (EDITS.includes(reason) && readable.has(day) ? [day] : []))),
    beginMs,
    newDays: days.filter((day) => !computed.has(day)),
  };
}

export function setupsOf({ setupOn }: ConfiguredSite, first: LocalDay, last: LocalDay): BatchTask['setups'] {
  const setups: { fromDay: LocalDay; setup: ReturnType<typeof setupOn> }[] = [];
  for (let day = first; day <= last; day++) {
    const setup = setupOn(day);
    if (setups.at(-1)?.setup !== setup) setups.push({ fromDay: day, setup });
  }
  return setups;
}

export async function findFirstPoint(db: Db, siteId: SiteId): Promise<number | undefined> {
  const [row] = await db.select({ firstPointMs: siteArrivals.firstPointMs }).from(siteArrivals).where(eq(siteArrivals.siteId, siteId));
  return row?.firstPointMs ?? undefined;
}

interface ComputedBefore {
  day: LocalDay;
  detected: RawEvent[];
  stamp: string;
  memoryVersion: number;
  isSilent: boolean;
}

/** Index: the primary key of site_days. */
async function readComputedDays(db: Db, siteId: SiteId, { first, last }: { first: LocalDay; last: LocalDay }): Promise<ComputedBefore[]> {
  const stamp = sql<string>`${siteDays.version} || ' ' || ${siteDays.computedAtMs}`;
  const rows = await db
    .select({ day: siteDays.day, detected: siteDays.detected, stamp, memoryVersion: siteDays.memoryVersion, isSilent: siteDays.isSilent })
    .from(siteDays)
    .where(and(eq(siteDays.siteId, siteId), gte(siteDays.day, toIsoDate(first)), lte(siteDays.day, toIsoDate(last))))
    .orderBy(asc(siteDays.day));
  return rows.flatMap(({ day, ...rest }) => {
    const localDay = parseIsoDate(day);
    return localDay === undefined ? [] : [{ ...rest, day: localDay }];
  });
}

/** A year of evidence is megabytes, and all but the last days of it stay as they are from one batch to the next. */
async function readEvidence(
  { db, evidence: cache = new EvidenceCache<string>(EVIDENCE_BYTES) }: TaskDeps,
  siteId: SiteId,
  days: readonly ComputedBefore[],
): Promise<StoredEvidence[]> {
  const named = days.map(({ day, stamp }) => ({ name: `${siteId} ${toIsoDate(day)}`, stamp, date: toIsoDate(day) }));
  const unknown = named.filter((each) => cache.find(each) === undefined);
  const { rows } = await db.execute<{ day: string; json: string }>(sql`
    select day::text as day, evidence::text as json from ${siteDays}
    where site_id = ${siteId} and day = any(${sql.param(unknown.map(({ date }) => date))}::date[])`);
  const read = new Map(rows.map(({ day, json }) => [day, json]));
  return named.flatMap(({ name, stamp, date }) => {
    const json = read.get(date) ?? cache.find({ name, stamp });
    if (json === undefined) return [];
    if (read.has(date)) cache.keep({ name, stamp, json }, json);
    return [{ name, stamp, json }];
  });
}
