import type { SiteId } from '@solvane/contract/ids';
import { useMemo } from 'react';
import { useTrees } from '../../workspace/fleet/trees.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import type { QualityDevice } from './method-fields.tsx';
import { parseSignalKey } from './quality-draft.ts';

/** Devices of sites that the rules of a signal are for: they can stand in for each other. */
export function useQualityDevices(siteIds: readonly SiteId[], signal: string): readonly QualityDevice[] {
  const { allSites } = useFleet();
  const { trees } = useTrees();
  return useMemo(() => {
    const { segmentTypes } = parseSignalKey(signal);
    const sites = siteIds.flatMap((id) => allSites.filter((site) => site.siteId === id));
    return sites.flatMap(({ siteId, name: siteName }) =>
      (trees.get(siteId)?.nodes ?? [])
        .filter(({ type, level }) => level > 0 && (segmentTypes.length === 0 || segmentTypes.some((each) => each === type)))
        .map(({ id, name }) => ({ id, name, siteName })),
    );
  }, [siteIds, allSites, signal, trees]);
}
