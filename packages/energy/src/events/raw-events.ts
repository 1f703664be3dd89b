/** Where a raw event comes from. Imported ones count as the controller's own. */
export type RawEventSource = 'Scada' | 'Detected' | 'Manual' | 'Imported';

/** What a controller, a detector or a person reported about a device. Raw events may overlap. */
export interface RawEvent {
  id: string;
  deviceId: string;
  code: string;
  startMs: number;
  /** null: still open. */
  endMs: number | null;
  source: RawEventSource;
  /** Of a detected event: it rests on weak evidence, like a single peer. */
  isLowConfidence?: true;
}

/** A range in which one code was active on a device. */
export interface NormalisedEvent {
  /** Smallest id of the raw events in it. */
  id: string;
  deviceId: string;
  code: string;
  startMs: number;
  endMs: number;
  /** Whether it lasts on; its end is then the instant of the calculation. */
  isOpen: boolean;
  rawEventIds: string[];
}

export interface NormalisingOptions {
  /** Of one device, in any order. */
  events: readonly RawEvent[];
  /** Instant of the calculation: open events last until then, nothing lasts longer. */
  nowMs: number;
  /** Ends that users corrected, by id of the raw event. */
  endEdits?: ReadonlyMap<string, number>;
  /** Breaks up to this long are not told apart. */
  mergeGapMs?: number;
  /** The same for events the calculations found, which know time by intervals only: as from `detectedMergeGapMs`. Absent: `mergeGapMs` */
  detectedGapMs?: number;
}

/** A controller that clears and raises a code again within this time means one stop. */
export const DEFAULT_MERGE_GAP_MS = 5 * 60_000;

/**
 * Break up to which two detected events of one code are one.
 *
 * @param stepMs - native interval of the site
 * @returns two intervals, at least that of reported events [ms]
 */
export function detectedMergeGapMs(stepMs: number): number {
  return Math.max(DEFAULT_MERGE_GAP_MS, 2 * stepMs);
}

/**
 * Raw events of one device as clean ranges: edits applied, open ones cut at now, doubles and empty ones dropped, and ranges of one code
 * joined where the break between them is short. A code that starts again while it is open ends the earlier one.
 *
 * @param options - raw events of one device
 * @returns by start, then code; ranges of one code do not touch
 */
export function normaliseEvents({
  events,
  nowMs,
  endEdits,
  mergeGapMs = DEFAULT_MERGE_GAP_MS,
  detectedGapMs = mergeGapMs,
}: NormalisingOptions): NormalisedEvent[] {
  const byCode = Map.groupBy(events, ({ code }) => code);
  const gapOf = (ofOneCode: readonly RawEvent[]) => (ofOneCode.every(({ source }) => source === 'Detected') ? detectedGapMs : mergeGapMs);
  return [...byCode.values()]
    .flatMap((ofOneCode) => joinRanges(closedRanges(ofOneCode, nowMs, endEdits), gapOf(ofOneCode)))
    .sort((a, b) => a.startMs - b.startMs || compareText(a.code, b.code));
}

/**
 * Widens a period until no event crosses its edges, so that what is computed inside does not depend on what lies outside.
 *
 * @param period - to recalculate
 * @param events - of the device, also those outside; open ones end at infinity
 * @param mergeGapMs - breaks up to this long join events, so the edge must be clear of them too
 * @returns the widened period
 */
export function widenToEvents<P extends { startMs: number; endMs: number }>(
  period: P,
  events: readonly Pick<RawEvent, 'startMs' | 'endMs'>[],
  mergeGapMs: number = DEFAULT_MERGE_GAP_MS,
): { startMs: number; endMs: number } {
  const byStart = [...events].sort((a, b) => a.startMs - b.startMs);
  let { startMs, endMs } = period;
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const event of byStart) {
      const eventEndMs = event.endMs ?? Number.POSITIVE_INFINITY;
      if (event.startMs - mergeGapMs > endMs || eventEndMs + mergeGapMs < startMs) continue;
      if (event.startMs >= startMs && eventEndMs <= endMs) continue;
      startMs = Math.min(startMs, event.startMs);
      endMs = Math.max(endMs, eventEndMs);
      isChanged = true;
    }
  }
  return { startMs, endMs };
}

function closedRanges(ofOneCode: readonly RawEvent[], nowMs: number, endEdits: ReadonlyMap<string, number> | undefined): NormalisedEvent[] {
  const byStart = [...ofOneCode].sort((a, b) => a.startMs - b.startMs || compareText(a.id, b.id));
  const statedEnds = byStart.map(({ id, endMs }) => endEdits?.get(id) ?? endMs);
  const isDouble = (i: number) => {
    for (let k = i - 1; byStart[k]?.startMs === byStart[i]?.startMs; k--) if (statedEnds[k] === statedEnds[i]) return true;
    return false;
  };
  return byStart.flatMap((event, i): NormalisedEvent[] => {
    const statedEndMs = statedEnds[i] ?? null;
    const restart = statedEndMs === null ? nextLater(byStart, i) : undefined;
    const endMs = Math.min(nowMs, statedEndMs ?? restart?.startMs ?? nowMs);
    if (endMs <= event.startMs || isDouble(i)) return [];
    const isOpen = statedEndMs === null && !restart;
    return [{ id: event.id, deviceId: event.deviceId, code: event.code, startMs: event.startMs, endMs, isOpen, rawEventIds: [event.id] }];
  });
}

function nextLater(byStart: readonly RawEvent[], index: number): RawEvent | undefined {
  const startMs = byStart[index]?.startMs ?? Number.NaN;
  for (let i = index + 1; i < byStart.length; i++) if ((byStart[i]?.startMs ?? Number.NaN) > startMs) return byStart[i];
  return undefined;
}

function joinRanges(byStart: readonly NormalisedEvent[], mergeGapMs: number): NormalisedEvent[] {
  const joined: NormalisedEvent[] = [];
  for (const next of byStart) {
    const last = joined.at(-1);
    if (!last || next.startMs - last.endMs > mergeGapMs) {
      joined.push({ ...next });
      continue;
    }
    last.id = compareText(last.id, next.id) <= 0 ? last.id : next.id;
    last.isOpen = next.endMs > last.endMs ? next.isOpen : last.isOpen || (next.endMs === last.endMs && next.isOpen);
    last.endMs = Math.max(last.endMs, next.endMs);
    last.rawEventIds = [...last.rawEventIds, ...next.rawEventIds];
  }
  return joined;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
