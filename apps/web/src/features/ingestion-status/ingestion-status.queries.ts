import type { SiteId } from '@solvane/contract/ids';
import { ingestEndpoints } from '@solvane/contract/ingest';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const ingestionKeys = {
  status: ['ingestion', 'status'],
  rejects: (siteId: SiteId) => ['ingestion', 'rejects', siteId],
} as const;

const POLL_MS = 15_000;
const REJECTS_PER_PAGE = 100;

export function ingestionStatusQuery() {
  return queryOptions({
    queryKey: ingestionKeys.status,
    queryFn: ({ signal }) => call(ingestEndpoints.status, { signal, background: true }),
    refetchInterval: POLL_MS,
  });
}

/** Rejected rows of a site, newest first, page by page. */
export function rejectsQuery(siteId: SiteId) {
  return infiniteQueryOptions({
    queryKey: ingestionKeys.rejects(siteId),
    initialPageParam: undefined as number | undefined,
    queryFn: ({ signal, pageParam }) =>
      call(ingestEndpoints.rejects, {
        query: { siteId, limit: REJECTS_PER_PAGE, ...(pageParam !== undefined && { beforeMs: pageParam }) },
        signal,
      }),
    getNextPageParam: ({ items }) => (items.length < REJECTS_PER_PAGE ? undefined : items.at(-1)?.atMs),
  });
}
