import { randomUUID } from 'node:crypto';
import { AppError } from '@solvane/contract/errors';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import type { ConfigurationSaved } from '@solvane/contract/validity';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { segments } from '../../db/schema/fleet.ts';
import { type PowerCurveRow, powerCurveDevices, powerCurves } from '../../db/schema/models.ts';
import type { Caller } from '../../http/caller.ts';
import { enterprisesWith, isOfEnterprises } from '../../http/enterprise-scope.ts';
import { type ConfigureDeps, changeConfiguration } from '../configuration/change-configuration.ts';
import { assertEnterprise, findOwnDevices, refuse } from '../configuration/configuration-checks.ts';
import { effectivePeriod, nameProblems, overlapProblems, rangeProblems } from './power-curve-problems.ts';
import { toRow, type Wanted } from './power-curves.wire.ts';

export async function savePowerCurve(deps: ConfigureDeps, caller: Caller, wanted: Wanted): Promise<ConfigurationSaved & { id: string }> {
  assertEnterprise(caller, 'EditMetadata', wanted.enterpriseId);
  return changeConfiguration(deps, { caller, reason: 'models' }, async (tx) => {
    const before = wanted.id === null ? undefined : await getCurve(tx, caller, wanted.id);
    const id = before?.id ?? randomUUID();
    const segmentIds = [...new Set(wanted.segmentIds)];
    const { siteOf, issues } = await findOwnDevices(tx, {
      siteIds: caller.siteIds,
      segmentIds,
      path: (index) => ['segmentIds', index],
    });
    refuse([...issues, ...rangeProblems(wanted), ...(await nameProblems(tx, wanted, id)), ...(await overlapProblems(tx, wanted, id))]);
    const hidden = before ? await hiddenDevices(tx, id, caller.siteIds) : [];
    const oldSites = before ? await sitesOf(tx, id) : [];
    const row = toRow(wanted, { id, uploadedBy: caller.name, uploadedMs: deps.now() });
    await tx.insert(powerCurves).values(row).onConflictDoUpdate({ target: powerCurves.id, set: row });
    await tx.delete(powerCurveDevices).where(eq(powerCurveDevices.curveId, id));
    const devices = [...segmentIds, ...hidden];
    if (devices.length > 0) await tx.insert(powerCurveDevices).values(devices.map((segmentId) => ({ curveId: id, segmentId })));
    const touched = [
      { siteIds: [...siteOf.values()], periods: [effectivePeriod(row)] },
      ...(before ? [{ siteIds: oldSites, periods: [effectivePeriod(before)] }] : []),
    ];
    return { result: { id }, touched, entries: [entryOf('save', row)] };
  });
}

export async function removePowerCurve(deps: ConfigureDeps, caller: Caller, id: string): Promise<ConfigurationSaved> {
  return changeConfiguration(deps, { caller, reason: 'models' }, async (tx) => {
    const row = await getCurve(tx, caller, id);
    const touched = [{ siteIds: await sitesOf(tx, id), periods: [effectivePeriod(row)] }];
    await tx.delete(powerCurves).where(eq(powerCurves.id, id));
    return { result: {}, touched, entries: [entryOf('remove', row)] };
  });
}

async function getCurve(tx: Db, caller: Caller, id: string): Promise<PowerCurveRow> {
  const [row] = await tx
    .select()
    .from(powerCurves)
    .where(and(eq(powerCurves.id, id), isOfEnterprises(powerCurves.enterpriseId, enterprisesWith(caller, 'EditMetadata'))));
  if (!row) throw new AppError('resource.notFound');
  return row;
}

async function sitesOf(tx: Db, curveId: string): Promise<SiteId[]> {
  const rows = await tx
    .selectDistinct({ siteId: segments.siteId })
    .from(powerCurveDevices)
    .innerJoin(segments, eq(segments.id, powerCurveDevices.segmentId))
    .where(eq(powerCurveDevices.curveId, curveId));
  return rows.map(({ siteId }) => siteId);
}

/** A user who does not see a turbine cannot take the curve from it. */
async function hiddenDevices(tx: Db, curveId: string, siteIds: ReadonlySet<SiteId>): Promise<SegmentId[]> {
  const rows = await tx
    .select({ segmentId: powerCurveDevices.segmentId, siteId: segments.siteId })
    .from(powerCurveDevices)
    .innerJoin(segments, eq(segments.id, powerCurveDevices.segmentId))
    .where(eq(powerCurveDevices.curveId, curveId));
  return rows.filter(({ siteId }) => !siteIds.has(siteId)).map(({ segmentId }) => segmentId);
}

function entryOf(verb: string, { id, enterpriseId, name, type }: PowerCurveRow) {
  return { action: `powerCurve.${verb}`, entityType: 'powerCurve', entityId: id, enterpriseId, details: { name, type } };
}
