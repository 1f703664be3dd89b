import { and, eq, gt, isNull, not, or, sql } from 'drizzle-orm';
import { memberships, rolePermissions, users } from '../../db/schema/access.ts';
import { notices } from '../../db/schema/jobs.ts';
import { type AnnounceDeps, type Notice, notifyUser } from '../../jobs/announce.ts';

const DAY_MS = 86_400_000;

/** Shows a problem of the installation to provider staff and to everyone who manages users, each at most once a day. */
export async function notifyAdministrators(deps: AnnounceDeps, notice: Omit<Notice, 'userId'>): Promise<void> {
  const { db, now } = deps;
  const managesUsers = sql`exists (select 1 from ${memberships} join ${rolePermissions} on ${rolePermissions.roleId} = ${memberships.roleId}
    where ${memberships.userId} = ${users.id} and ${rolePermissions.permission} = 'PageManageUsers')`;
  const wasNotified = sql`exists (select 1 from ${notices}
    where ${and(eq(notices.userId, users.id), eq(notices.messageKey, notice.message), gt(notices.atMs, now() - DAY_MS))})`;
  const administrators = await db
    .select({ userId: users.id })
    .from(users)
    .where(and(isNull(users.disabledAtMs), or(eq(users.isProvider, true), managesUsers), not(wasNotified)));
  for (const { userId } of administrators) await notifyUser(deps, { ...notice, userId });
}
