import type { RequestOf } from '@solvane/contract/endpoint';
import { formulaEndpoints } from '@solvane/contract/formulas';
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

const formulaKeys = { list: ['formulas', 'list'], preview: ['formulas', 'preview'] } as const;

export function formulasQuery() {
  return queryOptions({ queryKey: formulaKeys.list, queryFn: ({ signal }) => call(formulaEndpoints.list, { signal }) });
}

type Preview = RequestOf<typeof formulaEndpoints.preview>['body'];

/** Values of a formula that is being written; null requests nothing. */
export function formulaPreviewQuery(body: Preview | null) {
  return queryOptions({
    queryKey: [...formulaKeys.preview, body],
    queryFn: body ? ({ signal }) => call(formulaEndpoints.preview, { body, signal }) : skipToken,
    placeholderData: keepPreviousData,
    retry: false,
  });
}
