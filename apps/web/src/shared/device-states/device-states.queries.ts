import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { SEGMENT_TYPES, type SegmentType } from '@solvane/energy/devices/segment-types';
import { widgetDataQuery } from '../widgets/widget-data.queries.ts';

/** Long enough to see what led to a state. */
const CHANGES_MS = 24 * 3_600_000;
/** The beginning moves in steps: every other one would be another request. */
const STEP_MS = 3_600_000;

/** States of the generators of sites, with what changed in the last day. */
export function siteStatesQuery(siteIds: readonly SiteId[], nowMs: number) {
  const changesFromMs = Math.floor(nowMs / STEP_MS) * STEP_MS - CHANGES_MS;
  return widgetDataQuery<'deviceStates'>(
    siteIds.length === 0 ? null : { kind: 'deviceStates', body: { siteIds: [...siteIds], changesFromMs } },
  );
}

/** State of one device, with what stands below it. */
export function deviceStateQuery(segmentId: SegmentId) {
  return widgetDataQuery<'deviceStates'>({ kind: 'deviceStates', body: { segmentIds: [segmentId], segmentTypes: [...SEGMENT_TYPES] } });
}

/** States of the devices of a type below one segment. */
export function peerStatesQuery(peers: { parentId: SegmentId; segmentType: SegmentType } | undefined) {
  return widgetDataQuery<'deviceStates'>(
    peers ? { kind: 'deviceStates', body: { segmentIds: [peers.parentId], segmentTypes: [peers.segmentType] } } : null,
  );
}
