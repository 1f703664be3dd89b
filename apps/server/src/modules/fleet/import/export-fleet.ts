import type { FleetDescription, SegmentDescription, SiteDescription } from '@solvane/contract/fleet-description';
import type { SegmentId } from '@solvane/contract/ids';
import type { Db } from '../../../db/db.ts';
import { type FleetState, type MetadataRows, readFleetState, type SegmentRow, type SiteRow, toDate } from '../fleet-state.ts';
import { isSiteField } from '../metadata/attribute-values.ts';

/** The fleet as its owner would write it down: importing it again changes nothing. */
export async function exportFleet(db: Db, siteIds?: readonly string[]): Promise<FleetDescription> {
  const state = await readFleetState(db, siteIds);
  const segmentsBySite = Map.groupBy(state.segments.values(), ({ siteId }) => siteId);
  return {
    version: 1,
    enterprises: [...state.enterpriseNames].map(([id, name]) => ({ id, name })),
    sites: [...state.sites.values()].map((site) => describeSite(site, segmentsBySite.get(site.id) ?? [], state)),
  };
}

function describeSite(site: SiteRow, segments: readonly SegmentRow[], { metadata }: FleetState): SiteDescription {
  const { id, name, enterpriseId, contractorEnterpriseIds, visibilityState, timezone, latitude, longitude, signalCalcPeriod } = site;
  const { country, plantOperator, portfolio, energyType, operatingRegion } = site;
  return {
    ...{ id, name, enterpriseId, contractorEnterpriseIds, visibilityState, timezone, latitude, longitude, signalCalcPeriod },
    ...{ country, plantOperator, portfolio, energyType, operatingRegion },
    metadata: Object.fromEntries(
      Object.entries(describeMetadata(metadata.get(site.segmentId))).filter(([attribute]) => !isSiteField(attribute)),
    ),
    segments: inTreeOrder(segments).map(
      (segment): SegmentDescription => ({
        id: segment.id,
        name: segment.name,
        type: segment.segmentType,
        parentId: segment.parentId === site.segmentId ? null : segment.parentId,
        disabled: segment.isDisabled,
        metadata: describeMetadata(metadata.get(segment.id)),
      }),
    ),
  };
}

/** Each segment before what stands below it, siblings in their order; the site's own segment is left out. */
function inTreeOrder(segments: readonly SegmentRow[]): SegmentRow[] {
  const childrenOf = Map.groupBy(segments, ({ parentId }) => parentId);
  const ordered: SegmentRow[] = [];
  const visit = (parentId: SegmentId | null): void => {
    for (const segment of childrenOf.get(parentId) ?? []) {
      if (segment.parentId !== null) ordered.push(segment);
      visit(segment.id);
    }
  };
  visit(null);
  return ordered;
}

function describeMetadata(rows: MetadataRows = new Map()): SegmentDescription['metadata'] {
  return Object.fromEntries(
    [...rows].map(([attribute, history]) => {
      const entries = [...history].map(([validFrom, value]) => ({ from: toDate(validFrom), value }));
      const [only] = entries;
      return [attribute, entries.length === 1 && only && only.from === null && only.value !== null ? only.value : entries];
    }),
  );
}
