import { PERMISSIONS, type Permissions } from '@solvane/contract/permissions';
import type { Profile } from '@solvane/contract/session';
import { asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { users } from '../../../db/schema/access.ts';
import { enterprises } from '../../../db/schema/fleet.ts';
import type { Caller, TokenPrincipal, UserPrincipal } from '../../../http/caller.ts';
import { isNarrowed } from '../../../http/scope.ts';

export const ANONYMOUS_PROFILE: Profile = { isAuthenticated: false, displayName: '', claims: [], sessionExpiresAtUtc: null };

export async function readProfile(db: Db, principal: UserPrincipal): Promise<Profile> {
  if (principal.token && isNarrowed(principal)) return profileOf(principal.token, principal.session);
  const [user] = await db.select().from(users).where(eq(users.id, principal.userId));
  if (!user) return ANONYMOUS_PROFILE;
  const enterpriseIds = principal.memberships.map(({ enterpriseId }) => enterpriseId);
  const [home] = await db.select().from(enterprises).where(inArray(enterprises.id, enterpriseIds)).orderBy(asc(enterprises.name)).limit(1);
  return {
    isAuthenticated: true,
    displayName: user.name,
    claims: [
      { type: 'id', value: user.id },
      { type: 'name', value: user.name },
      { type: 'email', value: user.email },
      { type: 'pictureUrl', value: user.pictureUrl },
      { type: 'enterpriseId', value: home?.id ?? '' },
      { type: 'enterpriseName', value: home?.name ?? '' },
      { type: 'agentId', value: user.agentId },
      { type: 'isProvider', value: String(principal.isProvider) },
      ...(principal.viewAs
        ? ([
            { type: 'viewAsRoleId', value: principal.viewAs.roleId },
            { type: 'viewAsEnterpriseId', value: principal.viewAs.enterpriseId },
          ] as const)
        : []),
    ],
    sessionExpiresAtUtc: principal.session ? new Date(principal.session.expiresAtMs).toISOString() : null,
  };
}

/** A narrowed credential goes by its own name: the user who made it is not told. */
function profileOf({ tokenId, name }: TokenPrincipal, session: UserPrincipal['session']): Profile {
  return {
    isAuthenticated: true,
    displayName: name,
    claims: [
      { type: 'id', value: tokenId },
      { type: 'name', value: name },
      { type: 'isProvider', value: 'false' },
    ],
    sessionExpiresAtUtc: session ? new Date(session.expiresAtMs).toISOString() : null,
  };
}

/** Union over the caller's enterprises. */
export function toPermissions(caller: Caller): Permissions {
  return { userAccessByPermissionName: Object.fromEntries(PERMISSIONS.map((name) => [name, caller.can(name)])) };
}
