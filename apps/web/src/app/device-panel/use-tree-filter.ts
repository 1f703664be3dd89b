import type { Site } from '@solvane/contract/fleet';
import type { SiteId } from '@solvane/contract/ids';
import { useCallback, useMemo } from 'react';
import { useTypeLabel } from '../../shared/fleet/use-type-label.ts';
import { searchTerms } from '../../shared/text/fold.ts';
import type { SiteTree } from '../../workspace/fleet/site-tree.ts';
import type { TreesState } from '../../workspace/fleet/tree-loader.ts';
import { bothMarks, type Marks, markWhere, searchTree } from './tree-search.ts';

interface FilterQuestion {
  sites: readonly Site[];
  state: TreesState;
  search: string;
  /** Filter "selected only" and "favorites only": both are sets of ids, and combine with the search. */
  selected: { has: (id: string) => boolean } | undefined;
  favorites: { has: (id: string) => boolean } | undefined;
}

/** What search and filters leave of each loaded tree; undefined when nothing is searched or filtered. */
export function useTreeFilter({ sites, state, search, selected, favorites }: FilterQuestion): ReadonlyMap<SiteId, Marks> | undefined {
  const typeText = useTypeText();
  return useMemo(() => {
    const words = searchTerms(search);
    if (words.length === 0 && !selected && !favorites) return undefined;
    const marksOf = (tree: SiteTree): Marks => {
      const parts = [
        ...(words.length > 0 ? [searchTree(tree, words, typeText)] : []),
        ...(selected ? [markWhere(tree, (id) => selected.has(id))] : []),
        ...(favorites ? [markWhere(tree, (id) => favorites.has(id))] : []),
      ];
      return parts.reduce((left, right) => bothMarks(tree, left, right));
    };
    const filter = new Map<SiteId, Marks>();
    for (const { siteId } of sites) {
      const tree = state.trees.get(siteId);
      if (tree) filter.set(siteId, marksOf(tree));
    }
    return filter;
  }, [sites, state.trees, search, selected, favorites, typeText]);
}

/** Name of a segment type in the user's language, and as people write it in files. */
export function useTypeText(): (type: string) => string {
  const typeLabel = useTypeLabel();
  return useCallback((type) => `${typeLabel(type)} ${type}`, [typeLabel]);
}
