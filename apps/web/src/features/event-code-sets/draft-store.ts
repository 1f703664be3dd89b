import { createStore, useSelector } from '@tanstack/react-store';
import type { Drafts } from './code-drafts.ts';

/** Changes by set and level, kept while the user looks at something else. */
const store = createStore<Readonly<Record<string, Drafts>>>({});
const NONE: Drafts = {};

/** @param place - set and level the changes belong to */
export function useDrafts(place: string): Drafts {
  return useSelector(store, (drafts) => drafts[place] ?? NONE);
}

export function setDrafts(place: string, next: (drafts: Drafts) => Drafts): void {
  store.setState((all) => {
    const { [place]: before, ...others } = all;
    const drafts = next(before ?? NONE);
    return Object.keys(drafts).length === 0 ? others : { ...others, [place]: drafts };
  });
}

export function dropAllDrafts(): void {
  store.setState(() => ({}));
}
