import type { FleetDescription, SegmentDescription, SiteDescription } from '@solvane/contract/fleet-description';
import type { EnterpriseId, SegmentId, SiteId } from '@solvane/contract/ids';
import { type AttributeValue, type FleetState, type MetadataRows, type SegmentRow, type SiteRow, toValidFrom } from '../fleet-state.ts';
import { SITE_FIELDS } from '../metadata/attribute-values.ts';

type NewSite = Pick<SiteRow, 'id' | 'segmentId' | 'enterpriseId' | 'name' | 'visibilityState' | (typeof SITE_FIELDS)[number]>;
type NewSegment = Omit<SegmentRow, 'createdAtMs' | 'updatedAtMs'>;

interface MetadataChange {
  siteId: SiteId;
  segmentId: SegmentId;
  attribute: string;
  validFrom: string;
  value: AttributeValue | null;
}

/** Exactly what has to be written: an unchanged description leads to nothing. */
export interface FleetDiff {
  enterprises: { id: EnterpriseId; name: string; isNew: boolean }[];
  sites: (NewSite & { isNew: boolean })[];
  addedContractors: { siteId: SiteId; enterpriseId: EnterpriseId }[];
  removedContractors: { siteId: SiteId; enterpriseId: EnterpriseId }[];
  segments: (NewSegment & { isNew: boolean })[];
  removedSegmentIds: SegmentId[];
  removedSiteIds: SiteId[];
  metadata: MetadataChange[];
  removedMetadata: Omit<MetadataChange, 'value'>[];
  /** Sites whose tree looks different afterwards. */
  changedTrees: Set<SiteId>;
  unchangedSites: number;
}

export interface DiffOptions {
  /** Also what the description does not name is removed: sites of its enterprises, segments and values of its sites. */
  prune: boolean;
}

/** @param state - of every site the description names, and with `prune` of every site of its enterprises */
export function diffFleet(description: FleetDescription, state: FleetState, { prune }: DiffOptions): FleetDiff {
  const diff: FleetDiff = {
    enterprises: description.enterprises.flatMap(({ id, name }) => {
      const known = state.enterpriseNames.get(id as EnterpriseId);
      return known === name ? [] : [{ id: id as EnterpriseId, name, isNew: known === undefined }];
    }),
    sites: [],
    addedContractors: [],
    removedContractors: [],
    segments: [],
    removedSegmentIds: [],
    removedSiteIds: prune ? sitesToRemove(description, state) : [],
    metadata: [],
    removedMetadata: [],
    changedTrees: new Set(),
    unchangedSites: 0,
  };
  const segmentsBySite = Map.groupBy(state.segments.values(), ({ siteId }) => siteId);
  for (const site of description.sites) {
    const before = state.sites.get(site.id as SiteId);
    const changesBefore = countChanges(diff);
    diffSite(site, before, { diff, state, prune, segments: segmentsBySite.get(site.id as SiteId) ?? [] });
    if (countChanges(diff) === changesBefore) diff.unchangedSites += 1;
  }
  return diff;
}

interface SiteContext {
  diff: FleetDiff;
  state: FleetState;
  prune: boolean;
  segments: readonly SegmentRow[];
}

const TREE_FIELDS = ['name', 'enterpriseId', 'energyType', 'segmentId'] as const;

function diffSite(site: SiteDescription, before: SiteRow | undefined, { diff, state, prune, segments }: SiteContext): void {
  const wanted = toNewSite(site, before, prune);
  if (!before || !isSame(wanted, before)) diff.sites.push({ ...wanted, isNew: !before });
  if (!before || TREE_FIELDS.some((field) => wanted[field] !== before[field])) diff.changedTrees.add(wanted.id);
  diffContractors(site, before, { diff, prune });

  const namedIds = new Set(site.segments.map(({ id }) => id));
  const unnamed = segments.filter(({ id, parentId }) => parentId !== null && !namedIds.has(id));
  const wantedSegments = toNewSegments(site, wanted, prune ? [] : unnamed);
  for (const segment of wantedSegments) {
    const known = state.segments.get(segment.id);
    if (known && isSame(segment, known)) continue;
    diff.segments.push({ ...segment, isNew: !known });
    diff.changedTrees.add(wanted.id);
  }
  if (prune && unnamed.length > 0) {
    diff.removedSegmentIds.push(...unnamed.map(({ id }) => id));
    diff.changedTrees.add(wanted.id);
  }
  const descriptions: [SegmentId, Record<string, SegmentDescription['metadata'][string]>][] = [
    [wanted.segmentId, { ...site.metadata, ...siteFieldValues(wanted) }],
    ...site.segments.map((segment): [SegmentId, SegmentDescription['metadata']] => [segment.id as SegmentId, segment.metadata]),
  ];
  for (const [segmentId, metadata] of descriptions)
    diffMetadata({ siteId: wanted.id, segmentId }, metadata, state.metadata.get(segmentId) ?? new Map(), { diff, prune });
}

/** What a description leaves empty stays as it was, unless things may be removed. */
function toNewSite(site: SiteDescription, before: SiteRow | undefined, prune: boolean): NewSite {
  const kept = <Field extends 'timezone' | 'latitude' | 'longitude' | 'country' | 'plantOperator' | 'portfolio' | 'operatingRegion'>(
    field: Field,
  ) => site[field] ?? (prune ? null : (before?.[field] ?? null));
  return {
    id: site.id as SiteId,
    segmentId: before?.segmentId ?? (site.id as unknown as SegmentId),
    enterpriseId: site.enterpriseId as EnterpriseId,
    name: site.name,
    visibilityState: site.visibilityState,
    signalCalcPeriod: site.signalCalcPeriod,
    energyType: site.energyType,
    timezone: kept('timezone') as string | null,
    latitude: kept('latitude') as number | null,
    longitude: kept('longitude') as number | null,
    country: kept('country') as string | null,
    plantOperator: kept('plantOperator') as string | null,
    portfolio: kept('portfolio') as string | null,
    operatingRegion: kept('operatingRegion') as string | null,
  };
}

function siteFieldValues(site: NewSite): Record<string, AttributeValue> {
  return Object.fromEntries(SITE_FIELDS.flatMap((field) => (site[field] === null ? [] : [[field, site[field]]])));
}

function diffContractors(site: SiteDescription, before: SiteRow | undefined, { diff, prune }: { diff: FleetDiff; prune: boolean }): void {
  const siteId = site.id as SiteId;
  const known = new Set<string>(before?.contractorEnterpriseIds);
  const wanted = new Set(site.contractorEnterpriseIds);
  const added = wanted.difference(known);
  const removed = prune ? known.difference(wanted) : new Set<string>();
  for (const id of added) diff.addedContractors.push({ siteId, enterpriseId: id as EnterpriseId });
  for (const id of removed) diff.removedContractors.push({ siteId, enterpriseId: id as EnterpriseId });
  if (added.size + removed.size > 0) diff.changedTrees.add(siteId);
}

/**
 * The site's own segment first, then its segments in the order of the description, parents wherever they stand. Segments that the description does
 * not name stay below what they stood below, wherever that is now.
 */
function toNewSegments(site: SiteDescription, { id: siteId, segmentId, name }: NewSite, unnamed: readonly SegmentRow[]): NewSegment[] {
  const parents = new Map<string, SegmentId>([
    ...unnamed.map(({ id, parentId }): [string, SegmentId] => [id, parentId ?? segmentId]),
    ...site.segments.map(({ id, parentId }): [string, SegmentId] => [id, (parentId ?? segmentId) as SegmentId]),
  ]);
  const places = new Map<string, { path: string; level: number }>([[segmentId, { path: segmentId, level: 0 }]]);
  const placeOf = (id: string): { path: string; level: number } => {
    const known = places.get(id);
    if (known) return known;
    // A damaged tree may run in a circle: a segment that is met twice counts as below the site.
    places.set(id, { path: `${segmentId}/${id}`, level: 1 });
    const above = placeOf(parents.get(id) ?? segmentId);
    const place = { path: `${above.path}/${id}`, level: above.level + 1 };
    places.set(id, place);
    return place;
  };
  const positions = new Map<string, number>();
  const nextPosition = (parentId: string): number => {
    const position = positions.get(parentId) ?? 0;
    positions.set(parentId, position + 1);
    return position;
  };
  return [
    { id: segmentId, siteId, parentId: null, path: segmentId, level: 0, position: 0, name, segmentType: 'Site', isDisabled: false },
    ...site.segments.map(({ id, name: segmentName, type, disabled, parentId }): NewSegment => {
      const parent = (parentId ?? segmentId) as SegmentId;
      const own = { id: id as SegmentId, siteId, parentId: parent, position: nextPosition(parent) };
      return { ...own, ...placeOf(id), name: segmentName, segmentType: type, isDisabled: disabled };
    }),
    ...unnamed.map(({ createdAtMs: _created, updatedAtMs: _updated, ...kept }): NewSegment => ({ ...kept, ...placeOf(kept.id) })),
  ];
}

function diffMetadata(
  owner: { siteId: SiteId; segmentId: SegmentId },
  metadata: SegmentDescription['metadata'],
  before: MetadataRows,
  { diff, prune }: { diff: FleetDiff; prune: boolean },
): void {
  const wanted = toMetadataRows(metadata);
  for (const { attribute, validFrom, value } of entriesOf(wanted)) {
    const history = before.get(attribute);
    if (!history?.has(validFrom) || history.get(validFrom) !== value) diff.metadata.push({ ...owner, attribute, validFrom, value });
  }
  const gone = prune ? entriesOf(before).filter(({ attribute, validFrom }) => !wanted.get(attribute)?.has(validFrom)) : [];
  diff.removedMetadata.push(...gone.map(({ attribute, validFrom }) => ({ ...owner, attribute, validFrom })));
}

function toMetadataRows(metadata: SegmentDescription['metadata']): MetadataRows {
  return new Map(
    Object.entries(metadata).map(([attribute, given]) => [
      attribute,
      new Map(Array.isArray(given) ? given.map(({ from, value }) => [toValidFrom(from), value]) : [[toValidFrom(null), given]]),
    ]),
  );
}

function entriesOf(rows: MetadataRows): { attribute: string; validFrom: string; value: AttributeValue | null }[] {
  return [...rows].flatMap(([attribute, history]) => [...history].map(([validFrom, value]) => ({ attribute, validFrom, value })));
}

function sitesToRemove(description: FleetDescription, state: FleetState): SiteId[] {
  const owners = new Set(description.enterprises.map(({ id }) => id));
  const wanted = new Set(description.sites.map(({ id }) => id));
  return [...state.sites.values()].filter(({ id, enterpriseId }) => owners.has(enterpriseId) && !wanted.has(id)).map(({ id }) => id);
}

function isSame<T extends object>(wanted: T, known: T): boolean {
  return Object.entries(wanted).every(([field, value]) => known[field as keyof T] === value);
}

function countChanges({
  sites,
  addedContractors,
  removedContractors,
  segments,
  removedSegmentIds,
  metadata,
  removedMetadata,
}: FleetDiff): number {
  const lists = [sites, addedContractors, removedContractors, segments, removedSegmentIds, metadata, removedMetadata];
  return lists.reduce((sum, list) => sum + list.length, 0);
}
