import { demoEndpoints } from '@solvane/contract/system';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const demoKeys = { truths: ['demo', 'truths'] } as const;

/** What was put into the demo fleet. It changes with the passing of days only. */
export function truthsQuery() {
  return queryOptions({
    queryKey: demoKeys.truths,
    queryFn: ({ signal }) => call(demoEndpoints.truths, { signal }),
    staleTime: 10 * 60_000,
  });
}
