import type { EventGroup } from '@solvane/contract/event-overview';
import type { Site } from '@solvane/contract/fleet';
import { useMemo } from 'react';
import { useDeviceSelection } from '../../workspace/device-selection.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';

/** null: no price is stated anywhere. */
export type SumCurrency = string | null | 'mixed';

/** What the money of the whole result is in: that of the chosen devices' sites, else of all sites in force. */
export function useSumCurrency(): SumCurrency {
  const { sites } = useFleet();
  const devices = useDeviceSelection();
  return useMemo(() => {
    const chosen = new Set(Object.values(devices).map(({ siteSegmentId }) => siteSegmentId));
    return currencyOf(chosen.size === 0 ? sites : sites.filter(({ siteSegmentId }) => chosen.has(siteSegmentId)));
  }, [sites, devices]);
}

/** The same of one group: those of a site or a device are in the currency of their site. */
export function useGroupCurrency({ filter, siteName }: EventGroup): SumCurrency {
  const { allSites } = useFleet();
  const ofAll = useSumCurrency();
  if (siteName !== null) return currencyOf(allSites.filter(({ name }) => name === siteName));
  if (filter.siteIds) return currencyOf(allSites.filter(({ siteId }) => filter.siteIds?.includes(siteId)));
  return ofAll;
}

function currencyOf(sites: readonly Site[]): SumCurrency {
  const [first, ...others] = new Set(sites.flatMap(({ currency }) => currency ?? []));
  return others.length > 0 ? 'mixed' : (first ?? null);
}
