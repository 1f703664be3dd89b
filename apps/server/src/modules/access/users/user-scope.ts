import type { SiteId, UserId } from '@solvane/contract/ids';
import type { PermissionName } from '@solvane/contract/permissions';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';

/**
 * What is left by now of the sites that work was ordered for: a user may lose a site, a role or the account while the work waits or runs.
 *
 * @param ordered - the scope of the call that ordered it
 */
export async function readPresentScope(
  db: Db,
  { userId, permission }: { userId: UserId; permission: PermissionName },
  ordered: Iterable<SiteId>,
): Promise<Set<SiteId>> {
  const { rows } = await db.execute<{ id: SiteId }>(sql`
    select site.id from sites as site where site.id = any(${sql.param([...ordered])}::text[]) and (
      exists (select from users where id = ${userId} and is_provider and disabled_at_ms is null)
      or ${userId} in (${usersWith(permission, sql`site.id`)}))`);
  return new Set(rows.map(({ id }) => id));
}

/** Users of enterprises that see a site, as owner or as contractor, whose role there grants the permission. Provider staff are not among them. */
export function usersWith(permission: PermissionName, siteId: SQL): SQL {
  return sql`
    select m.user_id from memberships m
      join users u on u.id = m.user_id and u.disabled_at_ms is null
      join role_permissions p on p.role_id = m.role_id and p.permission = ${permission}
    where m.enterprise_id in (
      select enterprise_id from sites where id = ${siteId} union select enterprise_id from site_contractors where site_id = ${siteId})`;
}
