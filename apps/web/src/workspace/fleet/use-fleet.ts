import type { Enterprise, Site } from '@solvane/contract/fleet';
import type { EnterpriseId } from '@solvane/contract/ids';
import { accountSettingsEndpoints } from '@solvane/contract/session';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { accountSettingsQuery } from '../../shared/access/session.queries.ts';
import { lastOf } from '../../shared/fleet/last-of.ts';
import { sitesQuery } from '../../shared/fleet/sites.queries.ts';
import { dropDevicesOutside } from '../device-selection.ts';
import { clearSignals } from '../signal-selection.ts';
import { effectiveEnterprises, isSiteOf, sortByName } from './enterprises.ts';

export interface Fleet {
  enterprises: readonly Enterprise[];
  /** Enterprises in force. */
  selectedIds: readonly EnterpriseId[];
  /** Sites of the selected enterprises, by name. */
  sites: readonly Site[];
  /** Every site the user may see. */
  allSites: readonly Site[];
  /** First error of the request, as the page without sites shows it. */
  firstError: string | undefined;
  status: 'pending' | 'error' | 'success';
  error: Error | null;
  refetch: () => void;
}

const NONE: never[] = [];

/** Enterprises and sites as the enterprise selector narrows them. */
export function useFleet(): Fleet {
  const { locale } = useIntl();
  const { data, status, error, refetch } = useQuery(sitesQuery());
  const chosen = useSuspenseQuery({ ...accountSettingsQuery(), select: ({ selectedEnterpriseIds }) => selectedEnterpriseIds }).data;
  return useMemo(
    () => ({
      ...inForce(data?.enterprises ?? NONE, data?.sites ?? NONE, chosen, locale),
      firstError: data?.errors[0]?.message,
      status,
      error,
      refetch: () => void refetch(),
    }),
    [data, chosen, status, error, refetch, locale],
  );
}

const inForce = lastOf(
  (
    given: readonly Enterprise[],
    givenSites: readonly Site[],
    chosen: readonly EnterpriseId[] | null,
    locale: string,
  ): Pick<Fleet, 'enterprises' | 'selectedIds' | 'sites' | 'allSites'> => {
    const enterprises = sortByName(given, locale);
    const selectedIds = effectiveEnterprises(chosen, enterprises, locale);
    const allSites = sortByName(givenSites, locale);
    const selected = new Set(selectedIds);
    const isAll = selected.size === enterprises.length;
    return { enterprises, selectedIds, sites: isAll ? allSites : allSites.filter((site) => isSiteOf(site, selected)), allSites };
  },
);

/** Stores the choice, forgets the selected signals and drops devices that are out of it (spec §4). */
export function useSelectEnterprises() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (enterpriseIds: EnterpriseId[]) => call(accountSettingsEndpoints.saveSelectedEnterpriseIds, { body: enterpriseIds }),
    onMutate: (selectedEnterpriseIds: EnterpriseId[]) => {
      const before = queryClient.getQueryData(accountSettingsQuery().queryKey);
      if (before) queryClient.setQueryData(accountSettingsQuery().queryKey, { ...before, selectedEnterpriseIds });
      clearSignals();
      dropDevicesOutside(new Set(selectedEnterpriseIds));
      return before;
    },
    onError: (_error, _ids, before) => {
      if (before) queryClient.setQueryData(accountSettingsQuery().queryKey, before);
    },
    onSuccess: (settings) => queryClient.setQueryData(accountSettingsQuery().queryKey, settings),
    meta: { failedMessage: 'Shell_Enterprises_Failed' },
  });
}
