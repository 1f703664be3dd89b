import { eventCategorySetEndpoints } from '@solvane/contract/event-codes';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const categorySetKeys = { all: ['event-category-sets'] } as const;

export function categorySetsQuery() {
  return queryOptions({
    queryKey: [...categorySetKeys.all, 'list'],
    queryFn: ({ signal }) => call(eventCategorySetEndpoints.list, { signal }),
  });
}
