import type { UserId } from '@solvane/contract/ids';
import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../../db/db.ts';
import { knownBrowsers, users } from '../../../db/schema/access.ts';
import { isSecure } from '../../../http/platform.ts';
import { hashSecret, newSecret, SECRET_PREFIXES } from '../credentials/secrets.ts';
import { cookieOptions } from '../sessions/sessions.ts';

const KEPT_MS = 180 * 86_400_000;
/** In a control room several users share a browser. */
const USERS_PER_BROWSER = 8;
const BROWSERS_PER_USER = 20;
const SECRET = new RegExp(`^${SECRET_PREFIXES.knownBrowser}[\\w-]{43}$`);

export interface KnownBrowser {
  id: number;
  secretHash: string;
}

/** The browser's entry for this account; undefined: the account has not signed in there. Index: the unique secret hashes. */
export async function findKnownBrowser(
  db: Db,
  request: FastifyRequest,
  { email, nowMs }: { email: string; nowMs: number },
): Promise<KnownBrowser | undefined> {
  const secrets = readSecrets(request);
  if (secrets.length === 0) return undefined;
  const [found] = await db
    .select({ id: knownBrowsers.id, secretHash: knownBrowsers.secretHash })
    .from(knownBrowsers)
    .innerJoin(users, eq(users.id, knownBrowsers.userId))
    .where(
      and(
        inArray(knownBrowsers.secretHash, secrets.map(hashSecret)),
        eq(sql`lower(${users.email})`, email.toLowerCase()),
        gt(knownBrowsers.lastUsedAtMs, nowMs - KEPT_MS),
      ),
    );
  return found;
}

/** After a sign-in: the browser gets another secret for this user and keeps those of others. */
export async function rememberBrowser(
  db: Db,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { userId, former, nowMs }: { userId: UserId; former: KnownBrowser | undefined; nowMs: number },
): Promise<void> {
  const secret = newSecret('knownBrowser');
  await db.transaction(async (tx) => {
    const entry = { secretHash: hashSecret(secret), lastUsedAtMs: nowMs };
    if (former) await tx.update(knownBrowsers).set(entry).where(eq(knownBrowsers.id, former.id));
    else await tx.insert(knownBrowsers).values({ ...entry, userId });
    const surplus = tx
      .select({ id: knownBrowsers.id })
      .from(knownBrowsers)
      .where(eq(knownBrowsers.userId, userId))
      .orderBy(desc(knownBrowsers.lastUsedAtMs), desc(knownBrowsers.id))
      .offset(BROWSERS_PER_USER);
    await tx.delete(knownBrowsers).where(inArray(knownBrowsers.id, surplus));
    await tx.delete(knownBrowsers).where(lt(knownBrowsers.lastUsedAtMs, nowMs - KEPT_MS));
  });
  const others = readSecrets(request).filter((other) => hashSecret(other) !== former?.secretHash);
  const value = [secret, ...others].slice(0, USERS_PER_BROWSER).join('.');
  reply.setCookie(cookieName(request), value, { ...cookieOptions(request), path: '/account', maxAge: KEPT_MS / 1_000 });
}

function readSecrets(request: FastifyRequest): string[] {
  return (request.cookies[cookieName(request)] ?? '').split('.', USERS_PER_BROWSER).filter((secret) => SECRET.test(secret));
}

/** Behind https the name itself forbids plain http to set it. */
function cookieName(request: FastifyRequest): string {
  return isSecure(request) ? '__Secure-solvane-known' : 'solvane-known';
}
