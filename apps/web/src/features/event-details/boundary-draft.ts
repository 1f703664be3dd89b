import type { Event } from '@solvane/contract/events';
import { reviewSegments } from '@solvane/energy/events/split';
import type { Period } from '@solvane/energy/time/local-day';
import type { TypedTime } from '../../shared/time/local-moment.ts';

export type Edge = 'start' | 'end';

/** Boundaries as a person has moved them so far. */
export interface BoundaryDraft {
  startMs: number;
  /** null: open. */
  endMs: number | null;
  /** Text of the fields while the user types; undefined: the instants. */
  typed: Partial<Record<Edge, TypedTime>>;
}

/** What lies around an event on its device. */
export interface BoundaryLimits {
  /** Where the event before it ends. null: none. */
  previousEndMs: number | null;
  /** Where the event after it begins. null: none. */
  nextStartMs: number | null;
  nowMs: number;
}

export type BoundaryProblem = 'EventLog_Segments_OnOther' | 'EventLog_Segments_Empty' | 'EventLog_Segments_InFuture';

const MINUTE_MS = 60_000;

export function draftOf({ startMs, endMs }: Pick<Event, 'startMs' | 'endMs'>): BoundaryDraft {
  return { startMs, endMs, typed: {} };
}

/** Moves an edge to an instant, to full minutes and no further than the neighbours, the other edge and now allow. */
export function moveEdge(draft: BoundaryDraft, edge: Edge, instantMs: number, limits: BoundaryLimits): BoundaryDraft {
  const wantedMs = Math.round(instantMs / MINUTE_MS) * MINUTE_MS;
  const typed = { ...draft.typed, [edge]: undefined };
  const { startMs, endMs } = draft;
  if (edge === 'start') {
    const latestMs = (endMs ?? limits.nowMs) - MINUTE_MS;
    return { ...draft, typed, startMs: Math.min(Math.max(wantedMs, limits.previousEndMs ?? wantedMs), latestMs) };
  }
  const latestMs = Math.min(limits.nextStartMs ?? limits.nowMs, limits.nowMs);
  return { ...draft, typed, endMs: Math.max(Math.min(wantedMs, latestMs), startMs + MINUTE_MS) };
}

/** Takes an instant over exactly as it was typed or clicked: what is wrong with it is reported, not corrected. */
export function setEdge(draft: BoundaryDraft, edge: Edge, instantMs: number | null, typed?: TypedTime): BoundaryDraft {
  const next = { ...draft, typed: { ...draft.typed, [edge]: typed } };
  if (edge === 'end') return { ...next, endMs: instantMs };
  return instantMs === null ? next : { ...next, startMs: instantMs };
}

/** The edge that is meant when the end of a raw event is taken for it: the nearer one. */
export function nearerEdge({ startMs, endMs }: Pick<Event, 'startMs' | 'endMs'>, instantMs: number, nowMs: number): Edge {
  return Math.abs(instantMs - startMs) <= Math.abs(instantMs - (endMs ?? nowMs)) ? 'start' : 'end';
}

export interface DraftReview {
  isChanged: boolean;
  problem: { edge: Edge; message: BoundaryProblem } | undefined;
  /** Time that would belong to no event any more. */
  gaps: Period[];
}

/** What moving the boundaries would do, as the server will judge it. */
export function reviewDraft(
  draft: BoundaryDraft,
  event: Pick<Event, 'startMs' | 'endMs' | 'durationMs'>,
  limits: BoundaryLimits,
): DraftReview {
  const knownEndMs = event.endMs ?? event.startMs + event.durationMs;
  const wanted = { startMs: draft.startMs, endMs: draft.endMs ?? Math.max(knownEndMs, draft.startMs + 1) };
  const others = [
    ...(limits.previousEndMs === null ? [] : [{ startMs: Number.NEGATIVE_INFINITY, endMs: limits.previousEndMs }]),
    ...(limits.nextStartMs === null ? [] : [{ startMs: limits.nextStartMs, endMs: Number.POSITIVE_INFINITY }]),
  ];
  const review = reviewSegments([wanted], { startMs: event.startMs, endMs: knownEndMs }, others);
  return {
    isChanged: draft.startMs !== event.startMs || draft.endMs !== event.endMs,
    problem: problemOf(wanted, review, limits),
    gaps: review.gaps,
  };
}

function problemOf(wanted: Period, review: ReturnType<typeof reviewSegments>, limits: BoundaryLimits): DraftReview['problem'] {
  if (review.empty.length > 0) return { edge: 'end', message: 'EventLog_Segments_Empty' };
  if (wanted.startMs > limits.nowMs) return { edge: 'start', message: 'EventLog_Segments_InFuture' };
  if (wanted.endMs > limits.nowMs) return { edge: 'end', message: 'EventLog_Segments_InFuture' };
  if (review.onOtherEvents.length === 0) return undefined;
  const isBefore = limits.previousEndMs !== null && wanted.startMs < limits.previousEndMs;
  return { edge: isBefore ? 'start' : 'end', message: 'EventLog_Segments_OnOther' };
}
