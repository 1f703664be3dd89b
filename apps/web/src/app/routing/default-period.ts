import type { DashboardId } from '@solvane/contract/dashboards';
import type { PermissionName } from '@solvane/contract/permissions';
import type { QueryClient } from '@tanstack/react-query';
import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { permissionsQuery } from '../../shared/access/session.queries.ts';
import { dashboardQuery } from '../../shared/dashboards/dashboards.queries.ts';
import { toPeriodParam } from '../../shared/time/period-address.ts';

/** Goes on with the period of a dashboard where the address names none. What cannot be read, or may not be, is told by the screen. */
export async function toDefaultPeriod(
  queryClient: QueryClient,
  { dashboardId, permission }: { dashboardId: DashboardId; permission: PermissionName },
  { pathname, search }: Pick<ParsedLocation, 'pathname' | 'search'>,
): Promise<void> {
  const access = await queryClient.ensureQueryData(permissionsQuery()).catch(() => undefined);
  if (access?.userAccessByPermissionName[permission] !== true) return;
  const dashboard = await queryClient.ensureQueryData(dashboardQuery(dashboardId)).catch(() => undefined);
  const period = dashboard && toPeriodParam(dashboard.defaults.period);
  if (period !== undefined) throw redirect({ to: pathname, search: { ...search, period }, replace: true } as never);
}
