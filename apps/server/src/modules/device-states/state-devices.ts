import { AppError } from '@solvane/contract/errors';
import type { EnergyType } from '@solvane/contract/fleet';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { isGenerator, isSegmentType, type SegmentType } from '@solvane/energy/devices/segment-types';
import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import { asc, eq } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { segments, sites } from '../../db/schema/fleet.ts';
import { VersionedCache } from '../../db/versioned-cache.ts';

export interface StateSegment {
  segmentId: SegmentId;
  parentId: SegmentId | null;
  name: string;
  segmentType: string;
  path: string;
  isDisabled: boolean;
}

/** A site with its tree, as states need it. */
export interface StateSite {
  siteId: SiteId;
  name: string;
  segmentId: SegmentId;
  energyType: EnergyType;
  latitude: number | null;
  longitude: number | null;
  zone: string;
  intervalMs: number;
  /** In the order of the tree. */
  segments: readonly StateSegment[];
}

export interface StateDevice extends StateSegment {
  site: StateSite;
}

interface Asked {
  siteIds?: readonly SiteId[] | undefined;
  segmentIds?: readonly SegmentId[] | undefined;
  segmentTypes?: readonly SegmentType[] | undefined;
}

interface Scope {
  siteIds: ReadonlySet<SiteId>;
  inventoryVersion?: string | undefined;
}

export type FindStateDevices = (scope: Scope, asked: Asked) => Promise<StateDevice[]>;
export type FindStateSites = (scope: Scope, siteIds: readonly SiteId[]) => Promise<StateSite[]>;

/** A fleet of this many sites stays in memory. */
const KEPT_SITES = 5_000;

/**
 * Sites with their trees, which are kept for as long as the inventory is the same.
 *
 * @throws AppError resource.notFound for a site out of scope, exactly as if it did not exist
 */
export function createFindStateSites(db: Db): FindStateSites {
  const trees = new VersionedCache<SiteId, StateSite>(KEPT_SITES);
  return async (scope, siteIds) => {
    const asked = [...new Set(siteIds)];
    if (asked.some((siteId) => !scope.siteIds.has(siteId))) throw new AppError('resource.notFound');
    const found = await trees.getMany(scope.inventoryVersion, asked, (missing) => readTrees(db, missing));
    if (found.size < asked.length) throw new AppError('resource.notFound');
    return asked.flatMap((siteId) => found.get(siteId) ?? []);
  };
}

/** Devices of a request in the order of their trees. */
export function createFindStateDevices(db: Db, findSites: FindStateSites): FindStateDevices {
  return async (scope, { siteIds, segmentIds, segmentTypes }) => {
    const found = await findSites(scope, siteIds ?? (await sitesOf(db, segmentIds ?? [])));
    const isAsked = typeCheck(segmentTypes);
    const roots = segmentIds && new Set<string>(segmentIds);
    return found.flatMap((site) => {
      const devices = site.segments.filter(({ segmentType }) => isAsked(segmentType));
      const below = roots ? devices.filter(({ path }) => path.split('/').some((id) => roots.has(id))) : devices;
      return below.map((device) => ({ ...device, site }));
    });
  };
}

function typeCheck(segmentTypes: readonly SegmentType[] | undefined): (type: string) => boolean {
  if (!segmentTypes || segmentTypes.length === 0) return (type) => isSegmentType(type) && isGenerator(type);
  const types = new Set<string>(segmentTypes);
  return (type) => types.has(type);
}

/** @throws AppError resource.notFound for a segment that does not exist */
async function sitesOf(db: Db, segmentIds: readonly SegmentId[]): Promise<SiteId[]> {
  const distinct = new Set(segmentIds);
  const rows = await db
    .select({ siteId: segments.siteId })
    .from(segments)
    .where(isOneOf(segments.id, [...distinct]));
  if (rows.length < distinct.size) throw new AppError('resource.notFound');
  return rows.map(({ siteId }) => siteId);
}

/** Indexes: primary key of sites, segments (site_id). */
async function readTrees(db: Db, siteIds: readonly SiteId[]): Promise<Map<SiteId, StateSite>> {
  const siteRows = await db
    .select({
      siteId: sites.id,
      name: sites.name,
      segmentId: sites.segmentId,
      energyType: sites.energyType,
      latitude: sites.latitude,
      longitude: sites.longitude,
      timezone: sites.timezone,
      signalCalcPeriod: sites.signalCalcPeriod,
    })
    .from(sites)
    .where(isOneOf(sites.id, siteIds));
  const rows = await db
    .select({
      siteId: segments.siteId,
      segmentId: segments.id,
      parentId: segments.parentId,
      name: segments.name,
      segmentType: segments.segmentType,
      path: segments.path,
      position: segments.position,
      isDisabled: segments.isDisabled,
    })
    .from(segments)
    .innerJoin(sites, eq(sites.id, segments.siteId))
    .where(isOneOf(segments.siteId, siteIds))
    .orderBy(asc(segments.level), asc(segments.position), asc(segments.id));
  const bySite = Map.groupBy(rows, ({ siteId }) => siteId);
  return new Map(
    siteRows.map(({ timezone, signalCalcPeriod, ...site }) => [
      site.siteId,
      {
        ...site,
        zone: timezone ?? 'UTC',
        intervalMs: SIGNAL_CALC_PERIODS[signalCalcPeriod],
        segments: inTreeOrder(bySite.get(site.siteId) ?? []),
      },
    ]),
  );
}

/** @param rows - parents before children, siblings in their order */
function inTreeOrder<Row extends StateSegment>(rows: readonly Row[]): Row[] {
  const children = Map.groupBy(rows, ({ parentId }) => parentId);
  const walk = (parentId: SegmentId | null): Row[] => (children.get(parentId) ?? []).flatMap((row) => [row, ...walk(row.segmentId)]);
  return walk(null);
}
