import { AppError } from '@solvane/contract/errors';
import { type SegmentId, type SiteId, signalIdSchema } from '@solvane/contract/ids';
import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { segments, sites } from '../../db/schema/fleet.ts';
import { series, seriesBlocks } from '../../db/schema/series.ts';
import type { SiteCache } from '../../db/site-cache.ts';
import { VersionedCache } from '../../db/versioned-cache.ts';
import { energySourceOf } from './idle-devices.ts';
import { countStates, readKnownStates, stateOf } from './known-states.ts';
import type { SegmentSeries } from './latest-values.ts';
import type { DeviceStateDeps, StateScope } from './read-device-states.ts';

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
  const { db, signals, directory, findDevices, findSeries } = deps;
  const nowMs = deps.now();
  const [devices, bySite] = await Promise.all([findDevices(scope, { siteIds }), findSeries(scope.inventoryVersion, siteIds)]);
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
export type FindStateSeries = (inventoryVersion: string | undefined, siteIds: readonly SiteId[]) => Promise<Map<SiteId, SeriesOfSite>>;

/** A fleet of this many sites stays in memory. */
const KEPT_SITES = 5_000;
/** What says beside received values whether a device has anything to do. */
const VALIDATED = ['IrradiancePOA', 'IrradianceGHI', 'NacelleWindSpeed', 'DispatchSetpoint', 'ActivePower'];

/** Series that states follow from, a tenth of all: kept for as long as the inventory is the same. */
export function createFindStateSeries(db: Db): FindStateSeries {
  const kept = new VersionedCache<SiteId, SeriesOfSite>(KEPT_SITES);
  return (inventoryVersion, siteIds) => kept.getMany(inventoryVersion, siteIds, (missing) => readStateSeries(db, missing));
}

/** Indexes: primary key of sites, segments (site_id), series_blocks_site, series_block. */
async function readStateSeries(db: Db, siteIds: readonly SiteId[]): Promise<Map<SiteId, SeriesOfSite>> {
  const rows = await db
    .select({
      siteId: segments.siteId,
      segmentId: segments.id,
      segmentType: segments.segmentType,
      timezone: sites.timezone,
      period: sites.signalCalcPeriod,
    })
    .from(segments)
    .innerJoin(sites, sql`${sites.id} = ${segments.siteId}`)
    .where(isOneOf(segments.siteId, siteIds));
  const numbered = await db
    .select({ segmentId: series.segmentId, apCode: series.apCode, calcType: series.calcType, series: series.id })
    .from(seriesBlocks)
    .innerJoin(series, sql`${series.block} = ${seriesBlocks.block}`)
    .where(
      sql`${isOneOf(seriesBlocks.siteId, siteIds)}
        and (${seriesBlocks.kind} = 'raw' or (${seriesBlocks.kind} = 'validated' and ${isOneOf(series.apCode, VALIDATED)}))`,
    );
  const bySegment = Map.groupBy(numbered, ({ segmentId }) => segmentId);
  const toSegment = ({ segmentId, segmentType, timezone, period }: (typeof rows)[number]): [SegmentId, SegmentSeries] => {
    const own = (bySegment.get(segmentId) ?? []).map(({ apCode, calcType, series: number }) => {
      const signalId = signalIdSchema.parse(`${apCode}||${calcType}`);
      return [signalId, { signalId, series: number }] as const;
    });
    return [segmentId, { segmentId, segmentType, zone: timezone ?? 'UTC', intervalMs: SIGNAL_CALC_PERIODS[period], series: new Map(own) }];
  };
  return new Map([...Map.groupBy(rows, ({ siteId }) => siteId)].map(([siteId, own]) => [siteId, new Map(own.map(toSegment))]));
}
