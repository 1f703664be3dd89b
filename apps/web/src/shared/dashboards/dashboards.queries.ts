import { type DashboardId, dashboardEndpoints } from '@solvane/contract/dashboards';
import type { EnterpriseId } from '@solvane/contract/ids';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const dashboardKeys = {
  all: ['dashboards'],
  list: ['dashboards', 'search'],
  home: ['dashboards', 'home'],
} as const;

/** Every dashboard that the user may open. The list is searched here, where titles of the product have the language of the user. */
export function dashboardListQuery() {
  return queryOptions({
    queryKey: dashboardKeys.list,
    queryFn: ({ signal }) => call(dashboardEndpoints.search, { body: {}, signal }),
  });
}

export function dashboardQuery(dashboardId: DashboardId) {
  return queryOptions({
    queryKey: [...dashboardKeys.all, 'get', dashboardId],
    queryFn: ({ signal }) => call(dashboardEndpoints.get, { query: { dashboardId }, signal }),
  });
}

/** What Home shows to the user. */
export function homeDashboardQuery() {
  return queryOptions({ queryKey: dashboardKeys.home, queryFn: ({ signal }) => call(dashboardEndpoints.home, { signal }) });
}

/** Whom a dashboard of an enterprise can be shared with. */
export function shareTargetsQuery(enterpriseId: EnterpriseId) {
  return queryOptions({
    queryKey: [...dashboardKeys.all, 'shareTargets', enterpriseId],
    queryFn: ({ signal }) => call(dashboardEndpoints.shareTargets, { query: { enterpriseId }, signal }),
  });
}
