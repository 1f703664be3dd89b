import { AppError, type Issue } from '@solvane/contract/errors';
import type { EnterpriseId, RoleId, UserId } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Config } from '../../../config.ts';
import type { Db } from '../../../db/db.ts';
import { users } from '../../../db/schema/access.ts';
import { enterprises } from '../../../db/schema/fleet.ts';
import { settings } from '../../../db/schema/shell.ts';
import { TELL_MISSING, toIssues } from '../../../http/issues.ts';
import { hashSecret, isSameSecret, newSetupCode } from '../credentials/secrets.ts';
import { checkNewPassword } from '../sign-in/passwords.ts';
import { addUser } from '../users/users.ts';

const CODE_SETTING = 'access.setupCode';

export interface Setup {
  code: string;
  name: string;
  email: string;
  enterprise: string;
  password: string;
  repeated: string;
}

/** Whether the first person is still to come: demo logins do not count. */
async function needsSetup(db: Db): Promise<boolean> {
  return (await db.$count(users, eq(users.isDemo, false))) === 0;
}

/** The page for the first person is there on a start without the demo only. */
export async function isSetupOpen(db: Db, { demo }: Pick<Config, 'demo'>): Promise<boolean> {
  return demo === 'off' && (await needsSetup(db));
}

/** A new code for the reader of the console; undefined: a user exists already. The code of an earlier start ends. */
export async function newSetupCodeIfNeeded(db: Db, nowMs: number): Promise<string | undefined> {
  if (!(await needsSetup(db))) return undefined;
  const code = newSetupCode();
  const value = hashSecret(normalizeCode(code));
  await db
    .insert(settings)
    .values({ name: CODE_SETTING, value, changedAtMs: nowMs })
    .onConflictDoUpdate({ target: settings.name, set: { value, changedAtMs: nowMs } });
  return code;
}

const setupSchema = z.object({
  name: z.string().trim().min(1).max(LIMITS.nameLength),
  email: z.email(),
  enterprise: z.string().trim().min(1).max(LIMITS.nameLength),
});

export async function isSetupCode(db: Db, code: string): Promise<boolean> {
  const [row] = await db.select().from(settings).where(eq(settings.name, CODE_SETTING));
  return typeof row?.value === 'string' && isSameSecret(hashSecret(normalizeCode(code)), row.value);
}

export function checkSetup(setup: Setup): Issue[] {
  const parsed = setupSchema.safeParse(setup, TELL_MISSING);
  const repeated: Issue[] =
    setup.password === setup.repeated ? [] : [{ level: 'error', path: ['repeated'], message: 'Auth_Setup_repeated_Different' }];
  return [...(parsed.success ? [] : toIssues(parsed.error)), ...checkNewPassword(setup.password, setup.email), ...repeated];
}

/**
 * Makes the first administrator and their enterprise. Two people with the code make one administrator: the setting's row is locked first.
 *
 * @throws AppError resource.notFound when another user was faster
 */
export async function completeSetup(
  db: Db,
  { name, email, enterprise, password }: Omit<Setup, 'code' | 'repeated'>,
  nowMs: number,
): Promise<UserId> {
  return db.transaction(async (tx) => {
    const [locked] = await tx.delete(settings).where(eq(settings.name, CODE_SETTING)).returning();
    if (!locked || !(await needsSetup(tx))) throw new AppError('resource.notFound');
    const enterpriseId = await ensureEnterprise(tx, enterprise, nowMs);
    return addUser(
      tx,
      { email, name, password, memberships: [{ enterpriseId, roleId: 'admin' as RoleId }] },
      { actor: { userId: null, name: 'setup' }, nowMs },
    );
  });
}

/** The enterprise of this name, made where it is missing under an id of its letters. */
export async function ensureEnterprise(db: Db, name: string, nowMs: number): Promise<EnterpriseId> {
  const [found] = await db
    .select({ id: enterprises.id })
    .from(enterprises)
    .where(sql`lower(${enterprises.name}) = ${name.toLowerCase()} or ${enterprises.id} = ${name}`)
    .limit(1);
  if (found) return found.id;
  const base = idFromName(name);
  for (let number = 1; ; number++) {
    const id = (number === 1 ? base : `${base}-${number}`) as EnterpriseId;
    const [made] = await db
      .insert(enterprises)
      .values({ id, name, createdAtMs: nowMs })
      .onConflictDoNothing()
      .returning({ id: enterprises.id });
    if (made) return made.id;
  }
}

function idFromName(name: string): string {
  const letters = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return letters.slice(0, 50) || 'enterprise';
}

/** Typed from a screen: small letters, spaces and missing dashes are no mistakes. */
function normalizeCode(code: string): string {
  return code.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
