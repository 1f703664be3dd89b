import type { BodyOf } from '@solvane/contract/endpoint';
import { eventCodeSetEndpoints } from '@solvane/contract/event-codes';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const codeSetKeys = { all: ['event-code-sets'] } as const;

export function codeSetsQuery() {
  return queryOptions({
    queryKey: [...codeSetKeys.all, 'list'],
    queryFn: ({ signal }) => call(eventCodeSetEndpoints.list, { signal }),
  });
}

/** @param body - undefined: none is chosen */
export function codeSetQuery(body: BodyOf<typeof eventCodeSetEndpoints.get> | undefined) {
  return queryOptions({
    queryKey: [...codeSetKeys.all, 'get', body],
    queryFn: body ? ({ signal }) => call(eventCodeSetEndpoints.get, { body, signal }) : skipToken,
  });
}

export function unmappedCodesQuery() {
  return queryOptions({
    queryKey: [...codeSetKeys.all, 'unmapped'],
    queryFn: ({ signal }) => call(eventCodeSetEndpoints.unmapped, { body: {}, signal }),
  });
}

/** @param body - undefined: nothing was changed */
export function codeImpactQuery(body: BodyOf<typeof eventCodeSetEndpoints.impact> | undefined) {
  return queryOptions({
    queryKey: [...codeSetKeys.all, 'impact', body],
    queryFn: body ? ({ signal }) => call(eventCodeSetEndpoints.impact, { body, signal }) : skipToken,
    retry: false,
  });
}
