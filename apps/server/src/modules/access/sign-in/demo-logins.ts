import { randomUUID } from 'node:crypto';
import type { EnterpriseId, RoleId, UserId } from '@solvane/contract/ids';
import { eq, sql } from 'drizzle-orm';
import type { Config } from '../../../config.ts';
import type { Db } from '../../../db/db.ts';
import { apiTokens, memberships, sessions, users } from '../../../db/schema/access.ts';
import { enterprises } from '../../../db/schema/fleet.ts';
import type { DemoLogin, DemoLoginName } from './pages/login-page.ts';
import { hashPassword, randomPassword, verifyPassword } from './passwords.ts';

/** Published with the product: in force only where no other machine can reach the server. */
export const DEMO_PASSWORD = 'solvane-demo';

const ENTERPRISES = { aurora: 'Aurora', prairie: 'Prairie', southern: 'Southern', nordic: 'Nordic' } as const;
type DemoEnterprise = keyof typeof ENTERPRISES;

interface DemoUser {
  name: DemoLoginName;
  fullName: string;
  role: string | null;
  enterprises: readonly DemoEnterprise[];
  /** The service provider the user acts for. */
  agentId?: DemoEnterprise;
}

const DEMO_USERS: readonly DemoUser[] = [
  { name: 'admin', fullName: 'Ada Admin', role: 'admin', enterprises: ['aurora', 'prairie', 'southern', 'nordic'] },
  { name: 'operator', fullName: 'Oskar Operator', role: 'operator', enterprises: ['aurora', 'prairie'] },
  { name: 'analyst', fullName: 'Anouk Analyst', role: 'analyst', enterprises: ['aurora', 'prairie'] },
  { name: 'viewer', fullName: 'Vera Viewer', role: 'viewer', enterprises: ['southern'] },
  { name: 'contractor', fullName: 'Conny Contractor', role: 'contractor', enterprises: ['nordic'], agentId: 'nordic' },
  { name: 'provider', fullName: 'Petra Provider', role: null, enterprises: [] },
];

export interface PrintedLogin {
  email: string;
  /** undefined: the random one that was printed when the login was made. */
  password: string | undefined;
}

export interface DemoOptions {
  /** Whether only this machine can reach the server. */
  isLoopback: boolean;
  nowMs: number;
}

/**
 * Makes the demo logins, or brings them back. Reachable from elsewhere they get random passwords, given back this once: also when the server was
 * on loopback before, so that the published one never works from outside.
 */
export async function ensureDemoLogins(db: Db, { isLoopback, nowMs }: DemoOptions): Promise<PrintedLogin[]> {
  const existing = new Map((await db.select().from(users).where(eq(users.isDemo, true))).map((user) => [user.email, user]));
  await db
    .insert(enterprises)
    .values(Object.entries(ENTERPRISES).map(([id, name]) => ({ id: id as EnterpriseId, name, createdAtMs: nowMs })))
    .onConflictDoNothing();
  const printed: PrintedLogin[] = [];
  const publicHash = await hashPassword(DEMO_PASSWORD);
  for (const demo of DEMO_USERS) {
    const before = existing.get(emailOf(demo.name));
    const isPublic = await verifyPassword(before?.passwordHash, DEMO_PASSWORD);
    const keepsRandom = !isLoopback && before?.passwordHash && !isPublic;
    const password = isLoopback ? DEMO_PASSWORD : keepsRandom ? undefined : randomPassword();
    const passwordHash = password === undefined ? before?.passwordHash : isLoopback ? publicHash : await hashPassword(password);
    await saveDemoUser(db, demo, { userId: before?.id, passwordHash: passwordHash ?? null, nowMs });
    printed.push({ email: emailOf(demo.name), password });
  }
  return printed;
}

/** The logins stay as names in the records, and cannot be used. */
export async function disableDemoLogins(db: Db, nowMs: number): Promise<void> {
  await db.transaction(async (tx) => {
    const demo = tx.select({ id: users.id }).from(users).where(eq(users.isDemo, true));
    await tx.delete(sessions).where(sql`${sessions.userId} in ${demo}`);
    await tx.update(apiTokens).set({ revokedAtMs: nowMs }).where(sql`${apiTokens.userId} in ${demo} and ${apiTokens.revokedAtMs} is null`);
    await tx.update(users).set({ disabledAtMs: nowMs, passwordHash: null }).where(sql`${users.isDemo} and ${users.disabledAtMs} is null`);
  });
}

/** The logins in order, with how many sites each sees (owner or contractor), for the login page. */
export async function listDemoLogins(db: Db): Promise<DemoLogin[]> {
  const { rows } = await db.execute<{ email: string; siteCount: number | string }>(sql`
    select u.email, case when u.is_provider then (select count(*) from sites) else (
      select count(distinct seen.site_id) from memberships m join (
        select id as site_id, enterprise_id from sites union all select site_id, enterprise_id from site_contractors
      ) as seen on seen.enterprise_id = m.enterprise_id where m.user_id = u.id
    ) end as "siteCount"
    from users u where u.is_demo and u.disabled_at_ms is null`);
  const counts = new Map(rows.map(({ email, siteCount }) => [email, Number(siteCount)]));
  return DEMO_USERS.flatMap(({ name }) => {
    const siteCount = counts.get(emailOf(name));
    return siteCount === undefined ? [] : [{ name, email: emailOf(name), siteCount }];
  });
}

/** Whether the published password is in force, and the login page may show it. */
export function isDemoOpen({ demo, host }: Pick<Config, 'demo' | 'host'>): boolean {
  return demo !== 'off' && isLoopbackHost(host);
}

export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

async function saveDemoUser(
  db: Db,
  { name, fullName, role, enterprises: enterpriseIds, agentId }: DemoUser,
  { userId = randomUUID() as UserId, passwordHash, nowMs }: { userId: UserId | undefined; passwordHash: string | null; nowMs: number },
): Promise<void> {
  const isProvider = role === null;
  await db.transaction(async (tx) => {
    await tx
      .insert(users)
      .values({
        id: userId,
        email: emailOf(name),
        name: fullName,
        agentId: agentId ?? '',
        passwordHash,
        isProvider,
        isDemo: true,
        createdAtMs: nowMs,
      })
      .onConflictDoUpdate({ target: users.id, set: { passwordHash, disabledAtMs: null } });
    if (role === null) return;
    await tx
      .insert(memberships)
      .values(enterpriseIds.map((id) => ({ userId, enterpriseId: id as EnterpriseId, roleId: role as RoleId, createdAtMs: nowMs })))
      .onConflictDoNothing();
  });
}

function emailOf(name: string): string {
  return `${name}@solvane.demo`;
}
