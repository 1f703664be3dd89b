import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import type { EnergyType, SiteGrouping } from '@solvane/contract/fleet';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import type { MetricGroup, MetricGrouping, metricValueEndpoints } from '@solvane/contract/metric-values';
import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { inArray } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { sites } from '../../db/schema/fleet.ts';
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
  /** Values of the attributes of its site. */
  attributes: Readonly<Record<SiteGrouping, string | null>>;
}

interface ItemDeps {
  db: Db;
  directory: SignalDirectory;
  now: () => number;
}

/**
 * The sites or devices of a request in its order.
 *
 * @throws AppError resource.notFound when one of them is out of scope, exactly as if it did not exist
 */
export async function readItems(
  { db, directory, now }: ItemDeps,
  caller: Pick<Caller, 'siteIds' | 'inventoryVersion'>,
  { siteIds, segmentIds }: Pick<MetricValuesBody, 'siteIds' | 'segmentIds'>,
): Promise<MetricItem[]> {
  const asked = [...new Set(siteIds ?? [])];
  if (asked.some((siteId) => !caller.siteIds.has(siteId))) throw new AppError('resource.notFound');
  const ownSegments = asked.length === 0 ? [] : await readSites(db, asked);
  if (ownSegments.length < asked.length) throw new AppError('resource.notFound');
  const bySite = new Map(ownSegments.map((site) => [site.id, site]));
  const ids = segmentIds ?? asked.flatMap((siteId) => bySite.get(siteId)?.segmentId ?? []);
  const segments = await getRequestedSegments(directory, caller, ids);
  const missing = [...new Set(segments.map(({ siteId }) => siteId))].filter((siteId) => !bySite.has(siteId));
  for (const site of missing.length === 0 ? [] : await readSites(db, missing)) bySite.set(site.id, site);
  const capacities = await readCapacities(directory, caller.inventoryVersion, segments, now());
  return segments.flatMap((segment) => {
    const site = bySite.get(segment.siteId);
    if (!site) return [];
    const { energyType, country, plantOperator, portfolio, timezone, operatingRegion } = site;
    const isSite = segment.segmentId === segment.siteSegmentId;
    return {
      segment,
      isSite,
      energyType,
      capacity: (isSite ? site.ratedPowerKw : capacities.get(segment.segmentId)) ?? Number.NaN,
      attributes: { country, plantOperator, portfolio, energyType, operatingRegion, siteTimezone: timezone },
    };
  });
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

/** Index: primary key of sites. */
function readSites(db: Db, ids: readonly SiteId[]) {
  return db
    .select({
      id: sites.id,
      segmentId: sites.segmentId,
      energyType: sites.energyType,
      ratedPowerKw: sites.ratedPowerKw,
      country: sites.country,
      plantOperator: sites.plantOperator,
      portfolio: sites.portfolio,
      timezone: sites.timezone,
      operatingRegion: sites.operatingRegion,
    })
    .from(sites)
    .where(inArray(sites.id, [...ids]));
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
