import { AppError } from '@solvane/contract/errors';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { series, seriesBlocks } from '../../db/schema/series.ts';
import type { SiteCache } from '../../db/site-cache.ts';
import { VersionedCache } from '../../db/versioned-cache.ts';
import { toNumberedSignals } from '../signals/queries/signal-directory.ts';
import { energySourceOf } from './idle-devices.ts';
import { countStates, readKnownStates, stateOf } from './known-states.ts';
import type { SegmentSeries } from './latest-values.ts';
import type { DeviceStateDeps, StateScope } from './read-device-states.ts';
import type { StateSite } from './state-devices.ts';

export type SiteStateCounts = ReturnType<typeof countStates>;

export interface CountDeps extends DeviceStateDeps {
  findSeries: FindStateSeries;
  /** Of every kind of change, the arrival of points included. */
  counts: SiteCache<SiteStateCounts>;
}

/** Devices fall silent by the clock alone: what was counted holds for as long. */
const COUNTED_FOR_MS = 60_000;

/**
 * How many generators of each site are in which state. Everybody who asks within a minute is given the same, unless something of the site changed.
 *
 * @returns sites without a generator have no state
 * @throws AppError resource.notFound out of scope
 */
export async function countSiteStates(
  deps: CountDeps,
  scope: StateScope,
  siteIds: readonly SiteId[],
): Promise<ReadonlyMap<SiteId, SiteStateCounts>> {
  if (siteIds.some((siteId) => !scope.siteIds.has(siteId))) throw new AppError('resource.notFound');
  const minute = Math.floor(deps.now() / COUNTED_FOR_MS);
  return deps.counts.getMany(deps.db, siteIds, { question: `${minute}`, load: (missing) => countNow(deps, scope, missing) });
}

async function countNow(deps: CountDeps, scope: StateScope, siteIds: readonly SiteId[]): Promise<Map<SiteId, SiteStateCounts>> {
  const { db, signals, directory, findDevices, findSites, findSeries } = deps;
  const nowMs = deps.now();
  const bySite = await findSeries(scope.inventoryVersion, await findSites(scope, siteIds));
  const devices = await findDevices(scope, { siteIds });
  const date = toIsoDate(localDayOf(nowMs, 'UTC'));
  const attribute = (name: string, source: ReturnType<typeof energySourceOf>) => {
    const segmentIds = devices.flatMap((device) => (energySourceOf(device) === source ? [device.segmentId] : []));
    return directory.findAttribute(scope.inventoryVersion, { segmentIds, attribute: name, date });
  };
  const [cutIns, ratings] = [await attribute('cutInWindSpeed', 'Wind'), await attribute('capacityAc', 'BESS')];
  const known = await readKnownStates({ db, signals }, devices, {
    ...{ segments: new Map([...bySite.values()].flatMap((own) => [...own])), nowMs },
    cutInOf: (id) => cutIns.get(id),
    ratingOf: (id) => ratings.get(id),
  });
  const states = Map.groupBy(devices, ({ site }) => site.siteId);
  return new Map([...states].map(([siteId, own]) => [siteId, countStates(own.map((device) => stateOf(device, known).state))]));
}

type SeriesOfSite = ReadonlyMap<SegmentId, SegmentSeries>;
export type FindStateSeries = (inventoryVersion: string | undefined, sites: readonly StateSite[]) => Promise<Map<SiteId, SeriesOfSite>>;

/** A fleet of this many sites stays in memory. */
const KEPT_SITES = 5_000;
/** What says beside received values whether a device has anything to do. */
const VALIDATED = ['IrradiancePOA', 'IrradianceGHI', 'NacelleWindSpeed', 'DispatchSetpoint', 'ActivePower'];

/** Series that states follow from, a tenth of all: kept for as long as the inventory is the same. */
export function createFindStateSeries(db: Db): FindStateSeries {
  const kept = new VersionedCache<SiteId, SeriesOfSite>(KEPT_SITES);
  return (inventoryVersion, sites) => {
    const bySite = new Map(sites.map((site) => [site.siteId, site]));
    return kept.getMany(inventoryVersion, [...bySite.keys()], (missing) =>
      readStateSeries(
        db,
        missing.flatMap((siteId) => bySite.get(siteId) ?? []),
      ),
    );
  };
}

/** Indexes: series_blocks_site, series_block. */
async function readStateSeries(db: Db, sites: readonly StateSite[]): Promise<Map<SiteId, SeriesOfSite>> {
  const ids = sites.map(({ siteId }) => siteId);
  const numbered = await db
    .select({ segmentId: series.segmentId, apCode: series.apCode, calcType: series.calcType, series: series.id })
    .from(seriesBlocks)
    .innerJoin(series, sql`${series.block} = ${seriesBlocks.block}`)
    .where(
      sql`${isOneOf(seriesBlocks.siteId, ids)}
        and (${seriesBlocks.kind} = 'raw' or (${seriesBlocks.kind} = 'validated' and ${isOneOf(series.apCode, VALIDATED)}))`,
    );
  const bySegment = Map.groupBy(numbered, ({ segmentId }) => segmentId);
  const signalsOf = (segmentId: SegmentId) =>
    toNumberedSignals((bySegment.get(segmentId) ?? []).map((each) => [`${each.apCode}||${each.calcType}`, each.series]));
  const toSeries = ({ zone, intervalMs, segments }: StateSite): SeriesOfSite =>
    new Map(
      segments.map(({ segmentId, segmentType }) => [segmentId, { segmentId, segmentType, zone, intervalMs, series: signalsOf(segmentId) }]),
    );
  return new Map(sites.map((site) => [site.siteId, toSeries(site)]));
}
