import type { Site } from '@solvane/contract/fleet';
import type { SegmentId } from '@solvane/contract/ids';
import { powerDevicesOf } from '@solvane/contract/widgets/widget-devices';
import { useMemo } from 'react';
import { useSiteTree, useTrees } from './trees.ts';

/** Where the net power of sites is read; null: some tree is not loaded yet. */
export function usePowerDevices(sites: readonly Site[]): SegmentId[] | null {
  const { trees } = useTrees();
  // One site does not wait for the trees of the fleet.
  useSiteTree(sites.length === 1 ? sites[0] : undefined);
  return useMemo(() => powerDevicesOf({ sites, trees }), [sites, trees]);
}
