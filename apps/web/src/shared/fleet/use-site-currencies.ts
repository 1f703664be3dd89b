import type { SiteId } from '@solvane/contract/ids';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sitesQuery } from './sites.queries.ts';

/** What money of each site is in; null, as for a site that is not known yet: none is stated. */
export function useSiteCurrencies(): (siteId: SiteId) => string | null {
  const { data } = useQuery(sitesQuery());
  return useMemo(() => {
    const known = new Map(data?.sites.map(({ siteId, currency }) => [siteId, currency]));
    return (siteId) => known.get(siteId) ?? null;
  }, [data]);
}
