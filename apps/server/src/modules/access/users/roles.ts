import type { RoleId } from '@solvane/contract/ids';
import { isPermissionName, type PermissionName } from '@solvane/contract/permissions';
import type { Role } from '@solvane/contract/session';
import { asc, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { memberships, rolePermissions, roles } from '../../../db/schema/access.ts';
import type { Caller } from '../../../http/caller.ts';
import { ROLE_DEFINITIONS } from './role-definitions.ts';

/** Makes the roles that are missing, and gives the administrator what this version has new. What an installation changed stays. */
export async function ensureRoles(db: Db, nowMs: number): Promise<void> {
  await db.transaction(async (tx) => {
    const made = await tx
      .insert(roles)
      .values(ROLE_DEFINITIONS.map(({ id, name }) => ({ id, name, createdAtMs: nowMs })))
      .onConflictDoNothing()
      .returning({ id: roles.id });
    const fresh = new Set<string>([...made.map(({ id }) => id), 'admin']);
    const grants = ROLE_DEFINITIONS.filter(({ id }) => fresh.has(id)).flatMap(({ id, permissions }) =>
      permissions.map((permission) => ({ roleId: id, permission })),
    );
    await tx.insert(rolePermissions).values(grants).onConflictDoNothing();
  });
}

/** Provider staff choose among all roles; others see those held by users of their enterprises. */
export async function listRoles(db: Db, caller: Caller): Promise<Role[]> {
  const enterpriseIds = caller.memberships.map(({ enterpriseId }) => enterpriseId);
  const held = db.select({ id: memberships.roleId }).from(memberships).where(inArray(memberships.enterpriseId, enterpriseIds));
  const rows = await db
    .select({
      roleId: roles.id,
      name: roles.name,
      permissions: sql<
        PermissionName[]
      >`coalesce((select json_agg(permission order by permission) from ${rolePermissions} where role_id = ${roles.id}), '[]')`,
    })
    .from(roles)
    .where(caller.isProvider ? undefined : inArray(roles.id, held))
    .orderBy(asc(roles.name));
  return rows.map((row) => ({ ...row, permissions: row.permissions.filter(isPermissionName) }));
}

export async function listRoleIds(db: Db): Promise<RoleId[]> {
  const rows = await db.select({ id: roles.id }).from(roles).orderBy(asc(roles.id));
  return rows.map(({ id }) => id);
}
