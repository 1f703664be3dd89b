import { randomUUID } from 'node:crypto';
import { AppError } from '@solvane/contract/errors';
import type { EnterpriseId, RoleId, UserId } from '@solvane/contract/ids';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { apiTokens, memberships, roles, users } from '../../../db/schema/access.ts';
import { enterprises } from '../../../db/schema/fleet.ts';
import { type AuditContext, audit } from '../audit.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import { forgetAttempts } from '../sign-in/login-attempts.ts';
import { hashPassword } from '../sign-in/passwords.ts';

export interface NewUser {
  email: string;
  name: string;
  /** null: signs in by single sign-on only. */
  password: string | null;
  isProvider?: boolean;
  memberships: readonly { enterpriseId: EnterpriseId; roleId: RoleId }[];
}

export interface ListedUser {
  userId: UserId;
  email: string;
  name: string;
  isProvider: boolean;
  isDemo: boolean;
  /** null: may sign in. */
  disabledAtMs: number | null;
  /** null: never. */
  lastSignInAtMs: number | null;
  memberships: { enterprise: string; role: string }[];
}

/** @throws AppError resource.conflict when the address is taken */
export async function addUser(db: Db, user: NewUser, context: AuditContext): Promise<UserId> {
  const userId = randomUUID() as UserId;
  const passwordHash = user.password === null ? null : await hashPassword(user.password);
  await db.transaction(async (tx) => {
    if (await findUser(tx, user.email)) throw new AppError('resource.conflict');
    await tx.insert(users).values({
      id: userId,
      email: user.email,
      name: user.name,
      passwordHash,
      isProvider: user.isProvider ?? false,
      createdAtMs: context.nowMs,
    });
    for (const { enterpriseId, roleId } of user.memberships) await grant(tx, { userId, enterpriseId, roleId, nowMs: context.nowMs });
    await audit(tx, context, [
      { action: 'user.add', entityType: 'user', entityId: userId, details: { email: user.email, memberships: user.memberships } },
    ]);
  });
  return userId;
}

/** Gives the role in the enterprise, in place of another one held there. */
export async function grantRole(
  db: Db,
  change: { userId: UserId; enterpriseId: EnterpriseId; roleId: RoleId },
  context: AuditContext,
): Promise<void> {
  await db.transaction(async (tx) => {
    await grant(tx, { ...change, nowMs: context.nowMs });
    await audit(tx, context, [
      { ...entryOf('user.grantRole', change.userId), enterpriseId: change.enterpriseId, details: { roleId: change.roleId } },
    ]);
  });
}

export async function revokeRole(
  db: Db,
  { userId, enterpriseId }: { userId: UserId; enterpriseId: EnterpriseId },
  context: AuditContext,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(memberships).where(and(eq(memberships.userId, userId), eq(memberships.enterpriseId, enterpriseId)));
    await audit(tx, context, [{ ...entryOf('user.revokeRole', userId), enterpriseId }]);
  });
}

/** Sessions and tokens end at once. */
export async function disableUser(db: Db, userId: UserId, context: AuditContext): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.update(users).set({ disabledAtMs: context.nowMs }).where(eq(users.id, userId));
    await endEverythingOf(tx, userId, context.nowMs);
    await audit(tx, context, [entryOf('user.disable', userId)]);
  });
}

export async function enableUser(db: Db, userId: UserId, context: AuditContext): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.update(users).set({ disabledAtMs: null }).where(eq(users.id, userId));
    await audit(tx, context, [entryOf('user.enable', userId)]);
  });
}

/** A new password ends what the old one began, and any lock. */
export async function resetPassword(
  db: Db,
  { userId, email, password }: { userId: UserId; email: string; password: string },
  context: AuditContext,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId));
    await endEverythingOf(tx, userId, context.nowMs);
    await forgetAttempts(tx, email);
    await audit(tx, context, [entryOf('user.resetPassword', userId)]);
  });
}

export async function findUser(
  db: Db,
  email: string,
): Promise<{ id: UserId; email: string; name: string; disabledAtMs: number | null } | undefined> {
  const [found] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  return found;
}

export async function listUsers(db: Db): Promise<ListedUser[]> {
  const rows = await db
    .select({ user: users, enterprise: enterprises.name, role: roles.name })
    .from(users)
    .leftJoin(memberships, eq(memberships.userId, users.id))
    .leftJoin(enterprises, eq(enterprises.id, memberships.enterpriseId))
    .leftJoin(roles, eq(roles.id, memberships.roleId))
    .orderBy(asc(users.email), asc(enterprises.name));
  return [...Map.groupBy(rows, ({ user }) => user.id).values()].flatMap((held) => {
    const [first] = held;
    if (!first) return [];
    const { id, email, name, isProvider, isDemo, disabledAtMs, lastSignInAtMs } = first.user;
    const memberships = held.flatMap(({ enterprise, role }) => (enterprise !== null && role !== null ? [{ enterprise, role }] : []));
    return [{ userId: id, email, name, isProvider, isDemo, disabledAtMs, lastSignInAtMs, memberships }];
  });
}

async function grant(
  tx: Db,
  { userId, enterpriseId, roleId, nowMs }: { userId: UserId; enterpriseId: EnterpriseId; roleId: RoleId; nowMs: number },
): Promise<void> {
  await tx
    .insert(memberships)
    .values({ userId, enterpriseId, roleId, createdAtMs: nowMs })
    .onConflictDoUpdate({ target: [memberships.userId, memberships.enterpriseId], set: { roleId } });
}

async function endEverythingOf(tx: Db, userId: UserId, nowMs: number): Promise<void> {
  await endSessionsOf(tx, userId);
  await tx.update(apiTokens).set({ revokedAtMs: nowMs }).where(eq(apiTokens.userId, userId));
}

function entryOf(action: string, userId: UserId) {
  return { action, entityType: 'user', entityId: userId };
}
