import { compareDecisiveness, type EventClassification, type TimelineSlice } from './timeline.ts';

type Mergeable = Pick<TimelineSlice, 'id' | 'startMs' | 'endMs' | 'code' | 'category' | 'eventType' | 'priority'> & { deviceId: string };

/** One event in place of several. */
export interface MergedEvent extends EventClassification {
  deviceId: string;
  startMs: number;
  endMs: number;
}

export type MergeProblem = 'tooFew' | 'differentDevices' | 'otherEventBetween';

export type MergeResult = { ok: true; merged: MergedEvent } | { ok: false; problem: MergeProblem };

/**
 * Merges events of one device into one that also covers the gaps between them; it means what the most decisive of them meant.
 *
 * @param chosen - events to merge
 * @param timeline - all events of the device, the chosen ones included
 * @returns the merged event, or why there can be none
 */
export function mergeEvents(chosen: readonly Mergeable[], timeline: readonly Pick<Mergeable, 'id' | 'startMs' | 'endMs'>[]): MergeResult {
  const [first, ...rest] = chosen;
  if (!first || rest.length === 0) return { ok: false, problem: 'tooFew' };
  if (rest.some(({ deviceId }) => deviceId !== first.deviceId)) return { ok: false, problem: 'differentDevices' };
  const startMs = Math.min(...chosen.map((event) => event.startMs));
  const endMs = Math.max(...chosen.map((event) => event.endMs));
  const ids = new Set(chosen.map(({ id }) => id));
  if (timeline.some((event) => !ids.has(event.id) && event.startMs < endMs && event.endMs > startMs)) {
    return { ok: false, problem: 'otherEventBetween' };
  }
  const { code, category, eventType, priority } = chosen.reduce((best, event) => (compareDecisiveness(event, best) < 0 ? event : best));
  return { ok: true, merged: { deviceId: first.deviceId, startMs, endMs, code, category, eventType, priority } };
}
