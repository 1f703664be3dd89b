import type { Revision } from '@solvane/contract/validity';
import { useMemo } from 'react';
import { createDraftStore, type DraftStore, useDraft, useDraftBase } from './draft-store.ts';
import type { ItemTexts } from './item-texts.ts';
import { type TheirChange, threeWayMerge, type Versions } from './three-way-merge.ts';

interface EditedItems<Item> {
  items: readonly Item[];
  /** What was saved while the user went on: only later changes are left. */
  saved?: readonly Item[];
}

type ItemDrafts<Item, Base> = DraftStore<EditedItems<Item> | null, Base>;

/** Drafts of configurations that are lists of items with an id. */
export function createItemDrafts<Item extends { id: string }, Base>(): ItemDrafts<Item, Base> {
  return createDraftStore<EditedItems<Item> | null, Base>({ none: null, isNone: (draft) => draft === null });
}

interface ItemDraftOptions<Item extends { id: string }, Base> {
  drafts: ItemDrafts<Item, Base>;
  /** Of the configuration among the drafts. */
  draftKey: string;
  /** As it is stored now. */
  stored: Base;
  itemsOf: (configuration: Base) => readonly Item[];
  texts: ItemTexts<Item>;
}

/** A list of items with the changes that are not saved yet. */
export interface ItemDraft<Item extends { id: string }, Base> {
  /** What was edited: it stays while newer data are loaded. */
  base: Base;
  stored: Base;
  versions: Versions<Item>;
  items: readonly Item[];
  /** From `base` to `items`. */
  changes: readonly TheirChange<Item>[];
  texts: ItemTexts<Item>;
  /** The same object until the next change. null: nothing was changed */
  token: object | null;
  change: (next: (items: readonly Item[]) => readonly Item[]) => void;
  changeItem: (id: string, part: Partial<Item>) => void;
  /** Other items on top of what is stored now. */
  replace: (items: readonly Item[]) => void;
  /** The items were stored; what was changed during the request stays. */
  markSaved: () => void;
  discard: () => void;
}

/** The draft of one configuration of a screen. */
export function useItemDraft<Item extends { id: string }, Base extends { revision: Revision }>({
  drafts,
  draftKey,
  stored,
  itemsOf,
  texts,
}: ItemDraftOptions<Item, Base>): ItemDraft<Item, Base> {
  const draft = useDraft(drafts, draftKey);
  const base = useDraftBase(drafts, draftKey, stored);
  const before = useMemo(() => itemsOf(base), [itemsOf, base]);
  const theirs = useMemo(() => itemsOf(stored), [itemsOf, stored]);
  const { fields, isOrdered = false } = texts;
  const toItems = (edited: EditedItems<Item> | null): readonly Item[] => {
    if (!edited) return before;
    return edited.saved ? threeWayMerge({ base: edited.saved, theirs, own: edited.items }, { fields, isOrdered }).merged : edited.items;
  };
  const items = toItems(draft);
  const changesTo = (next: readonly Item[]) => threeWayMerge({ base: before, theirs: next, own: before }, { fields, isOrdered }).changes;
  const changes = items === before ? [] : changesTo(items);
  const change = (next: (current: readonly Item[]) => readonly Item[]): void =>
    drafts.set(
      draftKey,
      (edited) => {
        const own = next(toItems(edited));
        return changesTo(own).length === 0 ? null : { items: own };
      },
      base,
    );
  return {
    base,
    stored,
    versions: { base: before, theirs, own: items },
    items,
    changes,
    texts,
    token: changes.length === 0 ? null : draft,
    change,
    changeItem: (id, part) => change((current) => current.map((item) => (item.id === id ? { ...item, ...part } : item))),
    replace: (next) => drafts.rebase(draftKey, () => ({ items: next }), stored),
    markSaved: () => drafts.rebase(draftKey, (now) => (now === null || now === draft ? null : { items: now.items, saved: items })),
    discard: () => drafts.set(draftKey, () => null),
  };
}
