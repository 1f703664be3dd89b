import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import type { EnergyType, SiteGrouping } from '@solvane/contract/fleet';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import type { MetricGroup, MetricGrouping, metricValueEndpoints } from '@solvane/contract/metric-values';
import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { segments } from '../../db/schema/fleet.ts';
import { series } from '../../db/schema/series.ts';
import type { Caller } from '../../http/caller.ts';
import { getRequestedSegments } from '../signals/queries/requested-segments.ts';
import type { RequestedSegment, SignalDirectory } from '../signals/queries/signal-directory.ts';

export type MetricValuesBody = BodyOf<typeof metricValueEndpoints.values>;

/** One site or device that metrics are asked of. */
export interface MetricItem {
  /** Whose signals are read: of a site, its own segment. */
  segment: RequestedSegment;
  isSite: boolean;
  energyType: EnergyType;
  /** What it counts for. [kW] NaN: not known */
  capacity: number;
  /** Of its batteries. [kWh] NaN: not known, or not asked for */
  ratedEnergyKwh: number;
  /** Devices of a site that measure a signal, by the signal; empty of a device. */
  sensors: ReadonlyMap<string, readonly RequestedSegment[]>;
  /** AC ratings of these devices. [kW] */
  ratings: ReadonlyMap<SegmentId, number>;
  /** Values of the attributes of its site. */
  attributes: Readonly<Record<SiteGrouping, string | null>>;
}

interface ItemDeps {
  db: Db;
  directory: SignalDirectory;
  now: () => number;
}

interface ItemNeeds {
  sensorSignals: readonly string[];
  withRatedEnergy: boolean;
  /** Of the devices that measure. */
  withRatings: boolean;
}

/**
 * The sites or devices of a request in its order.
 *
 * @throws AppError resource.notFound when one of them is out of scope, exactly as if it did not exist
 */
export async function readItems(
  { db, directory, now }: ItemDeps,
  caller: Pick<Caller, 'siteIds' | 'inventoryVersion'>,
  { siteIds, segmentIds, sensorSignals, withRatedEnergy, withRatings }: Pick<MetricValuesBody, 'siteIds' | 'segmentIds'> & ItemNeeds,
): Promise<MetricItem[]> {
  const asked = [...new Set(siteIds ?? [])];
  if (asked.some((siteId) => !caller.siteIds.has(siteId))) throw new AppError('resource.notFound');
  const bySite = await directory.findSites(caller.inventoryVersion, asked);
  if (bySite.size < new Set(asked).size) throw new AppError('resource.notFound');
  const ids = segmentIds ?? asked.flatMap((siteId) => bySite.get(siteId)?.segmentId ?? []);
  const asSegments = await getRequestedSegments(directory, caller, ids);
  const missing = [...new Set(asSegments.map(({ siteId }) => siteId))].filter((siteId) => !bySite.has(siteId));
  for (const [siteId, site] of await directory.findSites(caller.inventoryVersion, missing)) bySite.set(siteId, site);
  const capacities = await readCapacities(directory, caller.inventoryVersion, asSegments, now());
  const sensors = await readSensors({ db, directory }, caller.inventoryVersion, {
    sites: asSegments.filter(isSite),
    signals: sensorSignals,
  });
  const measured = [...sensors.values()].flatMap((bySignal) => [...bySignal.values()].flat());
  const ratings = withRatings ? await readCapacities(directory, caller.inventoryVersion, measured, now()) : new Map<SegmentId, number>();
  const energies = withRatedEnergy ? await readRatedEnergies({ db, directory }, caller.inventoryVersion, asSegments, now()) : undefined;
  return asSegments.flatMap((segment) => {
    const site = bySite.get(segment.siteId);
    if (!site) return [];
    const { energyType, country, plantOperator, portfolio, timezone, operatingRegion } = site;
    return {
      segment,
      isSite: isSite(segment),
      energyType,
      sensors: (isSite(segment) ? sensors.get(segment.siteId) : undefined) ?? new Map(),
      ratings,
      ratedEnergyKwh: energies?.get(segment.segmentId) ?? Number.NaN,
      capacity: (isSite(segment) ? site.ratedPowerKw : capacities.get(segment.segmentId)) ?? Number.NaN,
      attributes: { country, plantOperator, portfolio, energyType, operatingRegion, siteTimezone: timezone },
    };
  });
}

function isSite({ segmentId, siteSegmentId }: RequestedSegment): boolean {
  return segmentId === siteSegmentId;
}

/** Devices of sites that have a series of a signal. Indexes: segments (site_id), series (segment_id, ap_code, calc_type). */
async function readSensors(
  { db, directory }: Pick<ItemDeps, 'db' | 'directory'>,
  version: string | undefined,
  { sites: of, signals }: { sites: readonly RequestedSegment[]; signals: readonly string[] },
): Promise<Map<SiteId, Map<string, RequestedSegment[]>>> {
  const found = new Map<SiteId, Map<string, RequestedSegment[]>>();
  if (of.length === 0 || signals.length === 0) return found;
  const signalId = sql<string>`${series.apCode} || '||' || ${series.calcType}`;
  const rows = await db
    .select({ segmentId: segments.id, signalId })
    .from(segments)
    .innerJoin(series, eq(series.segmentId, segments.id))
    .where(
      and(
        inArray(
          segments.siteId,
          of.map(({ siteId }) => siteId),
        ),
        inArray(signalId, [...signals]),
      ),
    );
  const known = await directory.findSegments(version, [...new Set(rows.map(({ segmentId }) => segmentId))]);
  for (const row of rows) {
    const segment = known.get(row.segmentId);
    if (!segment) continue;
    const ofSite = found.get(segment.siteId) ?? new Map<string, RequestedSegment[]>();
    found.set(segment.siteId, ofSite.set(row.signalId, [...(ofSite.get(row.signalId) ?? []), segment]));
  }
  return found;
}

/** Groups in the order of their first item; the keys of the items' groups. */
export function groupItems(items: readonly MetricItem[], groupBy: MetricGrouping): { group: MetricGroup; items: MetricItem[] }[] {
  if (groupBy === 'total') return [];
  if (groupBy === 'each')
    return items.map((item) => {
      const { segmentId, siteId, name, siteName } = item.segment;
      const own = item.isSite ? { key: siteId, label: siteName, segmentId: null } : { key: segmentId, label: name, segmentId };
      return { group: { ...own, siteIds: [siteId] }, items: [item] };
    });
  const groups = Map.groupBy(items, ({ attributes }) => attributes[groupBy] ?? '');
  return [...groups].map(([key, members]) => ({
    group: { key, label: key, segmentId: null, siteIds: [...new Set(members.map(({ segment }) => segment.siteId))] },
    items: members,
  }));
}

const BATTERY_TYPES = ['BatteryInverter', 'BatteryContainer'] as const;

/** Rated energy of the batteries at or below each, as it is today: that of inverters, else that of their containers. Index: segments (site_id). */
async function readRatedEnergies(
  { db, directory }: Pick<ItemDeps, 'db' | 'directory'>,
  version: string | undefined,
  asked: readonly RequestedSegment[],
  nowMs: number,
): Promise<Map<SegmentId, number>> {
  const siteIds = [...new Set(asked.map(({ siteId }) => siteId))];
  const batteries = await db
    .select({ id: segments.id, siteId: segments.siteId, parentId: segments.parentId, type: segments.segmentType })
    .from(segments)
    .where(and(inArray(segments.siteId, siteIds), inArray(segments.segmentType, [...BATTERY_TYPES])));
  const rated = await directory.findAttribute(version, {
    segmentIds: batteries.map(({ id }) => id),
    attribute: 'ratedEnergy',
    date: toIsoDate(localDayOf(nowMs, 'UTC')),
  });
  const energyOf = (id: SegmentId): number => {
    const own = rated.get(id);
    if (typeof own === 'number') return own;
    return batteries.filter(({ parentId }) => parentId === id).reduce((sum, child) => sum + energyOf(child.id), 0);
  };
  return new Map(
    asked.map((segment) => {
      if (!isSite(segment)) return [segment.segmentId, energyOf(segment.segmentId) || Number.NaN];
      const own = batteries.filter(({ siteId }) => siteId === segment.siteId);
      const inverters = own.filter(({ type }) => type === 'BatteryInverter');
      const top = inverters.length > 0 ? inverters : own;
      return [segment.segmentId, top.reduce((sum, { id }) => sum + energyOf(id), 0) || Number.NaN];
    }),
  );
}

/** AC ratings of devices, as they are today. */
async function readCapacities(
  directory: SignalDirectory,
  version: string | undefined,
  segments: readonly RequestedSegment[],
  nowMs: number,
): Promise<Map<SegmentId, number>> {
  const devices = segments.filter(({ segmentId, siteSegmentId }) => segmentId !== siteSegmentId);
  if (devices.length === 0) return new Map();
  const found = await directory.findAttribute(version, {
    segmentIds: devices.map(({ segmentId }) => segmentId),
    attribute: 'capacityAc',
    date: toIsoDate(localDayOf(nowMs, 'UTC')),
  });
  return new Map([...found].flatMap(([id, value]) => (typeof value === 'number' ? [[id, value] as const] : [])));
}
