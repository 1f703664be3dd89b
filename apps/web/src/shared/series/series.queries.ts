import { LIMITS } from '@solvane/contract/limits';
import { decodeSignalColumns, SIGNAL_COLUMNS_TYPE } from '@solvane/contract/signal-columns';
import { type SignalValuesRequest, signalEndpoints } from '@solvane/contract/signals';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { callForResponse } from '../../api/call.ts';
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
      ? async ({ signal }) => {
          const response = await callForResponse(signalEndpoints.values, { body: request, signal, accept: SIGNAL_COLUMNS_TYPE });
          return { request, ...toSeriesResult(decodeSignalColumns(await response.arrayBuffer())) };
        }
      : skipToken,
    staleTime: LIMITS.signalValuesStaleMinutes * 60_000,
  });
}
