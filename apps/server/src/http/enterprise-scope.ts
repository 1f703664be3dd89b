import type { EnterpriseId } from '@solvane/contract/ids';
import type { PermissionName } from '@solvane/contract/permissions';
import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Caller } from './caller.ts';

/** Enterprises in which the caller holds a permission; what an enterprise configures is theirs to see or change. undefined: provider staff, every one */
export function enterprisesWith({ isProvider, memberships }: Caller, permission: PermissionName): ReadonlySet<EnterpriseId> | undefined {
  if (isProvider) return undefined;
  return new Set(memberships.flatMap(({ enterpriseId, permissions }) => (permissions.has(permission) ? [enterpriseId] : [])));
}

/** Narrows a query to what belongs to them. */
export function isOfEnterprises(column: PgColumn, enterpriseIds: ReadonlySet<EnterpriseId> | undefined): SQL {
  return enterpriseIds ? sql`${column} = any(${sql.param([...enterpriseIds])}::text[])` : sql`true`;
}
