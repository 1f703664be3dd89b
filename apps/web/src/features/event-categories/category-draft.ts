import type { CategorySet } from '@solvane/contract/event-codes';
import { createItemDrafts } from '../../shared/configuration/item-draft.ts';

export type Category = CategorySet['categories'][number];

/** A category of a draft; its index in the list is its priority. */
export interface DraftCategory extends Omit<Category, 'rank'> {
  /** The same while it is renamed and moved. */
  id: string;
}

/** Names the set in the address and among drafts. A default set has no id: there is one per enterprise and energy type. */
export function setKeyOf({ id, enterpriseId, energyType }: Pick<CategorySet, 'id' | 'enterpriseId' | 'energyType'>): string {
  return id ?? `${enterpriseId}~${energyType}`;
}

export function toDraft(categories: readonly Category[]): DraftCategory[] {
  return categories.toSorted((a, b) => a.rank - b.rank).map(({ rank: _, ...category }) => ({ ...category, id: category.name }));
}

/** Ranks with gaps become 1, 2, 3 with the next save. */
export function ranked(categories: readonly DraftCategory[]): Category[] {
  return categories.map(({ id: _, ...category }, index) => ({ ...category, name: category.name.trim(), rank: index + 1 }));
}

export function newCategory(): DraftCategory {
  return { id: crypto.randomUUID(), name: '', eventType: 'Downtime', timeCategory: 'FO' };
}

/** By the key of the set. */
export const categoryDrafts = createItemDrafts<DraftCategory, CategorySet>();

export function categoriesOf({ categories }: Pick<CategorySet, 'categories'>): DraftCategory[] {
  return toDraft(categories);
}
