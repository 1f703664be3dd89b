import type { EnterpriseId, RoleId, SiteId, UserId } from '@solvane/contract/ids';
import type { PermissionName } from '@solvane/contract/permissions';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a user may do in one enterprise: the permissions of the role held there. */
export interface Membership {
  enterpriseId: EnterpriseId;
  roleId: RoleId;
  permissions: ReadonlySet<PermissionName>;
}

/** An API token, or the view key behind a session: both act for the user who made them. */
export interface TokenPrincipal {
  kind: 'apiToken' | 'viewKey';
  tokenId: string;
  name: string;
  /** null: every site of the user. */
  siteIds: ReadonlySet<SiteId> | null;
  readOnly: boolean;
}

/** A signed-in user, by the cookie of a session or by an API token. */
export interface UserPrincipal {
  kind: 'user';
  userId: UserId;
  name: string;
  isProvider: boolean;
  memberships: readonly Membership[];
  /** undefined: called with an API token. */
  session: { sessionId: string; csrfToken: string; expiresAtMs: number } | undefined;
  /** undefined: a session of a user who signed in. */
  token: TokenPrincipal | undefined;
  /** Provider staff who look at the product as a role sees it, and may only read meanwhile; undefined: as themselves. */
  viewAs?: { roleId: RoleId; enterpriseId: EnterpriseId } | undefined;
  /** `fleet_version.version`, read in the same query: the key of the cached map of sites. */
  fleetVersion: string;
  /** Of devices, their attributes and their series, read in the same query: the key of look-ups kept in memory. */
  inventoryVersion: string;
}

/** A machine that delivers data. */
export interface KeyPrincipal {
  kind: 'key';
  keyId: string;
  siteIds: ReadonlySet<SiteId>;
}

export type Principal = UserPrincipal | KeyPrincipal;

/**
 * The port that the access module implements: who sends this request? undefined: no credentials, or credentials that are unknown, expired or revoked.
 * A request with an Authorization header is judged by that header alone, cookies are not read. `background` calls never extend a session.
 */
export type Authenticate = (
  request: FastifyRequest,
  options: { background: boolean; reply: FastifyReply },
) => Promise<Principal | undefined>;

/** The user behind a call, together with what this call may see. */
export interface Caller {
  /** Who acts, for records. What belongs to this user is found by `ownerId`. */
  userId: UserId;
  /** Whose jobs, files, views and settings the call may see; undefined: a narrowed credential, which sees none. */
  ownerId: UserId | undefined;
  name: string;
  sessionId: string | undefined;
  /** False for a narrowed credential. */
  isProvider: boolean;
  /** Empty for a narrowed credential: it has sites, and no enterprise. */
  memberships: readonly Membership[];
  /** Sites this call may read or change: those of enterprises (owner or contractor) whose role grants the permission of the endpoint. */
  siteIds: ReadonlySet<SiteId>;
  /** Every site the caller sees, whatever may be done there. */
  visibleSiteIds: ReadonlySet<SiteId>;
  /** Of devices, their attributes and their series: the key of look-ups kept in memory. */
  inventoryVersion: string;
  /** Whether the permission is granted in any enterprise. */
  can(permission: PermissionName): boolean;
  /** Sites for which the permission is granted: what a row's abilities are judged by. */
  scopeFor(permission: PermissionName): ReadonlySet<SiteId>;
}

export interface KeyCaller {
  keyId: string;
  siteIds: ReadonlySet<SiteId>;
}
