import type { SegmentId, SignalId } from '@solvane/contract/ids';
import type { SignalValuesRequest } from '@solvane/contract/signals';
import type { Period } from '@solvane/energy/time/local-day';
import type { StudioSearch } from './studio-search.ts';

export interface StudioQuery {
  segmentIds: readonly SegmentId[];
  signalIds: readonly SignalId[];
  period: Period;
  search: StudioSearch;
  /** Pixels there are to fill. */
  width: number;
}

/** The request to the server. Only the automatic resolution may be reduced: a chosen one is sent whole. */
export function studioRequest({ segmentIds, signalIds, period, search, width }: StudioQuery): SignalValuesRequest {
  const resolution = search.resolution ?? 'auto';
  return {
    segmentIds: [...segmentIds],
    signalIds: [...signalIds],
    startMs: period.startMs,
    endMs: period.endMs,
    resolution,
    treeAggregation: search.tree ?? 'device',
    ...(search.tree === 'attribute' && { attribute: search.attribute ?? 'portfolio' }),
    ...(search.filters?.length && { filters: search.filters }),
    ...(resolution === 'auto' && { maxPoints: pointsRequested({ width, lines: segmentIds.length * signalIds.length }) }),
  };
}

/** Points of all lines together that are quick to send and to draw. */
const COMFORTABLE_POINTS = 60_000;
/** More than this per line is more than a screen shows even after some zooming. */
const MOST_PER_LINE = 20_000;

/** Points per line: few lines are worth more of them than there are pixels, then a zoom and the cursor are exact without another request. */
function pointsRequested({ width, lines }: { width: number; lines: number }): number {
  return Math.max(width, Math.min(MOST_PER_LINE, Math.floor(COMFORTABLE_POINTS / lines)));
}

/** Pixels in steps, so that moving a pane does not send a request at every pixel. */
export function pixelsRequested(width: number): number {
  return Math.max(400, Math.ceil(width / 400) * 400);
}

/** The zoom of the address, where it lies in the period. */
export function zoomOf({ from, to }: StudioSearch, domain: Period): Period | null {
  if (from === undefined || to === undefined || from >= to) return null;
  const startMs = Math.max(from, domain.startMs);
  const endMs = Math.min(to, domain.endMs);
  if (startMs >= endMs || (startMs === domain.startMs && endMs === domain.endMs)) return null;
  return { startMs, endMs };
}

/** What to load for a zoom: half a view more on each side, so that moving a little shows data at once. */
export function detailPeriod(view: Period, domain: Period): Period {
  const half = Math.round((view.endMs - view.startMs) / 2);
  return { startMs: Math.max(domain.startMs, view.startMs - half), endMs: Math.min(domain.endMs, view.endMs + half) };
}

/** How far a period in words may have moved on between two refreshes to be the same to the eye. */
const SAME_PERIOD_MS = 3_600_000;

/** Whether the result of one query may be shown while the other loads: the same lines of about the same time. */
export function isSameQuery(one: SignalValuesRequest, other: SignalValuesRequest): boolean {
  return (
    one.resolution === other.resolution &&
    one.treeAggregation === other.treeAggregation &&
    one.attribute === other.attribute &&
    one.comparison === other.comparison &&
    JSON.stringify(one.filters) === JSON.stringify(other.filters) &&
    Math.abs(one.startMs - other.startMs) <= SAME_PERIOD_MS &&
    Math.abs(one.endMs - other.endMs) <= SAME_PERIOD_MS &&
    one.segmentIds.join() === other.segmentIds.join() &&
    one.signalIds.join() === other.signalIds.join()
  );
}
