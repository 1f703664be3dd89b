import type { Site } from '@solvane/contract/fleet';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { useEffect, useMemo } from 'react';
import type { DeviceSelection } from '../../workspace/device-selection.ts';
import { treeLoader } from '../../workspace/fleet/trees.ts';

interface WantedQuestion {
  sites: readonly Site[];
  selection: DeviceSelection;
  open: ReadonlySet<string>;
  favorites: ReadonlySet<SegmentId>;
  isSearching: boolean;
}

/** Tells the loader which sites' trees the panel needs, and why. */
export function useWantedTrees({ sites, selection, open, favorites, isSearching }: WantedQuestion): void {
  const idBySegment = useMemo(() => new Map(sites.map((site) => [site.siteSegmentId as string, site.siteId])), [sites]);
  const all = useMemo(() => sites.map(({ siteId }) => siteId), [sites]);

  // The loader lies outside of React: these effects hand over what changed.
  useEffect(() => {
    const ids = new Set(Object.values(selection).flatMap(({ siteSegmentId }) => idBySegment.get(siteSegmentId) ?? []));
    treeLoader.want('selected', [...ids]);
  }, [selection, idBySegment]);
  useEffect(() => treeLoader.want('expanded', sitesIn(open, idBySegment)), [open, idBySegment]);
  // A favorite's site is not known by its id alone; sites that are favorites themselves come first, others with the rest.
  useEffect(() => treeLoader.want('favorite', sitesIn(favorites, idBySegment)), [favorites, idBySegment]);
  useEffect(() => treeLoader.want('search', isSearching ? all : []), [isSearching, all]);
}

function sitesIn(ids: ReadonlySet<string>, idBySegment: ReadonlyMap<string, SiteId>): SiteId[] {
  return [...idBySegment].flatMap(([segmentId, siteId]) => (ids.has(segmentId) ? [siteId] : []));
}
