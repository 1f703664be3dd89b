import { apiTokenEndpoints, ingestionKeyEndpoints, viewKeyEndpoints } from '@solvane/contract/session';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const credentialKeys = {
  tokens: ['apiTokens', 'list'],
  ingestionKeys: ['ingestionKeys', 'list'],
  viewKeys: ['viewKeys', 'list'],
} as const;

export function apiTokensQuery() {
  return queryOptions({ queryKey: credentialKeys.tokens, queryFn: ({ signal }) => call(apiTokenEndpoints.list, { signal }) });
}

export function ingestionKeysQuery() {
  return queryOptions({ queryKey: credentialKeys.ingestionKeys, queryFn: ({ signal }) => call(ingestionKeyEndpoints.list, { signal }) });
}

export function viewKeysQuery() {
  return queryOptions({ queryKey: credentialKeys.viewKeys, queryFn: ({ signal }) => call(viewKeyEndpoints.list, { signal }) });
}
