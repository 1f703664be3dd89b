import { contractResultEndpoints } from '@solvane/contract/contract-results';
import { contractEndpoints } from '@solvane/contract/contracts';
import type { BodyOf } from '@solvane/contract/endpoint';
import { eventCategorySetEndpoints } from '@solvane/contract/event-codes';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useSaveConfiguration } from '../../workspace/use-save-configuration.ts';

export const contractKeys = { all: ['contracts'], results: ['contract-results'] } as const;

export function contractsQuery() {
  return queryOptions({
    queryKey: [...contractKeys.all, 'list'],
    queryFn: ({ signal }) => call(contractEndpoints.list, { signal }),
  });
}

export function contractQuery(contractConfigurationId: string) {
  return queryOptions({
    queryKey: [...contractKeys.all, 'get', contractConfigurationId],
    queryFn: ({ signal }) => call(contractEndpoints.get, { body: { contractConfigurationId }, signal }),
  });
}

export function contractComparisonQuery(body: BodyOf<typeof contractEndpoints.compare>) {
  return queryOptions({
    queryKey: [...contractKeys.all, 'compare', body],
    queryFn: ({ signal }) => call(contractEndpoints.compare, { body, signal }),
  });
}

export function contractMonthsQuery(body: BodyOf<typeof contractResultEndpoints.months>) {
  return queryOptions({
    queryKey: [...contractKeys.results, 'months', body],
    queryFn: ({ signal }) => call(contractResultEndpoints.months, { body, signal }),
  });
}

export function contractMonthQuery(body: BodyOf<typeof contractResultEndpoints.month>) {
  return queryOptions({
    queryKey: [...contractKeys.results, 'month', body],
    queryFn: ({ signal }) => call(contractResultEndpoints.month, { body, signal }),
  });
}

/** Sets whose ranks may decide overlaps under a contract. */
export function categorySetChoicesQuery() {
  return queryOptions({
    queryKey: ['event-category-sets', 'list'],
    queryFn: ({ signal }) => call(eventCategorySetEndpoints.list, { signal }),
  });
}

export function useSaveContract() {
  return useSaveConfiguration({
    save: (body: BodyOf<typeof contractEndpoints.save>) => call(contractEndpoints.save, { body }),
    changedKeys: [contractKeys.all, contractKeys.results],
    doneMessage: 'Contract_Saved',
  });
}

export function useDuplicateContract() {
  return useSaveConfiguration({
    save: (body: BodyOf<typeof contractEndpoints.duplicate>) => call(contractEndpoints.duplicate, { body }),
    changedKeys: [contractKeys.all],
    doneMessage: 'Contract_Duplicated',
  });
}

export function useArchiveContract() {
  return useSaveConfiguration({
    save: (body: BodyOf<typeof contractEndpoints.archive>) => call(contractEndpoints.archive, { body }),
    changedKeys: [contractKeys.all, contractKeys.results],
  });
}
