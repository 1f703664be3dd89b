import { studioViewEndpoints } from '@solvane/contract/saved-views';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

const studioViewKeys = { list: ['studio-views', 'list'] } as const;

export function studioViewsQuery() {
  return queryOptions({ queryKey: studioViewKeys.list, queryFn: ({ signal }) => call(studioViewEndpoints.list, { signal }) });
}
