import type { Site } from '@solvane/contract/fleet';
import { isGenerator, isSegmentType } from '@solvane/energy/devices/segment-types';
import { useTrees } from '../../workspace/fleet/trees.ts';

/** More lines than these tell nothing at first sight. */
const MOST_DEVICES = 40;

export interface StudioTarget {
  devices: string[];
  signals: string[];
}

/** Where a site opens in Data Studio: the power of its generators, as far as its tree is known; else the site itself, to choose from. */
export function useStudioTarget({ siteId, siteSegmentId }: Site): StudioTarget {
  const tree = useTrees().trees.get(siteId);
  const generators = tree?.nodes.filter(({ type, isDisabled }) => !isDisabled && isSegmentType(type) && isGenerator(type)) ?? [];
  if (generators.length === 0) return { devices: [siteSegmentId], signals: [] };
  return { devices: generators.slice(0, MOST_DEVICES).map(({ id }) => id), signals: ['ActivePower||Raw'] };
}
