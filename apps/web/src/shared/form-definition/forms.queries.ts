import { formEndpoints } from '@solvane/contract/forms';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** The definition of a form; it changes only with the product. */
export function formQuery(formName: string) {
  return queryOptions({
    queryKey: ['forms', 'get', formName],
    queryFn: ({ signal }) => call(formEndpoints.get, { params: { formName }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
