import type { Site } from '@solvane/contract/fleet';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { sitesQuery } from '../../shared/fleet/sites.queries.ts';
import { sortByName } from './enterprises.ts';

/**
 * Sites in the order of their names, as a list of configurations takes them.
 *
 * @param isListed - stays the same from render to render
 */
export function useListedSites(isListed: (site: Site) => boolean): UseQueryResult<{ items: Site[] }> {
  const { locale } = useIntl();
  const select = useCallback(
    ({ sites }: { sites: readonly Site[] }) => ({ items: sortByName(sites.filter(isListed), locale) }),
    [isListed, locale],
  );
  return useQuery({ ...sitesQuery(), select });
}
