import type { CategorySet } from '@solvane/contract/event-codes';

type Category = CategorySet['categories'][number];

/** A category on its way; its place in the list is its priority. */
export interface DraftCategory extends Omit<Category, 'rank'> {
  /** The same while it is renamed and moved. */
  id: string;
}

/** Names the set in the address and among drafts; of a set nobody made there is one per enterprise and energy type. */
export function setKeyOf({ id, enterpriseId, energyType }: Pick<CategorySet, 'id' | 'enterpriseId' | 'energyType'>): string {
  return id ?? `${enterpriseId}~${energyType}`;
}

export function toDraft({ categories }: CategorySet): DraftCategory[] {
  return [...categories].sort((a, b) => a.rank - b.rank).map(({ rank: _, ...category }) => ({ ...category, id: category.name }));
}

/** @param to - place it takes, from 0 */
export function moveCategory(categories: readonly DraftCategory[], id: string, to: number): DraftCategory[] {
  const from = categories.findIndex((category) => category.id === id);
  const moved = categories[from];
  const place = Math.max(0, Math.min(categories.length - 1, to));
  if (!moved || place === from) return [...categories];
  const others = categories.filter((category) => category.id !== id);
  return [...others.slice(0, place), moved, ...others.slice(place)];
}

type DraftChange = 'none' | 'order' | 'content';

/** Whether only the order differs: that takes less of a permission. */
export function changeOf(set: CategorySet, draft: readonly DraftCategory[]): DraftChange {
  const stored = toDraft(set);
  const byName = new Map(stored.map((category) => [category.name, category]));
  const isSame = ({ name, eventType, timeCategory }: DraftCategory): boolean => {
    const known = byName.get(name);
    return known !== undefined && known.eventType === eventType && known.timeCategory === timeCategory;
  };
  if (draft.length !== stored.length || !draft.every(isSame) || new Set(draft.map(({ name }) => name)).size !== draft.length)
    return 'content';
  // Ranks with gaps, as after single ones were given, become 1, 2, 3 with the next order.
  return draft.some(({ name }, index) => stored[index]?.name !== name) ? 'order' : 'none';
}

/** Categories whose codes would come before or behind others than now. */
export function movedCount(set: CategorySet, draft: readonly DraftCategory[]): number {
  const stored = toDraft(set);
  return draft.filter(({ id }, index) => stored[index]?.id !== id).length;
}
