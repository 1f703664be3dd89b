import type { BodyOf } from '@solvane/contract/endpoint';
import type { SiteId } from '@solvane/contract/ids';
import { tariffEndpoints } from '@solvane/contract/models';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useSaveConfiguration } from '../../workspace/use-save-configuration.ts';

export const tariffKeys = { all: ['tariffs'] } as const;

export function tariffsQuery(siteId: SiteId) {
  return queryOptions({
    queryKey: [...tariffKeys.all, siteId],
    queryFn: ({ signal }) => call(tariffEndpoints.read, { body: { siteId }, signal }),
  });
}

export function useSaveTariffs() {
  return useSaveConfiguration({
    save: (body: BodyOf<typeof tariffEndpoints.replace>) => call(tariffEndpoints.replace, { body }),
    changedKeys: [tariffKeys.all],
    doneMessage: 'Tariffs_Saved',
  });
}
