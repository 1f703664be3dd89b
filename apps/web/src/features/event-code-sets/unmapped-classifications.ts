import type { UnmappedCode, UsableCategory } from '@solvane/contract/event-codes';
import type { EventType } from '@solvane/energy/events/event-types';

/** Classification chosen for a code. */
export interface WantedCode {
  category: string;
  eventType: EventType;
}
export type Wanted = Readonly<Record<string, WantedCode>>;

/** The same code on the same model of an enterprise is one row. */
export function keyOf({ enterpriseId, manufacturer, model, code }: UnmappedCode): string {
  return JSON.stringify([enterpriseId, manufacturer, model, code]);
}

/** The chosen classification, else that of a similar code, as far as the set in use has its category. undefined: not known */
export function meaningOf(item: UnmappedCode, wanted: Wanted, categories: readonly UsableCategory[]): WantedCode | undefined {
  const chosen = wanted[keyOf(item)];
  if (chosen) return chosen;
  const { suggestion } = item;
  return suggestion && categories.some(({ name }) => name === suggestion.category)
    ? { category: suggestion.category, eventType: suggestion.eventType }
    : undefined;
}

/** Categories that all of some rows have: what can be chosen for them together. */
export function sharedCategories(lists: readonly (readonly UsableCategory[])[]): readonly UsableCategory[] {
  const [first = [], ...others] = lists;
  return first.filter(({ name }) => others.every((list) => list.some((category) => category.name === name)));
}
