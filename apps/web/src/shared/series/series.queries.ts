import { decodeSignalColumns } from '@solvane/contract/signal-columns';
import type { SignalValuesRequest } from '@solvane/contract/signals';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { readSignalValues, VALUES_STALE_MS } from './cached-values.ts';
import { toSeriesResult } from './series-columns.ts';

export const seriesKeys = {
  values: ['signals', 'values'],
} as const;

interface SeriesQueryOptions {
  /** The refresh that the values belong to, for periods that still run; null: the period is over. */
  asOfMs: number | null;
}

/** Values of signals as columns, with the request that they belong to; null requests nothing. */
export function seriesQuery(request: SignalValuesRequest | null, { asOfMs }: SeriesQueryOptions) {
  return queryOptions({
    queryKey: [...seriesKeys.values, request, asOfMs],
    queryFn: request
      ? async ({ client, queryKey, signal }) => {
          // A refetch wants newer values than those that are shown.
          const useCache = client.getQueryState(queryKey)?.data === undefined;
          const { bytes, ageMs } = await readSignalValues(request, { fetchKey: JSON.stringify([request, asOfMs]), useCache, signal });
          return { request, ageMs, ...toSeriesResult(decodeSignalColumns(bytes)) };
        }
      : skipToken,
    staleTime: ({ state }) => VALUES_STALE_MS - (state.data?.ageMs ?? 0),
  });
}
