import { deviceTreeEndpoints } from '@solvane/contract/fleet';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const fleetKeys = { sites: ['sites', 'list'] } as const;

const FRESH_MS = 5 * 60_000;

/** Enterprises and sites the user may see, with the errors of those that could not be read. */
export function sitesQuery() {
  return queryOptions({
    queryKey: fleetKeys.sites,
    queryFn: ({ signal }) => call(deviceTreeEndpoints.sites, { signal }),
    staleTime: FRESH_MS,
  });
}
