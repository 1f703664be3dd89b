import type { Site } from '@solvane/contract/fleet';
import { isGenerator, isSegmentType } from '@solvane/energy/devices/segment-types';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { SiteTree } from './site-tree.ts';
import { treeLoader, useTrees } from './trees.ts';

/** More lines than these tell nothing at first sight. */
const MOST_DEVICES = 40;

export interface StudioTarget {
  devices: string[];
  signals: string[];
}

export interface StudioLink {
  search: StudioTarget;
  /** A click that comes before the tree of the site waits for it, unless the user goes elsewhere meanwhile. A new tab is opened at once, with the site itself. */
  onClick: (event: MouseEvent) => void;
}

/** Of two that are waited for the later one is meant. */
let lastPressed: Site | undefined;

/** Where a site opens in Data Studio: the power of its generators; else the site itself, to choose from. */
export function useStudioLink(site: Site): StudioLink {
  const router = useRouter();
  const tree = useTrees().trees.get(site.siteId);
  return {
    search: targetOf(site, tree),
    onClick: (event) => {
      if (tree || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      const { pathname } = router.state.location;
      lastPressed = site;
      void treeLoader.get(site).then((loaded) => {
        if (lastPressed !== site || router.state.location.pathname !== pathname) return;
        return router.navigate({ to: '/data-studio', search: { ...targetOf(site, loaded) } });
      });
    },
  };
}

function targetOf({ siteSegmentId }: Site, tree: SiteTree | undefined): StudioTarget {
  const generators = tree?.nodes.filter(({ type, isDisabled }) => !isDisabled && isSegmentType(type) && isGenerator(type)) ?? [];
  if (generators.length === 0) return { devices: [siteSegmentId], signals: [] };
  return { devices: generators.slice(0, MOST_DEVICES).map(({ id }) => id), signals: ['ActivePower||Raw'] };
}
