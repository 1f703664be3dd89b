import { LIMITS } from '@solvane/contract/limits';
import { decodeSignalColumns, SIGNAL_COLUMNS_TYPE } from '@solvane/contract/signal-columns';
import { type SignalValuesRequest, signalEndpoints } from '@solvane/contract/signals';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callForResponse } from '../../api/call.ts';
import { toStudioAnswer } from './studio-columns.ts';

export const signalKeys = {
  values: ['signals', 'values'],
  exportCount: ['signals', 'export-count'],
} as const;

/**
 * Values of the chosen signals. `asOfMs` is the refresh they belong to, for periods that still run; the old picture stays until the new one is
 * there.
 */
export function studioValuesQuery(request: SignalValuesRequest, asOfMs: number | null) {
  return queryOptions({
    queryKey: [...signalKeys.values, request, asOfMs],
    queryFn: async ({ signal }) => {
      const response = await callForResponse(signalEndpoints.values, { body: request, signal, accept: SIGNAL_COLUMNS_TYPE });
      return { asked: request, ...toStudioAnswer(decodeSignalColumns(await response.arrayBuffer())) };
    },
    staleTime: LIMITS.signalValuesStaleMinutes * 60_000,
    placeholderData: keepPreviousData,
  });
}

export function exportCountQuery(request: SignalValuesRequest) {
  return queryOptions({
    queryKey: [...signalKeys.exportCount, request],
    queryFn: ({ signal }) => call(signalEndpoints.exportCount, { body: request, signal }),
  });
}
