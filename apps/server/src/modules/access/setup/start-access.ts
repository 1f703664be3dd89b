import { accountEndpoints } from '@solvane/contract/session';
import type { Deps } from '../../../deps.ts';
import { DEMO_PASSWORD, disableDemoLogins, ensureDemoLogins, isLoopbackHost, type PrintedLogin } from '../sign-in/demo-logins.ts';
import { ensureRoles } from '../users/roles.ts';
import { newSetupCodeIfNeeded } from './setup.ts';

export type StartAccessDeps = Pick<Deps, 'db' | 'now'> & { config: Pick<Deps['config'], 'demo' | 'host' | 'publicUrl' | 'port'> };

/**
 * Roles, demo logins and the way in for the first administrator.
 *
 * @returns lines for the console: the only place where a password or a code is ever written
 */
export async function startAccess({ db, now, config }: StartAccessDeps): Promise<string[]> {
  const nowMs = now();
  await ensureRoles(db, nowMs);
  const address = config.publicUrl ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`;
  if (config.demo !== 'off') {
    const logins = await ensureDemoLogins(db, { isLoopback: isLoopbackHost(config.host), nowMs });
    return [`Solvane with its demo fleet: ${address}`, ...logins.map(loginLine)];
  }
  await disableDemoLogins(db, nowMs);
  const code = await newSetupCodeIfNeeded(db, nowMs);
  return [
    `Solvane: ${address}`,
    ...(code === undefined
      ? []
      : [
          `  No user can sign in yet. Create the first administrator at ${address}${accountEndpoints.setupPage.path}`,
          `  with the code ${code}`,
        ]),
  ];
}

function loginLine({ email, password }: PrintedLogin): string {
  const secret =
    password === undefined
      ? 'password as printed when it was made'
      : password === DEMO_PASSWORD
        ? password
        : `${password}  (shown this once)`;
  return `  ${email.padEnd(24)} ${secret}`;
}
