import type { Site } from '@solvane/contract/fleet';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { sitesQuery } from '../../shared/fleet/sites.queries.ts';
import { sortByName } from './enterprises.ts';

/**
 * Sites sorted by name, for the list of a configuration screen.
 *
 * @param isListed - which sites; the same function on every render. Default: all
 */
export function useListedSites(isListed?: (site: Site) => boolean): UseQueryResult<{ items: Site[] }> {
  const { locale } = useIntl();
  const select = useCallback(
    ({ sites }: { sites: readonly Site[] }) => ({ items: sortByName(isListed ? sites.filter(isListed) : sites, locale) }),
    [isListed, locale],
  );
  return useQuery({ ...sitesQuery(), select });
}
