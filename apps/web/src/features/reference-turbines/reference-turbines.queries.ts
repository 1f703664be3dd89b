import type { BodyOf } from '@solvane/contract/endpoint';
import type { SiteId } from '@solvane/contract/ids';
import { referenceTurbineEndpoints } from '@solvane/contract/models';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useSaveConfiguration } from '../../workspace/use-save-configuration.ts';

export const referenceKeys = { all: ['reference-turbines'] } as const;

export function referenceTurbinesQuery(siteId: SiteId) {
  return queryOptions({
    queryKey: [...referenceKeys.all, siteId],
    queryFn: ({ signal }) => call(referenceTurbineEndpoints.read, { body: { siteId }, signal }),
  });
}

export function turbineSimilarityQuery(siteId: SiteId) {
  return queryOptions({
    queryKey: [...referenceKeys.all, siteId, 'similarity'],
    queryFn: ({ signal }) => call(referenceTurbineEndpoints.similarity, { body: { siteId }, signal }),
    // Of ninety days: an hour more changes nothing.
    staleTime: 3_600_000,
  });
}

export function useSaveReferences() {
  return useSaveConfiguration({
    save: (body: BodyOf<typeof referenceTurbineEndpoints.save>) => call(referenceTurbineEndpoints.save, { body }),
    changedKeys: [referenceKeys.all],
    doneMessage: 'ReferenceTurbines_Saved',
  });
}
