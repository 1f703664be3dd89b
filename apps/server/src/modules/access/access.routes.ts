import { AppError } from '@solvane/contract/errors';
import { accountSettingsEndpoints, roleEndpoints, SESSION_EXPIRES_HEADER, sessionEndpoints } from '@solvane/contract/session';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { Principal, UserPrincipal } from '../../http/caller.ts';
import { readFeatures } from '../../http/features.ts';
import { mount, mountPublic } from '../../http/mount.ts';
import { readAccountSettings, saveAccountSettings } from './account/account-settings.ts';
import { ANONYMOUS_PROFILE, readProfile, toPermissions } from './account/profile.ts';
import { extendSession, viewAs } from './sessions/sessions.ts';
import { listRoles } from './users/roles.ts';

export type AccessDeps = Pick<Deps, 'db' | 'now'> & { config: Pick<Deps['config'], 'sessionMinutes'> };

export function accessRoutes(app: FastifyInstance, { db, now, config }: AccessDeps): void {
  mountPublic(app, sessionEndpoints.profile, ({ request: { principal } }) =>
    principal?.kind === 'user' ? readProfile(db, principal) : ANONYMOUS_PROFILE,
  );
  mount(app, sessionEndpoints.antiforgery, ({ request }) => ({ token: sessionOf(request.principal).csrfToken }));
  mount(app, sessionEndpoints.renew, async ({ request, reply }) => {
    const expiresAtMs = now() + config.sessionMinutes * 60_000;
    await extendSession(db, sessionOf(request.principal).sessionId, expiresAtMs);
    const sessionExpiresAtUtc = new Date(expiresAtMs).toISOString();
    reply.header(SESSION_EXPIRES_HEADER, sessionExpiresAtUtc);
    return { sessionExpiresAtUtc };
  });
  mount(app, sessionEndpoints.viewAs, async ({ request, reply, body }) => {
    await viewAs(db, { sessionId: sessionOf(request.principal).sessionId, view: body.view, nowMs: now() });
    const principal = await app.platform.authenticate(request, { background: true, reply });
    return principal?.kind === 'user' ? readProfile(db, principal) : ANONYMOUS_PROFILE;
  });
  mount(app, sessionEndpoints.permissions, ({ caller }) => toPermissions(caller));
  mount(app, sessionEndpoints.features, async () => ({ features: await readFeatures(db) }));
  mount(app, roleEndpoints.list, async ({ caller }) => ({ items: await listRoles(db, caller) }));

  mount(app, accountSettingsEndpoints.get, ({ caller }) => readAccountSettings(db, caller));
  mount(app, accountSettingsEndpoints.save, ({ caller, body }) => saveAccountSettings(db, caller, body));
  mount(app, accountSettingsEndpoints.saveSelectedEnterpriseIds, ({ caller, body }) =>
    saveAccountSettings(db, caller, { selectedEnterpriseIds: body }),
  );
}

/** @throws AppError access.forbidden: a token has no session to speak of */
function sessionOf(principal: Principal | undefined): NonNullable<UserPrincipal['session']> {
  if (principal?.kind !== 'user' || !principal.session) throw new AppError('access.forbidden');
  return principal.session;
}
