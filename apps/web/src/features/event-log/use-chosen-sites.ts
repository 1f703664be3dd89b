import type { Site } from '@solvane/contract/fleet';
import { useMemo } from 'react';
import { useDeviceSelection } from '../../workspace/device-selection.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';

/** Sites of the devices that are selected. Empty: no device is. */
export function useChosenSites(): readonly Site[] {
  const { sites } = useFleet();
  const devices = useDeviceSelection();
  return useMemo(() => {
    const chosen = new Set(Object.values(devices).map(({ siteSegmentId }) => siteSegmentId));
    return sites.filter(({ siteSegmentId }) => chosen.has(siteSegmentId));
  }, [sites, devices]);
}
