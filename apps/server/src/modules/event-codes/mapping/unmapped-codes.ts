import type { ResponseOf } from '@solvane/contract/endpoint';
import type { eventCodeSetEndpoints, UnmappedCode } from '@solvane/contract/event-codes';
import type { EnergyType } from '@solvane/contract/fleet';
import type { EnterpriseId, SegmentId, SiteId } from '@solvane/contract/ids';
import { getSegmentType, isSegmentType } from '@solvane/energy/devices/segment-types';
import type { CategorySetEnergyType } from '@solvane/energy/events/category-sets';
import { SYSTEM_CODES } from '@solvane/energy/events/system-codes';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import type { Caller } from '../../../http/caller.ts';
import { enterprisesWith } from '../../../http/enterprise-scope.ts';
import { categoriesFor, toUsableCategory } from '../code-sets/code-sets.ts';
import { findSimilarCode, indexCodes } from '../code-sets/similar-codes.ts';
import { type KnownCodes, readKnownCodes } from '../code-sets/usable-sets.ts';
import { findCodeSet } from './site-event-codes.ts';

const MOST_CODES = 2_000;
const DEVICES_SHOWN = 20;

/** Unmapped codes that devices sent, the most frequent first. Index: segments (site_id), the primary key of seen_event_codes. */
export async function listUnmappedCodes(db: Db, caller: Caller, siteIds: readonly SiteId[] | undefined): Promise<UnmappedResponse> {
  const scope = siteIds ? siteIds.filter((siteId) => caller.siteIds.has(siteId)) : [...caller.siteIds];
  if (scope.length === 0) return { items: [], categories: [] };
  const seen = await readSeenCodes(db, scope);
  const known = await readKnownCodes(db, [...new Set(seen.map(({ enterpriseId }) => enterpriseId))]);
  const unmapped = seen.filter((row) => !isMapped(row, known));
  const rows = mergeSites(unmapped)
    .sort((a, b) => b.count - a.count || b.lastSeenMs - a.lastSeenMs || (a.code < b.code ? -1 : 1))
    .slice(0, MOST_CODES);
  const names = await readNames(db, rows);
  const editable = enterprisesWith(caller, 'EditEventCodeSets');
  const index = indexCodes(known);
  const items = rows.map(({ siteIds: ofSites, segmentIds, ...row }): UnmappedCode => {
    const set = findCodeSet(known.setsOf(row.enterpriseId), toDevice(row));
    return {
      ...row,
      energyType: set?.energyType ?? row.energyType,
      sites: ofSites.map((siteId) => ({ siteId, name: names.get(siteId) ?? siteId })),
      deviceCount: segmentIds.length,
      devices: segmentIds.slice(0, DEVICES_SHOWN).map((segmentId) => ({ segmentId, name: names.get(segmentId) ?? segmentId })),
      setName: set?.name ?? null,
      suggestion: findSimilarCode(index, row) ?? null,
      canMap: row.manufacturer !== null && (editable === undefined || editable.has(row.enterpriseId)),
    };
  });
  return { items, categories: await readCategories(db, items) };
}

type UnmappedResponse = ResponseOf<typeof eventCodeSetEndpoints.unmapped>;

async function readCategories(db: Db, items: readonly UnmappedCode[]): Promise<UnmappedResponse['categories']> {
  const kinds = new Map(items.map(({ enterpriseId, energyType }) => [`${enterpriseId} ${energyType}`, { enterpriseId, energyType }]));
  const found: UnmappedResponse['categories'] = [];
  for (const kind of kinds.values()) {
    const categories = await categoriesFor(db, kind.enterpriseId, kind.energyType);
    found.push({ ...kind, categories: categories.map(toUsableCategory) });
  }
  return found;
}

/** A code at one site, on devices of one model. */
interface SeenCode {
  enterpriseId: EnterpriseId;
  siteId: SiteId;
  manufacturer: string | null;
  model: string | null;
  energyType: CategorySetEnergyType;
  code: string;
  message: string;
  count: number;
  firstSeenMs: number;
  lastSeenMs: number;
  segmentIds: SegmentId[];
}

async function readSeenCodes(db: Db, siteIds: readonly SiteId[]): Promise<SeenCode[]> {
  const { rows } = await db.execute<{
    enterprise_id: EnterpriseId;
    site_id: SiteId;
    energy_type: EnergyType;
    segment_type: string;
    manufacturer: string | null;
    model: string | null;
    code: string;
    message: string;
    count: string;
    first_seen_ms: string;
    last_seen_ms: string;
    segment_ids: SegmentId[];
  }>(sql`
    with device as materialized (
      select segment.id, segment.site_id, segment.segment_type,
        (select value #>> '{}' from segment_metadata where segment_id = segment.id and attribute = 'manufacturer'
          order by valid_from desc limit 1) as manufacturer,
        (select value #>> '{}' from segment_metadata where segment_id = segment.id and attribute = 'model'
          order by valid_from desc limit 1) as model
      from segments as segment
      where segment.site_id = any(${sql.param([...siteIds])}::text[]) and exists (select from seen_event_codes where segment_id = segment.id)
    )
    select site.enterprise_id, device.site_id, site.energy_type, max(device.segment_type) as segment_type, device.manufacturer, device.model,
      seen.code, max(seen.message) as message, sum(seen.event_count) as count, min(seen.first_seen_ms) as first_seen_ms,
      max(seen.last_seen_ms) as last_seen_ms, array_agg(device.id order by seen.event_count desc, device.id) as segment_ids
    from device join seen_event_codes as seen on seen.segment_id = device.id join sites as site on site.id = device.site_id
    group by site.enterprise_id, device.site_id, site.energy_type, device.manufacturer, device.model, seen.code
    order by device.site_id, seen.code`);
  return rows.map((row) => ({
    enterpriseId: row.enterprise_id,
    siteId: row.site_id,
    manufacturer: row.manufacturer,
    model: row.model,
    energyType: categorySetOf(row.segment_type, row.energy_type),
    code: row.code,
    message: row.message,
    count: Number(row.count),
    firstSeenMs: Number(row.first_seen_ms),
    lastSeenMs: Number(row.last_seen_ms),
    segmentIds: row.segment_ids,
  }));
}

const CATEGORY_SETS = { PV: 'PVPlant', Wind: 'Wind', BESS: 'Battery', Hybrid: 'All' } as const satisfies Record<EnergyType, string>;

/** Where the type of the device leaves several, the site decides. */
function categorySetOf(segmentType: string, energyType: EnergyType): CategorySetEnergyType {
  const [only, ...others] = isSegmentType(segmentType) ? getSegmentType(segmentType).energyTypes : [];
  return CATEGORY_SETS[only && others.length === 0 ? only : energyType];
}

function isMapped(row: SeenCode, known: KnownCodes): boolean {
  if (Object.hasOwn(SYSTEM_CODES, row.code)) return true;
  const set = findCodeSet(known.setsOf(row.enterpriseId), toDevice(row));
  return set !== undefined && known.isExplained(set.id, row);
}

function toDevice({ manufacturer, model }: Pick<SeenCode, 'manufacturer' | 'model'>) {
  return { manufacturer: manufacturer ?? undefined, model: model ?? undefined };
}

/** The same code on the same model at several sites of an enterprise is explained once. */
function mergeSites(rows: readonly SeenCode[]): (Omit<SeenCode, 'siteId'> & { siteIds: SiteId[] })[] {
  const groups = Map.groupBy(rows, ({ enterpriseId, manufacturer, model, code }) =>
    JSON.stringify([enterpriseId, manufacturer, model, code]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { siteId: _, ...rest } = first;
    return {
      ...rest,
      message: group.find(({ message }) => message !== '')?.message ?? '',
      count: group.reduce((sum, { count }) => sum + count, 0),
      firstSeenMs: Math.min(...group.map(({ firstSeenMs }) => firstSeenMs)),
      lastSeenMs: Math.max(...group.map(({ lastSeenMs }) => lastSeenMs)),
      siteIds: group.map(({ siteId }) => siteId),
      segmentIds: group.flatMap(({ segmentIds }) => segmentIds),
    };
  });
}

/** Of sites and devices alike: their ids differ. */
async function readNames(
  db: Db,
  rows: readonly { siteIds: readonly SiteId[]; segmentIds: readonly SegmentId[] }[],
): Promise<Map<string, string>> {
  const siteIds = [...new Set(rows.flatMap((row) => row.siteIds))];
  const segmentIds = [...new Set(rows.flatMap((row) => row.segmentIds.slice(0, DEVICES_SHOWN)))];
  const { rows: names } = await db.execute<{ id: string; name: string }>(sql`
    select id, name from segments where id = any(${sql.param(segmentIds)}::text[])
    union all select id, name from sites where id = any(${sql.param(siteIds)}::text[])`);
  return new Map(names.map(({ id, name }) => [id, name]));
}
