import type { BodyOf } from '@solvane/contract/endpoint';
import type { PowerCurveWire, powerCurveEndpoints } from '@solvane/contract/models';
import { asc, eq, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { segments } from '../../db/schema/fleet.ts';
import { powerCurveDevices, powerCurves } from '../../db/schema/models.ts';
import type { Caller } from '../../http/caller.ts';
import { enterprisesWith, isOfEnterprises } from '../../http/enterprise-scope.ts';
import { toWire } from './power-curves.wire.ts';

/** Curves of the caller's enterprises, and those assigned to turbines they see. */
export async function searchPowerCurves(
  db: Db,
  caller: Caller,
  { siteIds }: BodyOf<typeof powerCurveEndpoints.search>,
): Promise<PowerCurveWire[]> {
  const scope = siteIds ? siteIds.filter((siteId) => caller.siteIds.has(siteId)) : [...caller.siteIds];
  const assigned = await db
    .select({ curveId: powerCurveDevices.curveId, segmentId: powerCurveDevices.segmentId })
    .from(powerCurveDevices)
    .innerJoin(segments, eq(segments.id, powerCurveDevices.segmentId))
    .where(isOneOf(segments.siteId, scope))
    .orderBy(asc(powerCurveDevices.segmentId));
  const byCurve = Map.groupBy(assigned, ({ curveId }) => curveId);
  const own = siteIds ? sql`false` : isOfEnterprises(powerCurves.enterpriseId, enterprisesWith(caller, 'ReadModelData'));
  const rows = await db
    .select()
    .from(powerCurves)
    .where(or(own, sql`${powerCurves.id} = any(${sql.param([...byCurve.keys()])}::uuid[])`))
    .orderBy(sql`lower(${powerCurves.name})`, asc(powerCurves.id));
  return rows.map((row) =>
    toWire(
      row,
      (byCurve.get(row.id) ?? []).map(({ segmentId }) => segmentId),
    ),
  );
}
