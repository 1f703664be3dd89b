import { and, desc, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { loginAttempts } from '../../../db/schema/access.ts';

const WINDOW_MS = 15 * 60_000;
const KEPT_MS = 24 * 60 * 60_000;

/** One person mistyping, one account under attack from many places, one place that tries many accounts; a person in a known browser. */
const LIMITS = { accountFromAddress: 5, account: 25, address: 50, knownBrowser: 5 } as const;

export interface Attempt {
  email: string;
  address: string;
  /** The browser is known for this account: it is judged by its own attempts only, which count for no other. */
  knownBrowserId?: number | undefined;
}

export type Admission = { attemptId: number } | { lockedUntilMs: number };

/**
 * Records an attempt before its password is looked at, so that attempts at the same time count each other. Known and unknown accounts are treated
 * alike, and a locked attempt is not counted: the lock ends by itself.
 */
export async function admitAttempt(db: Db, attempt: Attempt, nowMs: number): Promise<Admission> {
  const email = attempt.email.toLowerCase();
  const { address, knownBrowserId } = attempt;
  const [row] = await db
    .insert(loginAttempts)
    .values({ email, address, atMs: nowMs, succeeded: false, knownBrowserId: knownBrowserId ?? null })
    .returning({ id: loginAttempts.id });
  const attemptId = row?.id ?? 0;
  const locks = await Promise.all(locksFor({ email, address, knownBrowserId }).map((lock) => lockOf(db, lock, nowMs)));
  const lockedUntilMs = Math.max(...locks);
  if (lockedUntilMs <= nowMs) return { attemptId };
  await db.delete(loginAttempts).where(eq(loginAttempts.id, attemptId));
  return { lockedUntilMs };
}

export async function recordSuccess(db: Db, attemptId: number, nowMs: number): Promise<void> {
  await db.update(loginAttempts).set({ succeeded: true }).where(eq(loginAttempts.id, attemptId));
  await db.delete(loginAttempts).where(lt(loginAttempts.atMs, nowMs - KEPT_MS));
}

/** An administrator unlocks a user who is locked out. */
export async function forgetAttempts(db: Db, email: string): Promise<void> {
  await db.delete(loginAttempts).where(eq(loginAttempts.email, email.toLowerCase()));
}

interface Lock {
  /** Attempts that count together. */
  counted: SQL[];
  limit: number;
  /** False where a success of an attacker's own account would begin the count again. */
  endsBySuccess: boolean;
}

function locksFor({ email, address, knownBrowserId }: Attempt): Lock[] {
  if (knownBrowserId !== undefined)
    return [{ counted: [eq(loginAttempts.knownBrowserId, knownBrowserId)], limit: LIMITS.knownBrowser, endsBySuccess: true }];
  const ofUnknown = isNull(loginAttempts.knownBrowserId);
  const ofAccount = eq(loginAttempts.email, email);
  const ofAddress = eq(loginAttempts.address, address);
  return [
    { counted: [ofUnknown, ofAccount, ofAddress], limit: LIMITS.accountFromAddress, endsBySuccess: true },
    { counted: [ofUnknown, ofAccount], limit: LIMITS.account, endsBySuccess: true },
    { counted: [ofUnknown, ofAddress], limit: LIMITS.address, endsBySuccess: false },
  ];
}

/** When the oldest of the last `limit` failures leaves the window; 0: fewer than that. Indexes: login_attempts_email, _address, _known_browser. */
async function lockOf(db: Db, { counted, limit, endsBySuccess }: Lock, nowMs: number): Promise<number> {
  const lastSuccess = db
    .select({ id: sql`coalesce(max(${loginAttempts.id}), 0)` })
    .from(loginAttempts)
    .where(and(...counted, eq(loginAttempts.succeeded, true), gt(loginAttempts.atMs, nowMs - WINDOW_MS)));
  const [oldest] = await db
    .select({ atMs: loginAttempts.atMs })
    .from(loginAttempts)
    .where(
      and(
        ...counted,
        eq(loginAttempts.succeeded, false),
        gt(loginAttempts.atMs, nowMs - WINDOW_MS),
        endsBySuccess ? gt(loginAttempts.id, lastSuccess) : undefined,
      ),
    )
    .orderBy(desc(loginAttempts.id))
    .offset(limit)
    .limit(1);
  return oldest ? oldest.atMs + WINDOW_MS : 0;
}
