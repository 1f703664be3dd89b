import { type SignalValuesRequest, signalEndpoints } from '@solvane/contract/signals';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const signalKeys = {
  exportCount: ['signals', 'export-count'],
} as const;

export function exportCountQuery(request: SignalValuesRequest) {
  return queryOptions({
    queryKey: [...signalKeys.exportCount, request],
    queryFn: ({ signal }) => call(signalEndpoints.exportCount, { body: request, signal }),
  });
}
