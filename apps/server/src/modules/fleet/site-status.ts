import type { SiteStatus, SiteWarning } from '@solvane/contract/fleet';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { findAttribute } from '@solvane/energy/devices/attributes';
import { isGenerator, isSegmentType } from '@solvane/energy/devices/segment-types';
import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { siteArrivals } from '../../db/schema/arrivals.ts';
import { segments, sites } from '../../db/schema/fleet.ts';
import { siteDays } from '../../db/schema/site-days.ts';
import { SiteCache } from '../../db/site-cache.ts';
import type { Caller } from '../../http/caller.ts';
import { NO_ATTENTION, readSiteAttention, type SiteAttention } from './site-attention.ts';
import { type LatestPower, type PowerDevice, type PowerSources, sitePower } from './site-power.ts';
import { GENERATOR_TYPES } from './site-summaries.ts';
import { readSiteWarnings } from './site-warnings.ts';

/**
 * The port to the signals: newest active power of devices that have one, validated where there is a validated value. Which series a device has is kept
 * under the version of the inventory.
 */
export type ReadLatestPower = (segmentIds: readonly SegmentId[], inventoryVersion?: string) => Promise<ReadonlyMap<SegmentId, LatestPower>>;

export interface ExpectedPower {
  atMs: number;
  /** At the terminals of the generators. */
  expectedKw: number;
  /** At the grid connection. */
  actualKw: number;
}

/** The port to what was computed: by the segment of the site. */
export type ReadExpectedPower = (
  siteSegmentIds: readonly SegmentId[],
  inventoryVersion?: string,
) => Promise<ReadonlyMap<SegmentId, ExpectedPower>>;

export interface PowerReaders {
  readLatestPower: ReadLatestPower;
  readExpectedPower: ReadExpectedPower;
}

export type ReadSiteStatus = (caller: Caller) => Promise<SiteStatus[]>;

const METER_TYPES = ['Meter', 'HybridMeter', 'BatteryMeter'];
/** What stands below one of these measures a part of the site. */
const PARTS = [...GENERATOR_TYPES, ...METER_TYPES, 'PCC', 'Container', 'BatteryContainer', 'BatteryBank'];

const KEPT_SITES = 10_000;

interface CachedSources {
  version: string;
  sources: PowerSources;
}

/** Power now and age of data of each site. Where a site's power is read is kept until the site changes: finding it out reads its devices. */
export function createSiteStatus(db: Db, { readLatestPower, readExpectedPower }: PowerReaders): ReadSiteStatus {
  const cache = new Map<SiteId, CachedSources>();
  const attentions = new SiteCache<SiteAttention>(KEPT_SITES);
  const ofTrust = new SiteCache<SiteWarning[]>(KEPT_SITES);
  return async (caller) => {
    const rows = await db
      .select({
        siteId: sites.id,
        segmentId: sites.segmentId,
        ratedPowerKw: sites.ratedPowerKw,
        version: sql<string>`${sites.treeVersion} || ' ' || ${sites.updatedAtMs}`,
        lastPointMs: siteArrivals.lastPointMs,
        hasResults: sql<boolean>`exists (select from ${siteDays} where ${siteDays.siteId} = ${sites.id})`,
      })
      .from(sites)
      .leftJoin(siteArrivals, eq(siteArrivals.siteId, sites.id))
      .where(isOneOf(sites.id, caller.siteIds))
      .orderBy(asc(sites.id));
    const stale = rows.filter(({ siteId, version }) => cache.get(siteId)?.version !== version);
    const fresh = await readPowerSources(
      db,
      stale.map(({ siteId }) => siteId),
    );
    for (const { siteId, version } of stale) cache.set(siteId, { version, sources: fresh.get(siteId) ?? NO_SOURCES });
    const sourcesOf = (siteId: SiteId): PowerSources => cache.get(siteId)?.sources ?? NO_SOURCES;
    const { inventoryVersion } = caller;
    const withEvents = caller.scopeFor('PageEventLogs');
    const attention = await attentions.getMany(db, withEvents, {
      // Its currency is an attribute or a tariff.
      question: inventoryVersion,
      load: (siteIds) => readSiteAttention(db, siteIds),
    });
    const warnings = await ofTrust.getMany(db, caller.siteIds, { question: '', load: (siteIds) => readSiteWarnings(db, siteIds) });
    const latest = await readLatestPower(
      rows.flatMap(({ siteId }) => devicesOf(sourcesOf(siteId))),
      inventoryVersion,
    );
    const expected = await readExpectedPower(
      rows.map(({ segmentId }) => segmentId),
      inventoryVersion,
    );
    return rows.map(({ siteId, segmentId, ratedPowerKw, lastPointMs, hasResults }) => {
      const numbers = {
        lastPointMs,
        expected: toExpected(expected.get(segmentId), sourcesOf(siteId).collectionLoss),
        ...sitePower(sourcesOf(siteId), latest),
        ...(attention.get(siteId) ?? NO_ATTENTION),
      };
      return {
        siteId,
        ratedPowerKw,
        collectionLoss: sourcesOf(siteId).collectionLoss,
        ...numbers,
        reasons: reasonsOf(numbers, { hasResults, mayReadEvents: withEvents.has(siteId) }),
        warnings: warnings.get(siteId) ?? [],
      };
    });
  };
}

type Reasoned = Pick<
  SiteStatus,
  'lastPointMs' | 'activePowerKw' | 'expected' | 'openEvents' | 'lostKwhPerHour' | 'costPerHour' | 'currency'
>;

/** Why each number of a status is null. */
function reasonsOf(
  { lastPointMs, activePowerKw, expected, openEvents, lostKwhPerHour, costPerHour, currency }: Reasoned,
  { hasResults, mayReadEvents }: { hasResults: boolean; mayReadEvents: boolean },
): SiteStatus['reasons'] {
  const noEvents = mayReadEvents ? 'notComputed' : 'noAccess';
  const noLoss = openEvents === null ? noEvents : 'lossUnknown';
  const noCost = lostKwhPerHour === null ? noLoss : costPerHour === null ? 'noPrice' : 'noCurrency';
  return {
    ...(activePowerKw === null && { activePowerKw: lastPointMs === null ? 'neverReceived' : 'noPower' }),
    ...(expected === null && { expected: hasResults ? 'noExpectation' : 'notComputed' }),
    ...(openEvents === null && { openEvents: noEvents }),
    ...(lostKwhPerHour === null && { lostKwhPerHour: noLoss }),
    ...((costPerHour === null || currency === null) && { costPerHour: noCost }),
  };
}

/** What is lost between the terminals and the grid is lost of the expectation, too; what is taken from the grid is more by it. */
function toExpected(found: ExpectedPower | undefined, collectionLoss: number): SiteStatus['expected'] {
  if (!found) return null;
  const { atMs, expectedKw, actualKw } = found;
  return { powerKw: expectedKw >= 0 ? expectedKw * (1 - collectionLoss) : expectedKw / (1 - collectionLoss), actualKw, atMs };
}

const NO_SOURCES: PowerSources = { pccs: [], meters: [], generators: [], collectionLoss: 0, intervalMs: 600_000 };
const ASSUMED_COLLECTION_LOSS = Number(findAttribute('collectionLoss')?.assumed ?? 0);

/** Devices of some sites that can tell their power, disabled ones left out. Index: segments_type. */
async function readPowerSources(db: Db, siteIds: readonly SiteId[]): Promise<Map<SiteId, PowerSources>> {
  if (siteIds.length === 0) return new Map();
  const siteRows = await db
    .select({
      id: sites.id,
      signalCalcPeriod: sites.signalCalcPeriod,
      collectionLoss: newestNumber(sql`${sites.segmentId}`, 'collectionLoss'),
    })
    .from(sites)
    .where(isOneOf(sites.id, siteIds));
  const rows = await db
    .select({
      id: segments.id,
      siteId: segments.siteId,
      path: segments.path,
      segmentType: segments.segmentType,
      isDisabled: segments.isDisabled,
      capacityKw: newestNumber(sql`${segments.id}`, 'capacityAc'),
    })
    .from(segments)
    .where(sql`${isOneOf(segments.siteId, siteIds)} and ${isOneOf(segments.segmentType, PARTS)}`)
    .orderBy(asc(segments.siteId), asc(segments.path));
  const bySite = Map.groupBy(rows, ({ siteId }) => siteId);
  return new Map(
    siteRows.map(({ id, signalCalcPeriod, collectionLoss }) => {
      const intervalMs = SIGNAL_CALC_PERIODS[signalCalcPeriod];
      return [id, { ...sortSources(bySite.get(id) ?? []), collectionLoss: collectionLoss ?? ASSUMED_COLLECTION_LOSS, intervalMs }];
    }),
  );
}

interface PartRow extends PowerDevice {
  path: string;
  segmentType: string;
  isDisabled: boolean;
}

/** @param rows - in order of path: whatever stands above comes before */
function sortSources(rows: readonly PartRow[]): Pick<PowerSources, 'pccs' | 'meters' | 'generators'> {
  const parts = new Map(rows.map((row) => [String(row.id), row]));
  const isBelow = (row: PartRow, isPart: (type: string) => boolean) =>
    row.path
      .split('/')
      .slice(0, -1)
      .some((id) => isPart(parts.get(id)?.segmentType ?? ''));
  const generating = (type: string) => isSegmentType(type) && isGenerator(type);
  const inService = rows.filter(({ isDisabled }) => !isDisabled);
  return {
    pccs: inService.filter((row) => row.segmentType === 'PCC' && !isBelow(row, (type) => type === 'PCC')).map(toDevice),
    meters: inService
      .filter((row) => METER_TYPES.includes(row.segmentType) && !isBelow(row, (type) => type !== '' && type !== 'PCC'))
      .map(toDevice),
    generators: inService.filter((row) => generating(row.segmentType) && !isBelow(row, generating)).map(toDevice),
  };
}

function toDevice({ id, capacityKw }: PartRow): PowerDevice {
  return { id, capacityKw };
}

function devicesOf({ pccs, meters, generators }: PowerSources): SegmentId[] {
  return [...pccs, ...meters, ...generators].map(({ id }) => id);
}

/** The value that holds today. */
function newestNumber(segmentId: ReturnType<typeof sql>, attribute: string) {
  return sql<number | null>`(
    select (m.value)::text::double precision from segment_metadata m
    where m.segment_id = ${segmentId} and m.attribute = ${attribute} and m.valid_from <= current_date order by m.valid_from desc limit 1
  )`;
}
