import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { type SegmentId, type SiteId, segmentIdSchema } from '@solvane/contract/ids';
import type { FlawedSignalWire, QualityScore, SiteQualityWire, siteQualityEndpoints } from '@solvane/contract/site-quality';
import { addQualitySums, qualityScore, qualityShares, type SiteQualitySums } from '@solvane/energy/site-day/roll-up/quality-sums';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { siteArrivals } from '../../../db/schema/arrivals.ts';
import { segments } from '../../../db/schema/fleet.ts';
import type { SiteCache } from '../../../db/site-cache.ts';
import type { Caller } from '../../../http/caller.ts';
import { type DayGroup, readDayResults, readDaysOfSites } from './day-results.ts';
import { parseSums } from './site-results.ts';

interface ResultDeps {
  db: Db;
  now: () => number;
}

/** Of the days that are computed: they change with the results of the site, and with the beginning of another day. */
export type QualityOfSite = Omit<SiteQualityWire, 'lastPointMs'>;

type Scope = Pick<Caller, 'siteIds'>;

/** Those with the most energy at stake; what follows is of little use. */
const MOST_LISTED = 500;
const HOUR_MS = 3_600_000;

export async function readSiteQuality(
  deps: ResultDeps & { siteQuality: SiteCache<QualityOfSite> },
  caller: Scope,
  { siteIds, ...period }: BodyOf<typeof siteQualityEndpoints.read>,
): Promise<ResponseOf<typeof siteQualityEndpoints.read>> {
  const seen = [...new Set(siteIds)].filter((siteId) => caller.siteIds.has(siteId));
  const arrivals = await deps.db
    .select({ siteId: siteArrivals.siteId, lastPointMs: siteArrivals.lastPointMs })
    .from(siteArrivals)
    .where(isOneOf(siteArrivals.siteId, seen));
  const lastPoints = new Map(arrivals.map(({ siteId, lastPointMs }) => [siteId, lastPointMs]));
  const nowMs = deps.now();
  const found = await deps.siteQuality.getMany(deps.db, seen, {
    question: `${period.startMs} ${period.endMs} ${Math.floor(nowMs / HOUR_MS)}`,
    load: (missing) => readQualityOf(deps.db, missing, { ...period, nowMs }),
  });
  const items = seen.flatMap((siteId): SiteQualityWire[] => {
    const quality = found.get(siteId);
    return quality ? [{ ...quality, lastPointMs: lastPoints.get(siteId) ?? null }] : [];
  });
  return { nowMs, items };
}

/** @throws AppError resource.notFound when the site is out of scope */
export async function readFlawedSignals(
  deps: ResultDeps,
  caller: Scope,
  query: BodyOf<typeof siteQualityEndpoints.signals>,
): Promise<ResponseOf<typeof siteQualityEndpoints.signals>> {
  const groups = await readDayResults(deps, caller, { ...query, by: 'period' }, { column: 'quality', parse: parseSums<SiteQualitySums> });
  const kept = groups.flatMap((group) => group.kept);
  if (kept.length === 0) return { items: [], total: 0 };
  const names = await namesOf(deps.db, query.siteId);
  const flawed = addQualitySums(kept)
    .flawed.flatMap(({ deviceId, energyAtStake, touched: _touched, byBit, ...counts }): FlawedSignalWire[] => {
      const segmentId = segmentIdSchema.parse(deviceId);
      const segmentName = names.get(segmentId);
      const bits = Object.fromEntries(Object.entries(byBit).map(([bit, intervals]) => [bit, intervals ?? 0]));
      return segmentName === undefined ? [] : [{ ...counts, segmentId, segmentName, byBit: bits, energyAtStakeKwh: energyAtStake }];
    })
    .toSorted((a, b) => b.energyAtStakeKwh - a.energyAtStakeKwh || lackOf(b) - lackOf(a));
  return { items: flawed.slice(0, MOST_LISTED), total: flawed.length };
}

async function readQualityOf(
  db: Db,
  siteIds: readonly SiteId[],
  period: { startMs: number; endMs: number; nowMs: number },
): Promise<Map<SiteId, QualityOfSite>> {
  const bySite = await readDaysOfSites(db, siteIds, { ...period, by: 'day' }, { column: 'quality', parse: parseSums<SiteQualitySums> });
  return new Map([...bySite].map(([siteId, groups]) => [siteId, toQuality(siteId, groups)]));
}

function toQuality(siteId: SiteId, groups: readonly DayGroup<SiteQualitySums>[]): QualityOfSite {
  const kept = groups.flatMap((group) => group.kept);
  const total = kept.length === 0 ? undefined : addQualitySums(kept);
  return {
    siteId,
    period: total ? toScore(total) : null,
    days: groups.flatMap(({ ofDays, kept: [sums] }) => (sums ? [{ day: ofDays.fromDay, ...toScore(sums) }] : [])),
    missingDays: groups.reduce((sum, { ofDays }) => sum + ofDays.missingDays, 0),
    energyAtStakeKwh: total?.flawed.reduce((sum, { energyAtStake }) => sum + energyAtStake, 0) ?? 0,
  };
}

function toScore(sums: SiteQualitySums): QualityScore {
  const { completeness, sensorHealth, measured, mapped, closure, metadata } = qualityShares(sums);
  return {
    score: toNullable(qualityScore(sums)),
    parts: {
      completeness: toNullable(completeness),
      sensorHealth: toNullable(sensorHealth),
      measured: toNullable(measured),
      mapped: toNullable(mapped),
      closure: toNullable(closure),
      metadata: toNullable(metadata),
    },
  };
}

async function namesOf(db: Db, siteId: SiteId): Promise<Map<SegmentId, string>> {
  const rows = await db.select({ id: segments.id, name: segments.name }).from(segments).where(eq(segments.siteId, siteId));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function lackOf({ expected, present, faulty, estimated }: FlawedSignalWire): number {
  return expected > 0 ? (expected - present + faulty + estimated) / expected : 0;
}

function toNullable(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
