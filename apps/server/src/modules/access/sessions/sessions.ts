import { randomUUID } from 'node:crypto';
import { AppError } from '@solvane/contract/errors';
import type { EnterpriseId, RoleId, UserId } from '@solvane/contract/ids';
import { eq, lt, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../../db/db.ts';
import { sessions, users } from '../../../db/schema/access.ts';
import { enterprises } from '../../../db/schema/fleet.ts';
import { isSecure } from '../../../http/platform.ts';
import { audit } from '../audit.ts';
import { boundToken, hashSecret, newSecret } from '../credentials/secrets.ts';
import { listRoleIds } from '../users/roles.ts';

export interface NewSession {
  userId: UserId;
  sessionMinutes: number;
  userAgent: string;
  address: string;
  oidcIdToken?: string | undefined;
  /** Opened with a view key. */
  viewKeyId?: string | undefined;
}

/** Begins a session and gives the secret of its cookie. */
export async function beginSession(
  db: Db,
  { userId, sessionMinutes, userAgent, address, oidcIdToken, viewKeyId }: NewSession,
  nowMs: number,
): Promise<string> {
  const secret = newSecret('session');
  await db.transaction(async (tx) => {
    await tx.insert(sessions).values({
      id: randomUUID(),
      secretHash: hashSecret(secret),
      userId,
      csrfToken: boundToken(secret, 'csrf'),
      createdAtMs: nowMs,
      expiresAtMs: nowMs + sessionMinutes * 60_000,
      userAgent: userAgent.slice(0, 300),
      address,
      oidcIdToken: oidcIdToken ?? null,
      viewKeyId: viewKeyId ?? null,
    });
    await tx.delete(sessions).where(lt(sessions.expiresAtMs, nowMs));
    const [user] = await tx.update(users).set({ lastSignInAtMs: nowMs }).where(eq(users.id, userId)).returning({ name: users.name });
    const actor = { userId, name: user?.name ?? '' };
    await audit(tx, { actor, nowMs }, [{ action: 'session.begin', entityType: 'user', entityId: userId, details: { address } }]);
  });
  return secret;
}

/** @returns the id token of the identity provider, where the session came from one */
export async function endSession(db: Db, secret: string): Promise<string | undefined> {
  const [ended] = await db
    .delete(sessions)
    .where(eq(sessions.secretHash, hashSecret(secret)))
    .returning({ idToken: sessions.oidcIdToken });
  return ended?.idToken ?? undefined;
}

/** Gives the browser its new session; the one it came with ends. */
export async function replaceSession(
  db: Db,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  secret: string,
): Promise<void> {
  const former = readSessionCookie(request);
  if (former !== undefined) await endSession(db, former);
  reply.setCookie(sessionCookieName(request), secret, cookieOptions(request));
}

export async function extendSession(db: Db, sessionId: string, expiresAtMs: number): Promise<void> {
  await db
    .update(sessions)
    .set({ expiresAtMs: sql`greatest(${sessions.expiresAtMs}, ${expiresAtMs}::bigint)` })
    .where(eq(sessions.id, sessionId));
}

/** Lets provider staff look at the product as a role sees it; null: with their own eyes again. */
export async function viewAs(
  db: Db,
  { sessionId, view, nowMs }: { sessionId: string; view: { roleId: RoleId; enterpriseId: EnterpriseId } | null; nowMs: number },
): Promise<void> {
  const [found] = await db
    .select({ userId: users.id, name: users.name, isProvider: users.isProvider })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sessionId));
  if (!found?.isProvider) throw new AppError('access.forbidden');
  if (view !== null) {
    const isRole = (await listRoleIds(db)).includes(view.roleId);
    const isEnterprise = (await db.$count(enterprises, eq(enterprises.id, view.enterpriseId))) > 0;
    if (!isRole || !isEnterprise) throw new AppError('resource.notFound');
  }
  await db.transaction(async (tx) => {
    await tx
      .update(sessions)
      .set({ viewAsRoleId: view?.roleId ?? null, viewAsEnterpriseId: view?.enterpriseId ?? null })
      .where(eq(sessions.id, sessionId));
    const entry = { action: 'session.viewAs', entityType: 'user', entityId: found.userId, enterpriseId: view?.enterpriseId ?? null };
    await audit(tx, { actor: found, nowMs }, [{ ...entry, details: { roleId: view?.roleId ?? null } }]);
  });
}

export async function endSessionsOf(db: Db, userId: UserId): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
}

/** Behind https the name itself forbids a subdomain or plain http to set it. */
function sessionCookieName(request: FastifyRequest): string {
  return isSecure(request) ? '__Host-solvane' : 'solvane';
}

export function readSessionCookie(request: FastifyRequest): string | undefined {
  return request.cookies[sessionCookieName(request)];
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(sessionCookieName(request), cookieOptions(request));
}

/** The server decides when a session ends, so the cookie has no end of its own. */
export function cookieOptions(request: FastifyRequest) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(request) } as const;
}
