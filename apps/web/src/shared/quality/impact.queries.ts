import type { BodyOf } from '@solvane/contract/endpoint';
import { type Backtest, qualityImpactEndpoints } from '@solvane/contract/quality-impact';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

const LOOK_AGAIN_MS = 1_000;

/** What other rules or an invalidation would change; the picture before stays while it is calculated. */
export function impactQuery(body: BodyOf<typeof qualityImpactEndpoints.preview>) {
  return queryOptions({
    queryKey: ['quality-impact', 'preview', body],
    queryFn: ({ signal }) => call(qualityImpactEndpoints.preview, { body, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Asked again until it ends. */
export function backtestQuery(backtestId: string) {
  return queryOptions({
    queryKey: ['quality-impact', 'backtest', backtestId],
    queryFn: ({ signal }) => call(qualityImpactEndpoints.readBacktest, { query: { backtestId }, signal, background: true }),
    refetchInterval: ({ state }: { state: { data: Backtest | undefined } }) =>
      state.data && state.data.state !== 'running' ? false : LOOK_AGAIN_MS,
  });
}
