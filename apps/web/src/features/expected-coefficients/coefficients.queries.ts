import type { BodyOf } from '@solvane/contract/endpoint';
import type { SiteId } from '@solvane/contract/ids';
import { expectedCoefficientEndpoints } from '@solvane/contract/models';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useSaveConfiguration } from '../../workspace/use-save-configuration.ts';

export const coefficientKeys = { all: ['expected-coefficients'] } as const;

export function coefficientsQuery(siteId: SiteId) {
  return queryOptions({
    queryKey: [...coefficientKeys.all, siteId],
    queryFn: ({ signal }) => call(expectedCoefficientEndpoints.read, { body: { siteId }, signal }),
  });
}

export function useFitCoefficients() {
  return useMutation({
    mutationFn: (body: BodyOf<typeof expectedCoefficientEndpoints.fit>) => call(expectedCoefficientEndpoints.fit, { body }),
    meta: { isShownInPlace: true },
  });
}

export function useSaveCoefficients() {
  return useSaveConfiguration({
    save: (body: BodyOf<typeof expectedCoefficientEndpoints.save>) => call(expectedCoefficientEndpoints.save, { body }),
    changedKeys: [coefficientKeys.all],
    doneMessage: 'Coefficients_Saved',
  });
}
