import { AppError, type Issue } from '@solvane/contract/errors';
import type { EnterpriseId, SegmentId, SiteId } from '@solvane/contract/ids';
import type { PermissionName } from '@solvane/contract/permissions';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { segments, sites } from '../../db/schema/fleet.ts';
import type { Caller } from '../../http/caller.ts';
import { enterprisesWith } from '../../http/enterprise-scope.ts';

/** @throws AppError with all of them, when there are any */
export function refuse(issues: readonly Issue[]): void {
  if (issues.length > 0) throw new AppError('request.invalid', { issues });
}

export function problem(message: string, path: Issue['path'], values: NonNullable<Issue['values']> = {}): Issue {
  return { level: 'error', path, message, values };
}

/** @throws AppError resource.notFound unless the caller holds the permission in the enterprise */
export function assertEnterprise(caller: Caller, permission: PermissionName, enterpriseId: EnterpriseId | null): void {
  const enterpriseIds = enterprisesWith(caller, permission);
  if (enterpriseIds && (enterpriseId === null || !enterpriseIds.has(enterpriseId))) throw new AppError('resource.notFound');
}

/** Sites of an enterprise that the caller may change, by id; for each other one a problem that names it. */
export async function findOwnSites(
  tx: Db,
  { caller, enterpriseId, siteIds }: { caller: Caller; enterpriseId: EnterpriseId; siteIds: readonly SiteId[] },
): Promise<{ names: Map<SiteId, string>; issues: Issue[] }> {
  const rows = await tx
    .select({ id: sites.id, name: sites.name, enterpriseId: sites.enterpriseId })
    .from(sites)
    .where(
      isOneOf(
        sites.id,
        siteIds.filter((siteId) => caller.siteIds.has(siteId)),
      ),
    );
  const own = new Map(rows.filter((row) => row.enterpriseId === enterpriseId).map(({ id, name }) => [id, name]));
  const issues = siteIds.flatMap((siteId, index): Issue[] => {
    if (own.has(siteId)) return [];
    const foreign = rows.find(({ id }) => id === siteId);
    const path = ['siteIds', index];
    return [
      foreign
        ? problem('Configuration_Problem_SiteOfOther', path, { site: foreign.name })
        : problem('Configuration_Problem_SiteUnknown', path, { site: siteId }),
    ];
  });
  return { names: own, issues };
}

/** Devices that the caller may change, with their sites; for each other one a problem that names it. */
export async function findOwnDevices(
  tx: Db,
  { siteIds, segmentIds, path }: { siteIds: ReadonlySet<SiteId>; segmentIds: readonly SegmentId[]; path: (index: number) => Issue['path'] },
): Promise<{ siteOf: Map<SegmentId, SiteId>; issues: Issue[] }> {
  const rows = await tx.select({ id: segments.id, siteId: segments.siteId }).from(segments).where(isOneOf(segments.id, segmentIds));
  const siteOf = new Map(rows.flatMap(({ id, siteId }) => (siteIds.has(siteId) ? [[id, siteId] as const] : [])));
  const issues = segmentIds.flatMap((segmentId, index) =>
    siteOf.has(segmentId) ? [] : [problem('Configuration_Problem_DeviceUnknown', path(index), { device: segmentId })],
  );
  return { siteOf, issues };
}
