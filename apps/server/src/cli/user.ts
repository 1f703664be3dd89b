import { parseArgs } from 'node:util';
import type { EnterpriseId, RoleId, UserId } from '@solvane/contract/ids';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { type AuditContext, CONSOLE } from '../modules/access/audit.ts';
import { ensureEnterprise } from '../modules/access/setup/setup.ts';
import { issueText, pageText } from '../modules/access/sign-in/page-text.ts';
import { checkNewPassword, randomPassword } from '../modules/access/sign-in/passwords.ts';
import { ensureRoles, listRoleIds } from '../modules/access/users/roles.ts';
import {
  addUser,
  disableUser,
  enableUser,
  findUser,
  grantRole,
  listUsers,
  resetPassword,
  revokeRole,
} from '../modules/access/users/users.ts';
import { type Command, CommandError, type CommandIo } from './command.ts';

export const USAGE = `npm run user -- add --email <address> --name <name> --enterprise <name or id> --role <role> [--provider] [--no-password]
npm run user -- list
npm run user -- grant --email <address> --enterprise <name or id> --role <role>
npm run user -- revoke --email <address> --enterprise <name or id>
npm run user -- reset --email <address>
npm run user -- disable|enable --email <address>

An enterprise that does not exist yet is made. Without a password typed in, one is made and shown once.`;

/** People of an installation, for people with access to its console. */
export const userCommand: Command = async (deps, args, io) => {
  const [verb = '', ...rest] = args;
  const act = VERBS[verb];
  if (!act) {
    io.print(USAGE);
    return verb === '' || verb === 'help' ? 0 : 1;
  }
  await ensureRoles(deps.db, deps.now());
  await act({ ...deps, context: { actor: CONSOLE, nowMs: deps.now() } }, readOptions(rest), io);
  return 0;
};

type Act = (deps: Pick<Deps, 'db' | 'now'> & { context: AuditContext }, options: Options, io: CommandIo) => Promise<void>;

const VERBS: Record<string, Act> = {
  add: async ({ db, context }, options, io) => {
    const email = needEmail(options);
    const name = need(options.name, '--name');
    if (await findUser(db, email)) throw new CommandError(`${email} exists already. Use grant, enable or reset.`);
    if (!options.provider || options.enterprise || options.role) await needRole(db, options);
    const password = options['no-password'] ? undefined : await choosePassword(email, io);
    const memberships = options.role === undefined ? [] : [await readMembership(db, options, context.nowMs)];
    await addUser(db, { email, name, password: password?.text ?? null, isProvider: options.provider ?? false, memberships }, context);
    io.print(`${email} can sign in${options['no-password'] ? ' by single sign-on' : ''}.`);
    printPassword(password, io);
  },
  list: async ({ db }, _options, io) => {
    for (const user of await listUsers(db)) {
      const rights = [
        ...(user.isProvider ? ['provider staff'] : []),
        ...user.memberships.map(({ role, enterprise }) => `${role} of ${enterprise}`),
      ];
      const lastSeen = user.lastSignInAtMs === null ? 'never signed in' : `last signed in ${new Date(user.lastSignInAtMs).toISOString()}`;
      const states = [
        rights.join(', ') || 'no rights',
        lastSeen,
        ...(user.disabledAtMs === null ? [] : ['disabled']),
        ...(user.isDemo ? ['demo'] : []),
      ];
      io.print(`${user.email}  ${user.name}  (${states.join('; ')})`);
    }
  },
  grant: async ({ db, context }, options, io) => {
    const user = await needUser(db, options);
    await needRole(db, options);
    const membership = await readMembership(db, options, context.nowMs);
    await grantRole(db, { userId: user.id, ...membership }, context);
    io.print(`${user.email} is ${membership.roleId} of ${membership.enterpriseId}.`);
  },
  revoke: async ({ db, context }, options, io) => {
    const user = await needUser(db, options);
    const enterpriseId = await ensureEnterprise(db, need(options.enterprise, '--enterprise'), context.nowMs);
    await revokeRole(db, { userId: user.id, enterpriseId }, context);
    io.print(`${user.email} has no role in ${enterpriseId}.`);
  },
  reset: async ({ db, context }, options, io) => {
    const user = await needUser(db, options);
    const password = await choosePassword(user.email, io);
    await resetPassword(db, { userId: user.id, email: user.email, password: password.text }, context);
    io.print(`${user.email} has a new password; sessions and tokens have ended.`);
    printPassword(password, io);
  },
  disable: async ({ db, context }, options, io) => {
    const user = await needUser(db, options);
    await disableUser(db, user.id, context);
    io.print(`${user.email} cannot sign in any more; sessions and tokens have ended.`);
  },
  enable: async ({ db, context }, options, io) => {
    const user = await needUser(db, options);
    await enableUser(db, user.id, context);
    io.print(`${user.email} can sign in again.`);
  },
};

function readOptions(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const;
    const flag = { type: 'boolean' } as const;
    const { values } = parseArgs({
      args: [...args],
      options: { email: text, name: text, enterprise: text, role: text, provider: flag, 'no-password': flag },
    });
    return values;
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}
type Options = ReturnType<typeof readOptions>;

interface ChosenPassword {
  text: string;
  isMade: boolean;
}

/** Typed twice without an echo, or nothing for one that is made here. */
async function choosePassword(email: string, io: CommandIo): Promise<ChosenPassword> {
  const typed = await io.ask('Password (empty: make one): ', { hidden: true });
  if (typed === '') return { text: randomPassword(), isMade: true };
  const issues = checkNewPassword(typed, email);
  if (issues.length > 0) throw new CommandError(issues.map((issue) => issueText(pageText('en-US'), issue)).join('\n'));
  if ((await io.ask('Password again: ', { hidden: true })) !== typed) throw new CommandError('The two passwords differ.');
  return { text: typed, isMade: false };
}

function printPassword(password: ChosenPassword | undefined, io: CommandIo): void {
  if (password?.isMade) io.print(`Password, shown this once: ${password.text}`);
}

async function readMembership(db: Deps['db'], options: Options, nowMs: number): Promise<{ enterpriseId: EnterpriseId; roleId: RoleId }> {
  const enterpriseId = await ensureEnterprise(db, need(options.enterprise, '--enterprise'), nowMs);
  return { enterpriseId, roleId: need(options.role, '--role') as RoleId };
}

async function needRole(db: Deps['db'], options: Options): Promise<void> {
  const role = need(options.role, '--role');
  need(options.enterprise, '--enterprise');
  const known = await listRoleIds(db);
  if (!known.some((id) => id === role)) throw new CommandError(`There is no role ${role}. Roles: ${known.join(', ')}.`);
}

async function needUser(db: Deps['db'], options: Options): Promise<{ id: UserId; email: string }> {
  const email = needEmail(options);
  const user = await findUser(db, email);
  if (!user) throw new CommandError(`There is no user ${email}.`);
  return user;
}

function needEmail(options: Options): string {
  const email = need(options.email, '--email').trim();
  if (!z.email().safeParse(email).success) throw new CommandError(`${email} is no email address.`);
  return email;
}

function need(value: string | undefined, option: string): string {
  if (value === undefined || value.trim() === '') throw new CommandError(`${option} is missing.\n\n${USAGE}`);
  return value.trim();
}
