import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { SINCE_EVER } from '../../db/schema/fleet.ts';
import type { FleetState } from './fleet-state.ts';
import type { FleetDiff } from './import/diff-fleet.ts';

/** The first day on which something is computed differently, by site; SINCE_EVER: every day. */
export type ComputingChanges = Map<SiteId, string>;

/** Attributes that are read, searched and grouped by, and that nothing is computed from. */
const DESCRIPTIVE: ReadonlySet<string> = new Set([
  'manufacturer',
  'model',
  'serialNumber',
  'firmwareVersion',
  'warrantyEnd',
  'calibrationDate',
  'country',
  'plantOperator',
  'portfolio',
  'operatingRegion',
]);

interface ChangedValue {
  siteId: SiteId;
  attribute: string;
  /** Local date; SINCE_EVER: no beginning. */
  validFrom: string;
}

/** Values that calculations read, by the day they hold from. */
export function computingValues(values: readonly ChangedValue[], into: ComputingChanges = new Map()): ComputingChanges {
  for (const { siteId, attribute, validFrom } of values) {
    if (DESCRIPTIVE.has(attribute)) continue;
    const known = into.get(siteId);
    // SINCE_EVER begins with a sign and stands before every date.
    if (known === undefined || validFrom < known) into.set(siteId, validFrom);
  }
  return into;
}

/** What of an import changes results: values, and devices that come, go, move, change type or are taken out of service. */
export function computingChanges(diff: FleetDiff, state: FleetState): ComputingChanges {
  const changes = computingValues([...diff.metadata, ...diff.removedMetadata]);
  for (const segment of diff.segments) {
    const known = state.segments.get(segment.id);
    const isSame = known && COMPUTING_FIELDS.every((field) => segment[field] === known[field]);
    if (!isSame) changes.set(segment.siteId, SINCE_EVER);
  }
  for (const id of diff.removedSegmentIds) {
    const siteId = siteOf(state, id);
    if (siteId) changes.set(siteId, SINCE_EVER);
  }
  for (const siteId of diff.removedSiteIds) changes.delete(siteId);
  return changes;
}

const COMPUTING_FIELDS = ['parentId', 'segmentType', 'isDisabled'] as const;

function siteOf(state: FleetState, id: SegmentId): SiteId | undefined {
  return state.segments.get(id)?.siteId;
}
