import { LIMITS } from '@solvane/contract/limits';
import { type SignalValuesRequest, signalEndpoints } from '@solvane/contract/signals';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callForResponse } from '../../api/call.ts';
import { readAnswer } from './read-answer.ts';

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
    queryFn: async ({ signal }) => ({
      asked: request,
      ...(await readAnswer(await callForResponse(signalEndpoints.values, { body: request, signal }))),
    }),
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
