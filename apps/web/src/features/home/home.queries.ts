import { siteEndpoints } from '@solvane/contract/fleet';
import { ingestEndpoints } from '@solvane/contract/ingest';
import { demoEndpoints } from '@solvane/contract/system';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const homeKeys = {
  siteStatus: ['sites', 'status'],
  demoProgress: ['demo', 'progress'],
  ingestion: ['ingestion', 'status'],
} as const;

const LOADING_POLL_MS = 5_000;
const STATUS_POLL_MS = 60_000;

/** Power now and age of data. Polled too: ages grow while nothing arrives. */
export function siteStatusQuery() {
  return queryOptions({
    queryKey: homeKeys.siteStatus,
    queryFn: ({ signal }) => call(siteEndpoints.status, { signal, background: true }),
    refetchInterval: STATUS_POLL_MS,
  });
}

export function ingestionQuery() {
  return queryOptions({
    queryKey: homeKeys.ingestion,
    queryFn: ({ signal }) => call(ingestEndpoints.status, { signal, background: true }),
    refetchInterval: STATUS_POLL_MS,
  });
}

/** How far the demo is loaded; asked often while it loads, then no more. */
export function demoProgressQuery() {
  return queryOptions({
    queryKey: homeKeys.demoProgress,
    queryFn: ({ signal }) => call(demoEndpoints.progress, { signal, background: true }),
    refetchInterval: ({ state }) =>
      state.data && (state.data.stage === 'recent' || state.data.stage === 'history') ? LOADING_POLL_MS : false,
  });
}
