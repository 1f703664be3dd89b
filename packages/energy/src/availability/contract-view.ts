import { categoryRank, type EventCategory } from '../events/category-sets.ts';
import { defaultPriority, type EventType } from '../events/event-types.ts';
import type { TimeCategory } from '../events/time-category.ts';
import { type ClassifiedEvent, type TimelineSlice, timelineOf } from '../events/timeline.ts';
import type { AccountSlice } from './device-account.ts';

/**
 * Timeline of a device as a contract sees it: the same events, but overlaps decided by the ranks of the contract's own category set.
 *
 * @param events - ranges with category and type after overrides; their priorities do not count here
 * @param categories - of the contract's set
 * @returns slices by time that do not overlap
 */
export function contractTimeline(events: readonly ClassifiedEvent[], categories: readonly EventCategory[]): TimelineSlice[] {
  return timelineOf(events.map((event) => ({ ...event, priority: contractPriority(event, categories) })));
}

/**
 * Priority of an event under a contract.
 *
 * @param event - category and type after overrides
 * @param categories - of the contract's set
 * @returns smaller wins
 */
export function contractPriority(
  { category, eventType }: Pick<ClassifiedEvent, 'category' | 'eventType'>,
  categories: readonly EventCategory[],
): number {
  return defaultPriority(eventType, categoryRank(categories, category));
}

/**
 * Slices with the time category a contract books them under: that of their category, else what their type suggests.
 *
 * @param timeline - contract view of a device
 * @param categories - of the contract's set
 * @returns slices for `deviceAccount`
 */
export function accountSlices(timeline: readonly TimelineSlice[], categories: readonly EventCategory[]): AccountSlice[] {
  const byName = new Map(categories.map(({ name, timeCategory }) => [name, timeCategory]));
  return timeline.map(({ startMs, endMs, eventType, category, id, code }) => ({
    event: { id, code, category },
    startMs,
    endMs,
    eventType,
    timeCategory: byName.get(category) ?? TIME_CATEGORY_OF_TYPE[eventType],
  }));
}

const TIME_CATEGORY_OF_TYPE: Record<EventType, TimeCategory> = {
  Downtime: 'FO',
  Curtailment: 'RQ',
  Degraded: 'PP',
  'Communication Loss': 'IU',
  Unknown: 'FO',
  Warning: 'FP',
  Informational: 'FP',
};
