import { siteEndpoints } from '@solvane/contract/fleet';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

const POLL_MS = 60_000;

/** Power now, age of data and open events of every site. Polled too: ages grow while nothing arrives. */
export function siteStatusQuery() {
  return queryOptions({
    queryKey: ['sites', 'status'],
    queryFn: ({ signal }) => call(siteEndpoints.status, { signal, background: true }),
    refetchInterval: POLL_MS,
    // The device panel asks it too: another screen is no reason to ask again before its time.
    staleTime: POLL_MS,
  });
}
