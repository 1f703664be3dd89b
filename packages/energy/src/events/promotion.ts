import type { DefaultCategoryName } from './category-sets.ts';
import type { TimelineSlice } from './timeline.ts';

/** A generator under one parent. */
export interface SiblingTimeline {
  deviceId: string;
  /** [kW] */
  capacity: number;
  timeline: readonly TimelineSlice[];
}

/**
 * One event shown on the parent in place of the same event on most of its generators. It is for display only: losses and availability stay
 * with the members, or they would count twice.
 */
export interface PromotedEvent
  extends Pick<TimelineSlice, 'code' | 'category' | 'eventType' | 'priority' | 'startMs' | 'endMs' | 'isOpen'> {
  affectedDeviceIds: string[];
  members: { deviceId: string; slice: TimelineSlice }[];
}

/** These come from outside, so the generators may name them with different codes. */
const GROUPED_BY_CATEGORY: readonly string[] = ['Grid outage', 'Grid curtailment'] satisfies DefaultCategoryName[];
const PROMOTED_FROM = 0.8;
const STARTING_WITHIN_MS = 10 * 60_000;

/**
 * Events that began on at least 80 % of the generators of a parent, by capacity, within ten minutes.
 *
 * @param siblings - generators of one parent
 * @returns promoted events by start; each slice is a member of one at most
 */
export function promoteEvents(siblings: readonly SiblingTimeline[]): PromotedEvent[] {
  if (siblings.length < 2) return [];
  const totalCapacity = siblings.reduce((sum, { capacity }) => sum + capacity, 0);
  const candidates = siblings.flatMap(({ deviceId, capacity, timeline }) => timeline.map((slice) => ({ deviceId, capacity, slice })));
  const alike = Map.groupBy(candidates, ({ slice }) =>
    GROUPED_BY_CATEGORY.includes(slice.category) ? `category ${slice.category}` : `code ${slice.code}`,
  );
  return [...alike.values()].flatMap((group) => promoteAlike(group, totalCapacity)).sort((a, b) => a.startMs - b.startMs);
}

interface Candidate {
  deviceId: string;
  capacity: number;
  slice: TimelineSlice;
}

function promoteAlike(group: readonly Candidate[], totalCapacity: number): PromotedEvent[] {
  const byStart = [...group].sort((a, b) => a.slice.startMs - b.slice.startMs);
  const promoted: PromotedEvent[] = [];
  const taken = new Set<Candidate>();
  for (const [i, first] of byStart.entries()) {
    if (taken.has(first)) continue;
    const members = new Map<string, Candidate>();
    for (let at = i; at < byStart.length; at++) {
      const candidate = byStart[at];
      if (!candidate || candidate.slice.startMs > first.slice.startMs + STARTING_WITHIN_MS) break;
      if (!taken.has(candidate) && !members.has(candidate.deviceId)) members.set(candidate.deviceId, candidate);
    }
    const capacity = [...members.values()].reduce((sum, member) => sum + member.capacity, 0);
    if (!(capacity >= PROMOTED_FROM * totalCapacity - 1e-9)) continue;
    for (const member of members.values()) taken.add(member);
    promoted.push(promotedEvent([...members.values()]));
  }
  return promoted;
}

function promotedEvent(members: readonly Candidate[]): PromotedEvent {
  const slices = members.map(({ slice }) => slice);
  const [leader] = [...slices].sort((a, b) => a.priority - b.priority || a.startMs - b.startMs);
  if (!leader) throw new RangeError('a promoted event has members');
  const { code, category, eventType, priority } = leader;
  const endMs = Math.max(...slices.map((slice) => slice.endMs));
  return {
    code,
    category,
    eventType,
    priority,
    startMs: Math.min(...slices.map((slice) => slice.startMs)),
    endMs,
    isOpen: slices.some((slice) => slice.isOpen && slice.endMs === endMs),
    affectedDeviceIds: members.map(({ deviceId }) => deviceId),
    members: members.map(({ deviceId, slice }) => ({ deviceId, slice })),
  };
}
