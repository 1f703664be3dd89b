import type { Issue } from '@solvane/contract/errors';
import type { FleetDescription } from '@solvane/contract/fleet-description';
import type { EnterpriseId } from '@solvane/contract/ids';
import type { Db } from '../../../db/db.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { enterprises, sites } from '../../../db/schema/fleet.ts';
import type { Caller } from '../../../http/caller.ts';

/** Whose fleet an import may change; without one (the console) everybody's. */
export type ImportScope = Pick<Caller, 'userId' | 'isProvider' | 'memberships' | 'can'>;

/**
 * What a description names that is not the caller's to change: enterprises they do not edit, and sites that such an enterprise owns. New enterprises
 * may be founded by those who manage users, because the founder becomes their administrator.
 */
export async function checkImportScope(
  db: Db,
  scope: ImportScope,
  { enterprises: named, sites: described }: FleetDescription,
): Promise<Issue[]> {
  if (scope.isProvider) return [];
  const own = new Set(scope.memberships.flatMap(({ enterpriseId, permissions }) => (permissions.has('EditMetadata') ? enterpriseId : [])));
  const wanted = [...new Set([...named.map(({ id }) => id), ...described.map(({ enterpriseId }) => enterpriseId)])];
  const existing = await db.select({ id: enterprises.id }).from(enterprises).where(isOneOf(enterprises.id, wanted));
  const isExisting = new Set<string>(existing.map(({ id }) => id));
  const isForeign = (id: string): boolean => !own.has(id as EnterpriseId) && (isExisting.has(id) || !scope.can('PageManageUsers'));
  const owners = await db
    .select({ id: sites.id, enterpriseId: sites.enterpriseId })
    .from(sites)
    .where(
      isOneOf(
        sites.id,
        described.map(({ id }) => id),
      ),
    );
  const foreignSites = new Set<string>(owners.flatMap(({ id, enterpriseId }) => (own.has(enterpriseId) ? [] : id)));
  return [
    ...named.flatMap(({ id }, index) =>
      isForeign(id) ? [problem(['enterprises', index, 'id'], 'Fleet_Import_EnterpriseNotYours', id)] : [],
    ),
    ...described.flatMap(({ id, enterpriseId }, index) => [
      ...(isForeign(enterpriseId) ? [problem(['sites', index, 'enterpriseId'], 'Fleet_Import_EnterpriseNotYours', enterpriseId)] : []),
      ...(foreignSites.has(id) ? [problem(['sites', index, 'id'], 'Fleet_Import_SiteNotYours', id)] : []),
    ]),
  ];
}

function problem(path: Issue['path'], message: string, id: string): Issue {
  return { level: 'error', path, message, values: { id } };
}
