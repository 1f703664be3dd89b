import type { Event } from '@solvane/contract/events';

export const SHOWN_FIELDS = ['start', 'end', 'type', 'category', 'code', 'acknowledged'] as const;
export type ShownField = (typeof SHOWN_FIELDS)[number];

const READ: Record<ShownField, (event: Event) => unknown> = {
  start: ({ startMs }) => startMs,
  end: ({ endMs }) => endMs,
  type: ({ type }) => type,
  category: ({ category }) => category,
  code: ({ code }) => code,
  acknowledged: ({ acknowledged }) => acknowledged?.atMs ?? null,
};

/** What a person sees differently of an event than before. */
export function differencesOf(before: Event, now: Event): ShownField[] {
  return SHOWN_FIELDS.filter((field) => READ[field](before) !== READ[field](now));
}
