import { legacyToolEndpoints } from '@solvane/contract/legacy-tools';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** Targets of the legacy tools menu; they change when provider staff set them. */
export function legacyToolsQuery() {
  return queryOptions({
    queryKey: ['legacyTools', 'list'],
    queryFn: ({ signal }) => call(legacyToolEndpoints.list, { signal, background: true }),
    staleTime: 60 * 60_000,
  });
}
