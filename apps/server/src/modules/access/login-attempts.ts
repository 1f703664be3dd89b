import { and, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { loginAttempts } from '../../db/schema/access.ts';

const WINDOW_MS = 15 * 60_000;
const KEPT_MS = 24 * 60 * 60_000;

/** One person mistyping, one account under attack from many places, one place that tries many accounts. */
const LIMITS = { accountFromAddress: 5, account: 25, address: 50 } as const;

export interface Attempt {
  email: string;
  address: string;
}

export type Admission = { attemptId: number } | { lockedUntilMs: number };

/**
 * Records an attempt before its password is looked at, so that attempts at the same time count each other. Known and unknown accounts are treated
 * alike, and a locked attempt is not counted: the lock ends by itself.
 */
export async function admitAttempt(db: Db, attempt: Attempt, nowMs: number): Promise<Admission> {
  const email = attempt.email.toLowerCase();
  const { address } = attempt;
  const [row] = await db
    .insert(loginAttempts)
    .values({ email, address, atMs: nowMs, succeeded: false })
    .returning({ id: loginAttempts.id });
  const attemptId = row?.id ?? 0;
  const ofAccount = eq(loginAttempts.email, email);
  const ofAddress = eq(loginAttempts.address, address);
  const locks = await Promise.all([
    lockOf(db, { failures: [ofAccount, ofAddress], success: [ofAccount, ofAddress], limit: LIMITS.accountFromAddress, nowMs }),
    lockOf(db, { failures: [ofAccount], success: [ofAccount], limit: LIMITS.account, nowMs }),
    lockOf(db, { failures: [ofAddress], success: [], limit: LIMITS.address, nowMs }),
  ]);
  const lockedUntilMs = Math.max(...locks);
  if (lockedUntilMs <= nowMs) return { attemptId };
  await db.delete(loginAttempts).where(eq(loginAttempts.id, attemptId));
  return { lockedUntilMs };
}

export async function recordSuccess(db: Db, attemptId: number, nowMs: number): Promise<void> {
  await db.update(loginAttempts).set({ succeeded: true }).where(eq(loginAttempts.id, attemptId));
  await db.delete(loginAttempts).where(lt(loginAttempts.atMs, nowMs - KEPT_MS));
}

/** An administrator's help for somebody who is locked out. */
export async function forgetAttempts(db: Db, email: string): Promise<void> {
  await db.delete(loginAttempts).where(eq(loginAttempts.email, email.toLowerCase()));
}

interface LockQuestion {
  failures: SQL[];
  /** A success of these begins the count anew. Empty: nothing does, or an attacker's own account would. */
  success: SQL[];
  limit: number;
  nowMs: number;
}

/** When the oldest of the last `limit` failures leaves the window; 0: fewer than that. Indexes: login_attempts_email, login_attempts_address. */
async function lockOf(db: Db, { failures, success, limit, nowMs }: LockQuestion): Promise<number> {
  const lastSuccess = db
    .select({ id: sql`coalesce(max(${loginAttempts.id}), 0)` })
    .from(loginAttempts)
    .where(and(...success, eq(loginAttempts.succeeded, true), gt(loginAttempts.atMs, nowMs - WINDOW_MS)));
  const [oldest] = await db
    .select({ atMs: loginAttempts.atMs })
    .from(loginAttempts)
    .where(
      and(
        ...failures,
        eq(loginAttempts.succeeded, false),
        gt(loginAttempts.atMs, nowMs - WINDOW_MS),
        success.length > 0 ? gt(loginAttempts.id, lastSuccess) : undefined,
      ),
    )
    .orderBy(desc(loginAttempts.id))
    .offset(limit)
    .limit(1);
  return oldest ? oldest.atMs + WINDOW_MS : 0;
}
