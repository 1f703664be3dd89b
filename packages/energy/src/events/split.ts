import { findOverlaps, gapsBetween, type Overlap } from './overlap.ts';

export interface Segment {
  startMs: number;
  endMs: number;
}

export type SplitProblem = 'noTimes' | 'timeOutside' | 'timeRepeated';

export type SplitResult = { ok: true; segments: Segment[] } | { ok: false; problem: SplitProblem };

/**
 * Cuts an event at instants strictly inside it.
 *
 * @param event - to cut
 * @param timesMs - in any order
 * @returns one segment more than there are times, touching each other; or why not
 */
export function splitEvent({ startMs, endMs }: Segment, timesMs: readonly number[]): SplitResult {
  const times = [...timesMs].sort((a, b) => a - b);
  if (times.length === 0) return { ok: false, problem: 'noTimes' };
  if (!times.every((timeMs) => timeMs > startMs && timeMs < endMs)) return { ok: false, problem: 'timeOutside' };
  if (new Set(times).size < times.length) return { ok: false, problem: 'timeRepeated' };
  const edges = [startMs, ...times, endMs];
  return { ok: true, segments: times.concat(endMs).map((edgeMs, i) => ({ startMs: edges[i] ?? startMs, endMs: edgeMs })) };
}

export type BulkSplitProblem = 'differentZones' | 'noCommonInstant' | 'timeOutside';

/**
 * Why several events cannot be cut at one instant.
 *
 * @param events - with the zone of each site
 * @param timeMs - wanted; must lie strictly inside every event
 * @returns undefined when they can
 */
export function bulkSplitProblem(events: readonly (Segment & { zone: string })[], timeMs: number): BulkSplitProblem | undefined {
  if (new Set(events.map(({ zone }) => zone)).size > 1) return 'differentZones';
  const latestStartMs = Math.max(...events.map(({ startMs }) => startMs));
  const earliestEndMs = Math.min(...events.map(({ endMs }) => endMs));
  if (latestStartMs >= earliestEndMs) return 'noCommonInstant';
  return timeMs > latestStartMs && timeMs < earliestEndMs ? undefined : 'timeOutside';
}

/** What an edit of an event's segments does to its device's timeline. */
export interface SegmentReview {
  /** Errors: segments of the edit that claim the same time. */
  overlaps: Overlap[];
  /** Errors: positions of segments that claim time of another event. */
  onOtherEvents: number[];
  /** Errors: positions of segments that end before they begin. */
  empty: number[];
  /** Warnings: time of the edited event that no segment covers any more. */
  gaps: Segment[];
}

/**
 * Reviews the segments a person wants in place of an event.
 *
 * @param segments - as edited
 * @param event - before the edit
 * @param others - the other events of the device
 * @returns errors and warnings; all empty when the edit is clean
 */
export function reviewSegments(segments: readonly Segment[], event: Segment, others: readonly Segment[]): SegmentReview {
  const isOnOther = ({ startMs, endMs }: Segment) => others.some((other) => startMs < other.endMs && endMs > other.startMs);
  return {
    overlaps: findOverlaps(segments),
    onOtherEvents: positions(segments, isOnOther),
    empty: positions(segments, ({ startMs, endMs }) => endMs <= startMs),
    gaps: gapsBetween(segments, event),
  };
}

export type RawEndProblem = 'beforeStart' | 'inFuture';

/**
 * Why a raw event cannot end at an instant.
 *
 * @param startMs - of the raw event
 * @param newEndMs - wanted
 * @param nowMs - current instant
 * @returns undefined when it can
 */
export function rawEndProblem(startMs: number, newEndMs: number, nowMs: number): RawEndProblem | undefined {
  if (newEndMs < startMs) return 'beforeStart';
  return newEndMs > nowMs ? 'inFuture' : undefined;
}

function positions<T>(items: readonly T[], has: (item: T) => boolean): number[] {
  return items.flatMap((item, i) => (has(item) ? [i] : []));
}
