import { demoEndpoints } from '@solvane/contract/system';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

const LOADING_POLL_MS = 5_000;

/** How far the demo is loaded; requested often while it loads, then no more. */
export function demoProgressQuery() {
  return queryOptions({
    queryKey: ['demo', 'progress'],
    queryFn: ({ signal }) => call(demoEndpoints.progress, { signal, background: true }),
    refetchInterval: ({ state }) =>
      state.data && (state.data.stage === 'recent' || state.data.stage === 'history') ? LOADING_POLL_MS : false,
  });
}
