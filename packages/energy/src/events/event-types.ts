/** What an event means for production, most decisive first. */
export const EVENT_TYPES = ['Downtime', 'Curtailment', 'Degraded', 'Communication Loss', 'Unknown', 'Warning', 'Informational'] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** Types whose events carry lost energy. */
export const LOSS_BEARING_TYPES: readonly EventType[] = ['Downtime', 'Curtailment', 'Degraded', 'Unknown'];

/** Priority of a code without a description. */
export const UNMAPPED_PRIORITY = 500;

/** Rank of a category that the set in use does not list. */
export const UNLISTED_CATEGORY_RANK = 99;

const BASE_PRIORITY_STEP = 100;

/**
 * Place of a type in the order of decisiveness: 1 for Downtime up to 7.
 *
 * @param type - any
 */
export function eventTypeRank(type: EventType): number {
  return EVENT_TYPES.indexOf(type) + 1;
}

/**
 * Priority of an event whose code has none of its own: smaller wins.
 *
 * @param type - of the event
 * @param categoryRank - of its category in the set in use, 1 to 99
 * @returns 100 per rank of the type, plus the category's rank
 */
export function defaultPriority(type: EventType, categoryRank: number = UNLISTED_CATEGORY_RANK): number {
  return BASE_PRIORITY_STEP * eventTypeRank(type) + categoryRank;
}

/**
 * Whether events of a type carry lost energy.
 *
 * @param type - any
 */
export function isLossBearing(type: EventType): boolean {
  return LOSS_BEARING_TYPES.includes(type);
}

/**
 * Whether a text names a type.
 *
 * @param text - any
 */
export function isEventType(text: string): text is EventType {
  return EVENT_TYPES.some((type) => type === text);
}
