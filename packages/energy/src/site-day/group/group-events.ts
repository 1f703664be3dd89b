import { categoryRank, type EventCategory } from '../../events/category-sets.ts';
import { type CodeOverride, type EventCode, type ResolvedCode, resolveCode } from '../../events/code-sets.ts';
import { SYSTEM_CODE_SET } from '../../events/detected-events.ts';
import { applyOverlay, entriesInForce, type OverlayEntry, rawEndEdits } from '../../events/overlay.ts';
import { detectedMergeGapMs, normaliseEvents, type RawEvent, widenToEvents } from '../../events/raw-events.ts';
import { SYSTEM_CODES } from '../../events/system-codes.ts';
import { type ClassifiedEvent, type TimelineSlice, timelineOf } from '../../events/timeline.ts';
import type { Period } from '../../time/local-day.ts';

/** Everything configured about the codes of a device. */
export interface EventCodes {
  /** Of the device model; codes of the system are known without it. */
  codeSet: readonly EventCode[];
  enterpriseOverrides: readonly CodeOverride[];
  siteOverrides: readonly CodeOverride[];
  /** Of the category set the device uses. */
  categories: readonly EventCategory[];
}

export interface EventDevice {
  id: string;
  codes: EventCodes;
}

export interface EventWindow extends Period {
  /** Instant of the calculation: open events last until then. */
  nowMs: number;
  /** Native interval of the site. */
  stepMs: number;
  /** Of the device, in any order; those outside the window too, so that it can widen. */
  rawEvents: readonly RawEvent[];
  /** Edits of people, in any order. */
  overlay: readonly OverlayEntry[];
}

/** The timeline of a device and what it was made of. */
export interface GroupedEvents {
  deviceId: string;
  /** Widened until no event crosses its edges: what is stored inside may be replaced as a whole. */
  period: Period;
  /** Ranges with their meaning, which may overlap: a contract decides between them by its own ranks. */
  events: ClassifiedEvent[];
  /** By time, not overlapping. Never cut at midnight. */
  slices: TimelineSlice[];
  /** Codes without a description, in order. */
  unmappedCodes: string[];
}

/**
 * Groups what controllers, detectors and people reported about a device into one timeline.
 *
 * The window widens until no event crosses its edges, so neighbouring windows agree on every event they share.
 *
 * @param device - with the meaning of its codes
 * @param window - raw events and edits
 * @returns timeline of the widened window
 */
export function groupEvents({ id, codes }: EventDevice, window: EventWindow): GroupedEvents {
  const { startMs, endMs, nowMs, stepMs, rawEvents, overlay } = window;
  const detectedGapMs = detectedMergeGapMs(stepMs);
  const edits = entriesInForce(overlay);
  const placed = edits.flatMap((entry) => ('startMs' in entry ? [{ startMs: entry.startMs, endMs: entry.endMs }] : []));
  const period = widenToEvents({ startMs, endMs }, [...rawEvents, ...placed], detectedGapMs);
  const inside = rawEvents.filter((event) => event.startMs < period.endMs && (event.endMs ?? Number.POSITIVE_INFINITY) > period.startMs);
  const meanings = meaningsOf(inside, codes);
  const events = normaliseEvents({ events: inside, nowMs, endEdits: rawEndEdits(edits), detectedGapMs }).flatMap(
    (event): ClassifiedEvent[] => {
      const meaning = meanings.get(event.code);
      return meaning ? [{ ...event, category: meaning.category, eventType: meaning.eventType, priority: meaning.priority }] : [];
    },
  );
  const slices = applyOverlay(
    timelineOf(events),
    edits.filter((entry) => !('startMs' in entry) || (entry.startMs < period.endMs && entry.endMs > period.startMs)),
    events,
  );
  const unmappedCodes = [...meanings.values()].filter(({ isMapped }) => !isMapped).map(({ code }) => code);
  return { deviceId: id, period, events, slices, unmappedCodes: unmappedCodes.sort() };
}

function meaningsOf(events: readonly RawEvent[], codes: EventCodes): Map<string, ResolvedCode> {
  const { enterpriseOverrides, siteOverrides, categories } = codes;
  const rankOf = (category: string) => categoryRank(categories, category);
  const meanings = new Map<string, ResolvedCode>();
  for (const { code } of events) {
    if (meanings.has(code)) continue;
    const codeSet = Object.hasOwn(SYSTEM_CODES, code) ? SYSTEM_CODE_SET : codes.codeSet;
    meanings.set(code, resolveCode({ code, codeSet, enterpriseOverrides, siteOverrides, rankOf }));
  }
  return meanings;
}
