import type { Dashboard } from '@solvane/contract/dashboards';
import type { PermissionName } from '@solvane/contract/permissions';
import { type SQL, sql } from 'drizzle-orm';
import { type DashboardRow, dashboardShares, dashboards, type ShareRow } from '../../db/schema/dashboards.ts';
import type { Caller } from '../../http/caller.ts';
import { enterprisesWith } from '../../http/enterprise-scope.ts';

/** What opens a dashboard: the right to read dashboards, or that it is the Home of a user, which any session shows. */
export type ReadBy = 'ReadDashboard' | 'home';

/** Narrows a query to what the caller owns and what is shared with the caller. */
export function isShown(caller: Caller, readBy: ReadBy): SQL {
  const { userId, isProvider } = caller;
  const read = caller.memberships.filter(({ permissions }) => readBy === 'home' || permissions.has('ReadDashboard'));
  const enterprises = read.map(({ enterpriseId }): string => enterpriseId);
  const roles = read.map(({ enterpriseId, roleId }) => `${enterpriseId} ${roleId}`);
  const { kind, subjectId, dashboardId } = dashboardShares;
  return sql`(${dashboards.ownerId} = ${userId} or exists (select from ${dashboardShares} where ${dashboardId} = ${dashboards.id} and (
    (${kind} = 'user' and ${subjectId} = ${userId}::text)
    or (${kind} = 'role' and ${dashboards.enterpriseId} || ' ' || ${subjectId} = any(${sql.param(roles)}::text[]))
    or (${kind} = 'enterprise' and (${isProvider} or ${subjectId} = any(${sql.param(enterprises)}::text[]))))))`;
}

/** What the caller may do to a dashboard that is shown to the caller. */
export function dashboardAbilities(
  caller: Caller,
  row: Pick<DashboardRow, 'ownerId' | 'enterpriseId'>,
  shares: readonly ShareRow[],
): Dashboard['can'] {
  const manages = holdsIn(caller, 'ManageEnterpriseDefaults');
  const isOwner = row.ownerId === caller.ownerId;
  const mayEdit = caller.can('EditDashboards') && (isOwner || shares.some((share) => mayEditBy(caller, row, share)));
  const isManager = mayEdit && manages(row.enterpriseId);
  const enterprises = shares.flatMap(({ kind, subjectId }) => (kind === 'enterprise' ? [subjectId] : []));
  return {
    edit: mayEdit,
    remove: isOwner || isManager,
    share: (mayEdit && isOwner) || isManager,
    setHomeOf: enterprises.filter(manages) as Dashboard['can']['setHomeOf'],
  };
}

function mayEditBy(caller: Caller, { enterpriseId }: Pick<DashboardRow, 'enterpriseId'>, { kind, subjectId, access }: ShareRow): boolean {
  if (access !== 'edit') return false;
  if (kind === 'user') return subjectId === caller.userId;
  if (kind === 'enterprise') return holdsIn(caller, 'EditDashboards')(subjectId);
  return caller.memberships.some(
    (each) => each.enterpriseId === enterpriseId && each.roleId === subjectId && each.permissions.has('EditDashboards'),
  );
}

/** Whether the caller holds a permission in an enterprise. */
export function holdsIn(caller: Caller, permission: PermissionName): (enterpriseId: string) => boolean {
  const enterprises: ReadonlySet<string> | undefined = enterprisesWith(caller, permission);
  return (enterpriseId) => enterprises === undefined || enterprises.has(enterpriseId);
}
