import { dataReportEndpoints } from '@solvane/contract/data-report';
import type { SiteId } from '@solvane/contract/ids';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

const POLL_MS = 5_000;

/** Asked again while days of the site still wait to be computed. */
export function dataReportQuery(siteId: SiteId, period: { startMs: number; endMs: number }) {
  return queryOptions({
    queryKey: ['data-reports', 'read', siteId, period],
    queryFn: ({ signal }) => call(dataReportEndpoints.read, { query: { siteId, ...period }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => ((state.data?.waitingDays ?? 0) > 0 ? POLL_MS : false),
  });
}
