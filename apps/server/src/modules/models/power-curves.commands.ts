import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError, type Issue } from '@solvane/contract/errors';
import type { SiteId } from '@solvane/contract/ids';
import type { powerCurveEndpoints } from '@solvane/contract/models';
import type { ConfigurationSaved } from '@solvane/contract/validity';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { type PowerCurveRow, powerCurveDevices, powerCurves } from '../../db/schema/models.ts';
import type { Caller } from '../../http/caller.ts';
import { enterprisesWith, isOfEnterprises } from '../../http/enterprise-scope.ts';
import { type ConfigureDeps, changeConfiguration } from '../configuration/change-configuration.ts';
import { assertEnterprise, findOwnDevices, problem, refuse } from '../configuration/configuration-checks.ts';
import { assertRevision } from '../configuration/revision.ts';
import { recordVersion, removeVersions } from '../configuration/versions.ts';
import { effectivePeriod, nameProblems, overlapProblems, rangeProblems, resolutionProblems } from './power-curve-problems.ts';
import { type CurveDevice, devicesOfCurve, versionedCurve } from './power-curves.queries.ts';
import { curveRevision, toContent, toRow, type Wanted } from './power-curves.wire.ts';

export async function savePowerCurve(deps: ConfigureDeps, caller: Caller, wanted: Wanted): Promise<ConfigurationSaved & { id: string }> {
  assertEnterprise(caller, 'EditMetadata', wanted.enterpriseId);
  return changeConfiguration(deps, { caller, reason: 'models' }, async (tx) => {
    const before = wanted.id === null ? undefined : await getCurve(tx, caller, wanted.id);
    const id = before?.id ?? randomUUID();
    const had = before ? await devicesOfCurve(tx, id) : [];
    const old = before && versionOf(before, had);
    if (old) assertRevision(wanted.seenRevision, old.revision);
    const segmentIds = [...new Set(wanted.segmentIds)];
    const { siteOf, issues } = await findOwnDevices(tx, {
      siteIds: caller.siteIds,
      segmentIds,
      path: (index) => ['segmentIds', index],
    });
    refuse([
      ...issues,
      ...rangeProblems(wanted),
      ...(await resolutionProblems(tx, wanted, siteOf)),
      ...(await nameProblems(tx, wanted, id)),
      ...(await overlapProblems(tx, wanted, id)),
    ]);
    // A user who does not see a turbine cannot take the curve from it.
    const hidden = had.filter(({ siteId }) => !caller.siteIds.has(siteId)).map(({ segmentId }) => segmentId);
    const row = toRow(wanted, { id, uploadedBy: caller.name, uploadedMs: deps.now() });
    await tx.insert(powerCurves).values(row).onConflictDoUpdate({ target: powerCurves.id, set: row });
    await tx.delete(powerCurveDevices).where(eq(powerCurveDevices.curveId, id));
    const devices = [...segmentIds, ...hidden];
    if (devices.length > 0) await tx.insert(powerCurveDevices).values(devices.map((segmentId) => ({ curveId: id, segmentId })));
    await recordVersion(tx, versionedCurve(id), {
      before: old,
      after: { revision: curveRevision(row, devices), content: toContent(row, devices) },
      note: wanted.note,
    });
    const touched = [
      { siteIds: [...siteOf.values()], periods: [effectivePeriod(row)] },
      ...(before ? [{ siteIds: sitesOf(had), periods: [effectivePeriod(before)] }] : []),
    ];
    return { result: { id }, touched, entries: [entryOf('save', row)] };
  });
}

/** A curve that turbines have is in use: it is taken from them before. */
export async function removePowerCurve(
  deps: ConfigureDeps,
  caller: Caller,
  { id, seenRevision }: BodyOf<typeof powerCurveEndpoints.remove>,
): Promise<ConfigurationSaved> {
  return changeConfiguration(deps, { caller, reason: 'models' }, async (tx) => {
    const row = await getCurve(tx, caller, id);
    const devices = await devicesOfCurve(tx, id);
    assertRevision(seenRevision, versionOf(row, devices).revision);
    refuse(useProblems(row, devices, caller.siteIds));
    await tx.delete(powerCurves).where(eq(powerCurves.id, id));
    await removeVersions(tx, versionedCurve(id));
    return { result: {}, touched: [], entries: [entryOf('remove', row)] };
  });
}

/** Histories of curves whose rows were put back by the revert of an import; a curve that is gone has none. */
export async function recordRestoredCurves(
  tx: Db,
  ids: readonly string[],
  { restoredBy, nowMs }: { restoredBy: string; nowMs: number },
): Promise<void> {
  for (const id of ids) {
    const [row] = await tx.select().from(powerCurves).where(eq(powerCurves.id, id));
    if (!row) {
      await removeVersions(tx, versionedCurve(id));
      continue;
    }
    const { revision, content } = versionOf(row, await devicesOfCurve(tx, id));
    const changed = { ...revision, changedBy: restoredBy, changedAtMs: nowMs };
    await recordVersion(tx, versionedCurve(id), { before: undefined, after: { revision: changed, content } });
  }
}

function useProblems({ name }: PowerCurveRow, devices: readonly CurveDevice[], siteIds: ReadonlySet<SiteId>): Issue[] {
  const seen = devices.filter(({ siteId }) => siteIds.has(siteId));
  const hiddenCount = devices.length - seen.length;
  const where = [...Map.groupBy(seen, ({ siteName }) => siteName)]
    .map(([siteName, ofSite]) => `${siteName} (${ofSite.map((device) => device.name).join(', ')})`)
    .join(', ');
  return [
    ...(where === '' ? [] : [problem('Configuration_Problem_InUse', ['id'], { name, where })]),
    ...(hiddenCount === 0 ? [] : [problem('PowerCurve_Problem_InUseHidden', ['id'], { name, count: hiddenCount })]),
  ];
}

async function getCurve(tx: Db, caller: Caller, id: string): Promise<PowerCurveRow> {
  const [row] = await tx
    .select()
    .from(powerCurves)
    .where(and(eq(powerCurves.id, id), isOfEnterprises(powerCurves.enterpriseId, enterprisesWith(caller, 'EditMetadata'))));
  if (!row) throw new AppError('resource.notFound');
  return row;
}

function versionOf(row: PowerCurveRow, devices: readonly CurveDevice[]) {
  const segmentIds = devices.map(({ segmentId }) => segmentId);
  return { revision: curveRevision(row, segmentIds), content: toContent(row, segmentIds) };
}

function sitesOf(devices: readonly CurveDevice[]): SiteId[] {
  return [...new Set(devices.map(({ siteId }) => siteId))];
}

function entryOf(verb: string, { id, enterpriseId, name, type }: PowerCurveRow) {
  return { action: `powerCurve.${verb}`, entityType: 'powerCurve', entityId: id, enterpriseId, details: { name, type } };
}
