import type { BodyOf } from '@solvane/contract/endpoint';
import type { SiteId } from '@solvane/contract/ids';
import { metricValueEndpoints } from '@solvane/contract/metric-values';
import { budgetEndpoints } from '@solvane/contract/models';
import { uploadEndpoints } from '@solvane/contract/uploads/uploads';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useSaveConfiguration } from '../../workspace/use-save-configuration.ts';

export const budgetKeys = { all: ['budgets'] } as const;

export function budgetsQuery(siteId: SiteId) {
  return queryOptions({
    queryKey: [...budgetKeys.all, siteId],
    queryFn: ({ signal }) => call(budgetEndpoints.read, { body: { siteId }, signal }),
  });
}

/** Energy of each month of a year, and the rating of the site. */
export function actualsQuery(siteId: SiteId, year: number) {
  return queryOptions({
    queryKey: ['metrics', 'budget-actuals', siteId, year],
    queryFn: ({ signal }) =>
      call(metricValueEndpoints.values, {
        body: {
          metricIds: ['energy', 'capacityAc'],
          siteIds: [siteId],
          period: { fromDay: `${year}-01-01`, toDay: `${year + 1}-01-01` },
          by: 'month',
        },
        signal,
      }),
  });
}

/** Files with budgets of the site that were imported. */
export function budgetUploadsQuery(siteId: SiteId) {
  return queryOptions({
    queryKey: ['uploads', 'budgets', siteId],
    queryFn: async ({ signal }) => {
      const { items } = await call(uploadEndpoints.search, { body: { kinds: ['budgets'] }, signal });
      return items.filter(({ state, change }) => (state === 'done' || state === 'reverted') && change?.siteIds.includes(siteId));
    },
  });
}

export function useSaveBudgets() {
  return useSaveConfiguration({
    save: (body: BodyOf<typeof budgetEndpoints.save>) => call(budgetEndpoints.save, { body }),
    changedKeys: [budgetKeys.all, ['widgets']],
    doneMessage: 'Budgets_Saved',
  });
}
