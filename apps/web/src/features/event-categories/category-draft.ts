import type { CategorySet } from '@solvane/contract/event-codes';
import { createDraftStore } from '../../shared/configuration/draft-store.ts';

type Category = CategorySet['categories'][number];

/** A category of a draft; its index in the list is its priority. */
export interface DraftCategory extends Omit<Category, 'rank'> {
  /** The same while it is renamed and moved. */
  id: string;
}

/** Names the set in the address and among drafts. A default set has no id: there is one per enterprise and energy type. */
export function setKeyOf({ id, enterpriseId, energyType }: Pick<CategorySet, 'id' | 'enterpriseId' | 'energyType'>): string {
  return id ?? `${enterpriseId}~${energyType}`;
}

export function toDraft({ categories }: CategorySet): DraftCategory[] {
  return [...categories].sort((a, b) => a.rank - b.rank).map(({ rank: _, ...category }) => ({ ...category, id: category.name }));
}

/** By the key of the set; null: no changes. */
export const categoryDrafts = createDraftStore<DraftCategory[] | null, CategorySet>({ none: null, isNone: (draft) => draft === null });

type DraftChange = 'none' | 'order' | 'content';

/** Whether only the order differs: reordering needs a lesser permission. */
export function changeOf(set: CategorySet, draft: readonly DraftCategory[]): DraftChange {
  const stored = toDraft(set);
  const byName = new Map(stored.map((category) => [category.name, category]));
  const isSame = ({ name, eventType, timeCategory }: DraftCategory): boolean => {
    const known = byName.get(name);
    return known !== undefined && known.eventType === eventType && known.timeCategory === timeCategory;
  };
  if (draft.length !== stored.length || !draft.every(isSame) || new Set(draft.map(({ name }) => name)).size !== draft.length)
    return 'content';
  // Ranks with gaps become 1, 2, 3 with the next save.
  return draft.some(({ name }, index) => stored[index]?.name !== name) ? 'order' : 'none';
}

/** Categories with another priority than now. */
export function movedCount(set: CategorySet, draft: readonly DraftCategory[]): number {
  const stored = toDraft(set);
  return draft.filter(({ id }, index) => stored[index]?.id !== id).length;
}
