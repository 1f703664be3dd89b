import { useEffect } from 'react';
import { treeLoader } from '../../workspace/fleet/trees.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';

/** Loads all trees in the background, whether the device panel is open or not: the palette, Home and every list name devices by them. */
export function BackgroundTrees() {
  const { sites } = useFleet();
  // The loader lies outside of React.
  useEffect(() => {
    treeLoader.setSites(new Map(sites.map(({ siteId, treeVersion }) => [siteId, treeVersion])));
    treeLoader.want(
      'background',
      sites.map(({ siteId }) => siteId),
    );
  }, [sites]);
  return null;
}
