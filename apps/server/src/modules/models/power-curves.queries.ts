import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import {
  type CurveTurbine,
  type ListedPowerCurve,
  type PowerCurveContent,
  type PowerCurveDetails,
  powerCurveContentSchema,
  type powerCurveEndpoints,
} from '@solvane/contract/models';
import type { SavedVersion } from '@solvane/contract/validity';
import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { segments, sites } from '../../db/schema/fleet.ts';
import { type PowerCurveRow, powerCurveDevices, powerCurves } from '../../db/schema/models.ts';
import type { Caller } from '../../http/caller.ts';
import { enterprisesWith, isOfEnterprises } from '../../http/enterprise-scope.ts';
import { getVersion, listVersions, type Versioned } from '../configuration/versions.ts';
import { curveRevision, toWire } from './power-curves.wire.ts';

/** Curves of the caller's enterprises, and those assigned to turbines they see. */
export async function searchPowerCurves(
  db: Db,
  caller: Caller,
  { siteIds }: BodyOf<typeof powerCurveEndpoints.search>,
): Promise<ListedPowerCurve[]> {
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
  return rows.map((row) => {
    const segmentIds = (byCurve.get(row.id) ?? []).map(({ segmentId }) => segmentId);
    return { ...toWire(row, segmentIds), can: { edit: mayEdit(caller, row) } };
  });
}

/** @throws AppError resource.notFound where the caller may see neither its enterprise nor one of its turbines */
export async function getPowerCurve(db: Db, caller: Caller, id: string): Promise<PowerCurveDetails> {
  const { row, devices } = await readSeenCurve(db, caller, id);
  const seen = devices.filter(({ siteId }) => caller.siteIds.has(siteId)).map(({ segmentId }) => segmentId);
  const all = devices.map(({ segmentId }) => segmentId);
  return {
    ...toWire(row, seen),
    can: { edit: mayEdit(caller, row) },
    revision: curveRevision(row, all),
    hiddenCount: all.length - seen.length,
  };
}

export async function listCurveVersions(db: Db, caller: Caller, id: string): Promise<SavedVersion[]> {
  await readSeenCurve(db, caller, id);
  return listVersions(db, versionedCurve(id));
}

/** @throws AppError resource.notFound */
export async function getCurveVersion(
  db: Db,
  caller: Caller,
  { id, version }: BodyOf<typeof powerCurveEndpoints.version>,
): Promise<PowerCurveContent> {
  await readSeenCurve(db, caller, id);
  const content = powerCurveContentSchema.safeParse(await getVersion(db, versionedCurve(id), version));
  if (!content.success) throw new AppError('resource.notFound');
  const { segmentIds } = content.data;
  const places = await db.select({ id: segments.id, siteId: segments.siteId }).from(segments).where(isOneOf(segments.id, segmentIds));
  const seen = new Set(places.filter(({ siteId }) => caller.siteIds.has(siteId)).map((place) => place.id));
  return { ...content.data, segmentIds: segmentIds.filter((segmentId) => seen.has(segmentId)) };
}

const TURBINE_TYPES = ['WindTurbine', 'Turbine'] as const;

/** Turbines in scope with what they are, by site and name. Indexes: segments_type, primary key of segment_metadata, series (segment_id, ap_code, calc_type). */
export async function listCurveTurbines(
  db: Db,
  caller: Caller,
  { siteIds }: BodyOf<typeof powerCurveEndpoints.turbines>,
): Promise<CurveTurbine[]> {
  const scope = siteIds ? siteIds.filter((siteId) => caller.siteIds.has(siteId)) : [...caller.siteIds];
  const stated = (attribute: string) => sql<string | null>`(
    select value #>> '{}' from segment_metadata where segment_id = ${segments.id} and attribute = ${attribute}
    order by valid_from desc limit 1)`;
  const rows = await db
    .select({
      segmentId: segments.id,
      name: segments.name,
      siteId: sites.id,
      siteName: sites.name,
      enterpriseId: sites.enterpriseId,
      timezone: sites.timezone,
      signalCalcPeriod: sites.signalCalcPeriod,
      manufacturer: stated('manufacturer'),
      model: stated('model'),
      isMeasured: sql<boolean>`(
        select count(distinct ap_code) = 2 from series where segment_id = ${segments.id} and ap_code in ('NacelleWindSpeed', 'ActivePower') and calc_type = 'Raw')`,
    })
    .from(segments)
    .innerJoin(sites, eq(sites.id, segments.siteId))
    .where(and(isOneOf(segments.siteId, scope), inArray(segments.segmentType, [...TURBINE_TYPES])));
  return rows
    .map(({ timezone, signalCalcPeriod, ...row }) => ({
      ...row,
      timezone: timezone ?? 'UTC',
      stepMinutes: SIGNAL_CALC_PERIODS[signalCalcPeriod] / 60_000,
    }))
    .toSorted((a, b) => collator.compare(a.siteName, b.siteName) || collator.compare(a.name, b.name));
}

const collator = new Intl.Collator(undefined, { numeric: true });

export interface CurveDevice {
  segmentId: SegmentId;
  name: string;
  siteId: SiteId;
  siteName: string;
}

/** Turbines that have a curve, by site and name. */
export async function devicesOfCurve(db: Db, curveId: string): Promise<CurveDevice[]> {
  return db
    .select({ segmentId: powerCurveDevices.segmentId, name: segments.name, siteId: sites.id, siteName: sites.name })
    .from(powerCurveDevices)
    .innerJoin(segments, eq(segments.id, powerCurveDevices.segmentId))
    .innerJoin(sites, eq(sites.id, segments.siteId))
    .where(eq(powerCurveDevices.curveId, curveId))
    .orderBy(asc(sites.name), asc(segments.name));
}

export function versionedCurve(id: string): Versioned {
  return { kind: 'powerCurve', entityId: id };
}

async function readSeenCurve(db: Db, caller: Caller, id: string): Promise<{ row: PowerCurveRow; devices: CurveDevice[] }> {
  const [row] = await db.select().from(powerCurves).where(eq(powerCurves.id, id));
  if (!row) throw new AppError('resource.notFound');
  const devices = await devicesOfCurve(db, id);
  const enterpriseIds = enterprisesWith(caller, 'ReadModelData');
  const isOwn = !enterpriseIds || enterpriseIds.has(row.enterpriseId);
  if (!isOwn && !devices.some(({ siteId }) => caller.siteIds.has(siteId))) throw new AppError('resource.notFound');
  return { row, devices };
}

function mayEdit(caller: Caller, { enterpriseId }: PowerCurveRow): boolean {
  const enterpriseIds = enterprisesWith(caller, 'EditMetadata');
  return !enterpriseIds || enterpriseIds.has(enterpriseId);
}
