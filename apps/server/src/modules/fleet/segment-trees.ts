import { ERRORS, type ErrorCode } from '@solvane/contract/errors';
import type { EnergyType, SegmentNode } from '@solvane/contract/fleet';
import type { EnterpriseId, SegmentId, SiteId } from '@solvane/contract/ids';
import { getSegmentType, isSegmentType } from '@solvane/energy/devices/segment-types';
import { asc } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { segments, sites } from '../../db/schema/fleet.ts';
import type { Caller } from '../../http/caller.ts';
import { CONTRACTORS } from './sites.queries.ts';

export interface SiteTree {
  /** null: the errors say why. */
  tree: SegmentNode | null;
  errors: { siteId: SiteId; code: string; message: string }[];
}

interface SegmentRow {
  id: SegmentId;
  siteId: SiteId;
  parentId: SegmentId | null;
  name: string;
  segmentType: string;
  isDisabled: boolean;
}

interface SiteRow {
  id: SiteId;
  segmentId: SegmentId;
  enterpriseId: EnterpriseId;
  energyType: EnergyType;
  contractorEnterpriseIds: EnterpriseId[];
}

/** The trees of some sites, each for itself: one that is broken, unknown or out of scope leaves the others. Index: segments_path. */
export async function readSegmentTrees(db: Db, caller: Caller, siteIds: readonly SiteId[]): Promise<Record<SiteId, SiteTree>> {
  const inScope = siteIds.filter((siteId) => caller.siteIds.has(siteId));
  const siteRows = await db
    .select({
      id: sites.id,
      segmentId: sites.segmentId,
      enterpriseId: sites.enterpriseId,
      energyType: sites.energyType,
      contractorEnterpriseIds: CONTRACTORS,
    })
    .from(sites)
    .where(isOneOf(sites.id, inScope));
  const segmentRows = await db
    .select({
      id: segments.id,
      siteId: segments.siteId,
      parentId: segments.parentId,
      name: segments.name,
      segmentType: segments.segmentType,
      isDisabled: segments.isDisabled,
    })
    .from(segments)
    .where(isOneOf(segments.siteId, inScope))
    .orderBy(asc(segments.siteId), asc(segments.position), asc(segments.name), asc(segments.id));
  const siteById = new Map(siteRows.map((site) => [site.id, site]));
  const segmentsBySite = Map.groupBy(segmentRows, ({ siteId }) => siteId);
  const response: Record<SiteId, SiteTree> = {};
  for (const siteId of siteIds) {
    const site = siteById.get(siteId);
    response[siteId] = site ? buildTree(site, segmentsBySite.get(siteId) ?? []) : failed(siteId, 'resource.notFound');
  }
  return response;
}

/** Rows in the order of siblings to one tree. Rows without a parent are left out and reported. */
export function buildTree(site: SiteRow, rows: readonly SegmentRow[]): SiteTree {
  const childrenOf = Map.groupBy(rows, ({ parentId }) => parentId);
  const [root] = childrenOf.get(null) ?? [];
  if (!root) return failed(site.id, 'fleet.brokenTree');
  let placed = 0;
  const toNode = (row: SegmentRow, level: number, parentEnergyType: EnergyType): SegmentNode => {
    placed += 1;
    const energyType = energyTypeOf(row.segmentType, parentEnergyType);
    return {
      id: row.id,
      name: row.name,
      segmentType: row.segmentType,
      parentId: row.parentId,
      level,
      isSite: level === 0,
      siteSegmentId: site.segmentId,
      siteEnterpriseId: site.enterpriseId,
      contractorEnterpriseIds: site.contractorEnterpriseIds,
      isDisabled: row.isDisabled,
      energyType,
      children: (childrenOf.get(row.id) ?? []).map((child) => toNode(child, level + 1, energyType)),
    };
  };
  const tree = toNode(root, 0, site.energyType);
  const lost = rows.length - placed;
  return { tree, errors: lost === 0 ? [] : failed(site.id, 'fleet.brokenTree').errors };
}

/** An inverter of a hybrid plant is PV, its meter is whatever it stands below. */
function energyTypeOf(segmentType: string, parentEnergyType: EnergyType): EnergyType {
  if (segmentType === 'Site' || !isSegmentType(segmentType)) return parentEnergyType;
  const [only, ...others] = getSegmentType(segmentType).energyTypes;
  return only !== undefined && others.length === 0 ? only : parentEnergyType;
}

function failed(siteId: SiteId, code: ErrorCode): SiteTree {
  return { tree: null, errors: [{ siteId, code, message: ERRORS[code].message }] };
}
