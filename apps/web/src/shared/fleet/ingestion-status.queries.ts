import { ingestEndpoints } from '@solvane/contract/ingest';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** What arrived of each site lately, requested again every so many milliseconds. */
export function ingestionStatusQuery(pollMs: number) {
  return queryOptions({
    queryKey: ['ingestion', 'status'],
    queryFn: ({ signal }) => call(ingestEndpoints.status, { signal, background: true }),
    refetchInterval: pollMs,
  });
}
