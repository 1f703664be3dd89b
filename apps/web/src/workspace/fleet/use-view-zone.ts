import { useMemo } from 'react';
import { commonZone } from '../../shared/time/common-zone.ts';
import { useDeviceSelection } from '../device-selection.ts';
import { useFleet } from './use-fleet.ts';

/** The zone in which the header says the period: that of the selected devices, else of the sites in view; UTC where they lie in several. */
export function useViewZone(): string {
  const selection = useDeviceSelection();
  const { sites, allSites } = useFleet();
  return useMemo(() => {
    const selected = new Set<string>(Object.values(selection).map(({ siteSegmentId }) => siteSegmentId));
    const inView = selected.size > 0 ? allSites.filter(({ siteSegmentId }) => selected.has(siteSegmentId)) : sites;
    return commonZone(inView.map(({ metadata }) => metadata.timezone));
  }, [selection, sites, allSites]);
}
