import type { UserId } from '@solvane/contract/ids';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { users } from '../../../db/schema/access.ts';
import { beginSession } from '../sessions/sessions.ts';
import { admitAttempt, recordSuccess } from './login-attempts.ts';
import { verifyPassword } from './passwords.ts';

export interface SignIn {
  email: string;
  password: string;
  address: string;
  /** What limits count by. */
  countedAddress: string;
  knownBrowserId: number | undefined;
  userAgent: string;
  sessionMinutes: number;
}

export type SignInResult = { secret: string; userId: UserId } | { failed: 'wrong' } | { failed: 'locked'; retryAfterMs: number };

/** An unknown address, a disabled account and a wrong password are one answer after the same work. */
export async function signIn(
  db: Db,
  { email, password, address, countedAddress, knownBrowserId, userAgent, sessionMinutes }: SignIn,
  nowMs: number,
): Promise<SignInResult> {
  const admission = await admitAttempt(db, { email, address: countedAddress, knownBrowserId }, nowMs);
  if ('lockedUntilMs' in admission) return { failed: 'locked', retryAfterMs: admission.lockedUntilMs - nowMs };
  const [user] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  const usable = user?.disabledAtMs === null ? user : undefined;
  if (!(await verifyPassword(usable?.passwordHash, password)) || !usable) return { failed: 'wrong' };
  await recordSuccess(db, admission.attemptId, nowMs);
  return { userId: usable.id, secret: await beginSession(db, { userId: usable.id, sessionMinutes, userAgent, address }, nowMs) };
}
