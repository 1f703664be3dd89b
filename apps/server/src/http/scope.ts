import type { EnterpriseId, SiteId } from '@solvane/contract/ids';
import type { PermissionName } from '@solvane/contract/permissions';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import type { Caller, UserPrincipal } from './caller.ts';

/** Which enterprise sees which sites, as owner or as contractor. */
export interface SiteDirectory {
  version: string;
  siteIds: ReadonlySet<SiteId>;
  byEnterprise: ReadonlyMap<EnterpriseId, readonly SiteId[]>;
}

export type FindSiteDirectory = (version: string) => Promise<SiteDirectory>;

/**
 * Keeps the newest directory in memory. Every request knows the version it needs (read together with its session), so that a change made by any
 * process is seen by the next request, and an unchanged fleet costs no query.
 */
export function createSiteDirectory(db: Db): FindSiteDirectory {
  let current: SiteDirectory | undefined;
  let loading: Promise<SiteDirectory> | undefined;
  return async (version) => {
    if (current?.version === version) return current;
    loading ??= loadSiteDirectory(db).finally(() => {
      loading = undefined;
    });
    current = await loading;
    return current;
  };
}

async function loadSiteDirectory(db: Db): Promise<SiteDirectory> {
  const { rows } = await db.execute<{ version: string; sites: [SiteId, EnterpriseId][] }>(sql`
    select version, (
      select coalesce(json_agg(json_build_array(site_id, enterprise_id)), '[]')
      from (select id as site_id, enterprise_id from sites union select site_id, enterprise_id from site_contractors) as seen
    ) as sites
    from fleet_version`);
  const [row] = rows;
  if (!row) throw new Error('The table fleet_version is empty');
  const byEnterprise = new Map<EnterpriseId, SiteId[]>();
  for (const [siteId, enterpriseId] of row.sites) {
    const seen = byEnterprise.get(enterpriseId);
    if (seen) seen.push(siteId);
    else byEnterprise.set(enterpriseId, [siteId]);
  }
  return { version: row.version, siteIds: new Set(row.sites.map(([siteId]) => siteId)), byEnterprise };
}

/** @param permission - of the endpoint; undefined: any session may call it, the scope is everything the user sees */
export function createCaller(principal: UserPrincipal, directory: SiteDirectory, permission: PermissionName | undefined): Caller {
  const scopes = new Map<PermissionName | undefined, ReadonlySet<SiteId>>();
  const scopeFor = (wanted: PermissionName | undefined): ReadonlySet<SiteId> => {
    const known = scopes.get(wanted) ?? sitesInScope(principal, directory, wanted);
    scopes.set(wanted, known);
    return known;
  };
  const narrowed = isNarrowed(principal);
  return {
    userId: principal.userId,
    ownerId: narrowed ? undefined : principal.userId,
    name: principal.name,
    sessionId: principal.session?.sessionId,
    isProvider: principal.isProvider && !narrowed,
    memberships: narrowed ? [] : principal.memberships,
    inventoryVersion: principal.inventoryVersion,
    get siteIds() {
      return scopeFor(permission);
    },
    get visibleSiteIds() {
      return scopeFor(undefined);
    },
    can: (wanted) => isGranted(principal, wanted),
    scopeFor,
  };
}

/** Sites of which the caller holds any of some permissions. */
export function sitesOfAny({ scopeFor }: Pick<Caller, 'scopeFor'>, permissions: readonly PermissionName[]): ReadonlySet<SiteId> {
  return new Set(permissions.flatMap((permission) => [...scopeFor(permission)]));
}

/** A token for some sites, or any view key. It sees and changes what lies in its sites; neither its user's own things nor what enterprises configure. */
export function isNarrowed({ token }: UserPrincipal): boolean {
  return token !== undefined && (token.kind === 'viewKey' || token.siteIds !== null);
}

/** Provider staff hold every permission; everybody else what the role of any enterprise grants. */
export function isGranted(principal: UserPrincipal, permission: PermissionName): boolean {
  return principal.isProvider || principal.memberships.some(({ permissions }) => permissions.has(permission));
}

function sitesInScope(principal: UserPrincipal, directory: SiteDirectory, permission: PermissionName | undefined): ReadonlySet<SiteId> {
  const granting = principal.memberships.filter(({ permissions }) => permission === undefined || permissions.has(permission));
  const visible = principal.isProvider
    ? directory.siteIds
    : new Set(granting.flatMap(({ enterpriseId }) => directory.byEnterprise.get(enterpriseId) ?? []));
  return principal.token?.siteIds ? visible.intersection(principal.token.siteIds) : visible;
}
