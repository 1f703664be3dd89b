import type { EventGroup } from '@solvane/contract/event-overview';
import type { Site } from '@solvane/contract/fleet';
import { useMemo } from 'react';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { useChosenSites } from './use-chosen-sites.ts';

/** null: no price is stated anywhere. */
export type SumCurrency = string | null | 'mixed';

/** What the money of the whole result is in: that of the chosen devices' sites, else of all sites in force. */
export function useSumCurrency(): SumCurrency {
  const { sites } = useFleet();
  const chosen = useChosenSites();
  return useMemo(() => currencyOf(chosen.length === 0 ? sites : chosen), [sites, chosen]);
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
