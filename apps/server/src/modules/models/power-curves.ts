import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError, type Issue } from '@solvane/contract/errors';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import type { PowerCurveWire, powerCurveEndpoints } from '@solvane/contract/models';
import type { ConfigurationSaved } from '@solvane/contract/validity';
import type { Period } from '@solvane/energy/time/local-day';
import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { segments } from '../../db/schema/fleet.ts';
import { type PowerCurveRow, powerCurveDevices, powerCurves } from '../../db/schema/models.ts';
import type { Caller } from '../../http/caller.ts';
import { enterprisesWith, isOfEnterprises } from '../../http/enterprise-scope.ts';
import { type ConfigureDeps, changeConfiguration } from '../configuration/change-configuration.ts';
import { assertEnterprise, findOwnDevices, problem, refuse } from '../configuration/configuration-checks.ts';

type Wanted = BodyOf<typeof powerCurveEndpoints.save>;

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

async function nameProblems(tx: Db, { name, enterpriseId }: Wanted, id: string): Promise<Issue[]> {
  const [taken] = await tx
    .select({ id: powerCurves.id })
    .from(powerCurves)
    .where(and(eq(powerCurves.enterpriseId, enterpriseId), ne(powerCurves.id, id), sql`lower(${powerCurves.name}) = lower(${name})`));
  return taken ? [problem('Configuration_Problem_NameTaken', ['name'], { name })] : [];
}

function rangeProblems(wanted: Wanted): Issue[] {
  const {
    points,
    dayRange,
    timeRange,
    effectiveStartMs,
    effectiveEndMs,
    airDensityMin,
    airDensityMax,
    windDirectionMin,
    windDirectionMax,
  } = wanted;
  const repeated = points.find(({ windSpeed }, index) => points.findIndex((point) => point.windSpeed === windSpeed) < index);
  const empty = (isEmpty: boolean, path: string) => (isEmpty ? [problem('Configuration_Problem_RangeEmpty', [path], { field: path })] : []);
  return [
    ...(repeated ? [problem('PowerCurve_Problem_SpeedRepeated', ['points'], { windSpeed: repeated.windSpeed })] : []),
    ...empty(airDensityMin >= airDensityMax, 'airDensityMax'),
    ...empty(windDirectionMin === windDirectionMax, 'windDirectionMax'),
    ...empty(dayRange !== null && dayRange.from > dayRange.to, 'dayRange'),
    ...empty(timeRange !== null && timeRange.fromMinute >= timeRange.toMinute, 'timeRange'),
    ...empty(effectiveStartMs !== null && effectiveEndMs !== null && effectiveStartMs >= effectiveEndMs, 'effectiveEndMs'),
  ];
}

/** Two curves of one type for the same turbine under the same conditions at the same time: which of them applies would be ambiguous. */
async function overlapProblems(tx: Db, wanted: Wanted, id: string): Promise<Issue[]> {
  if (wanted.segmentIds.length === 0) return [];
  const rows = await tx
    .select({ curve: powerCurves, segmentId: powerCurveDevices.segmentId })
    .from(powerCurveDevices)
    .innerJoin(powerCurves, eq(powerCurves.id, powerCurveDevices.curveId))
    .where(and(inArray(powerCurveDevices.segmentId, wanted.segmentIds), ne(powerCurves.id, id), eq(powerCurves.type, wanted.type)));
  const row = toRow(wanted, { id, uploadedBy: '', uploadedMs: 0 });
  return rows
    .filter(({ curve }) => haveSameConditions(curve, row) && periodsOverlap(effectivePeriod(curve), effectivePeriod(row)))
    .map(({ curve, segmentId }) =>
      problem('PowerCurve_Problem_Overlap', ['segmentIds', wanted.segmentIds.indexOf(segmentId)], {
        device: segmentId,
        name: curve.name,
        period: periodText(effectivePeriod(curve)),
      }),
    );
}

const CONDITIONS = [
  'airDensityMin',
  'airDensityMax',
  'windDirectionMin',
  'windDirectionMax',
  'dayFrom',
  'dayTo',
  'minuteFrom',
  'minuteTo',
] as const satisfies readonly (keyof PowerCurveRow)[];

function haveSameConditions(a: PowerCurveRow, b: PowerCurveRow): boolean {
  return a.airDensity === b.airDensity && CONDITIONS.every((name) => a[name] === b[name]);
}

function periodsOverlap(a: Period, b: Period): boolean {
  return a.startMs < b.endMs && b.startMs < a.endMs;
}

function effectivePeriod({ effectiveStartMs, effectiveEndMs }: Pick<PowerCurveRow, 'effectiveStartMs' | 'effectiveEndMs'>): Period {
  return { startMs: effectiveStartMs ?? Number.NEGATIVE_INFINITY, endMs: effectiveEndMs ?? Number.POSITIVE_INFINITY };
}

function periodText({ startMs, endMs }: Period): string {
  return [startMs, endMs].map((ms) => (Number.isFinite(ms) ? new Date(ms).toISOString().slice(0, 16) : '…')).join(' – ');
}

function toRow(wanted: Wanted, uploaded: Pick<PowerCurveRow, 'id' | 'uploadedBy' | 'uploadedMs'>): PowerCurveRow {
  const { points, dayRange, timeRange, segmentIds: _segmentIds, id: _id, ...rest } = wanted;
  const rising = [...points].sort((a, b) => a.windSpeed - b.windSpeed);
  return {
    ...rest,
    ...uploaded,
    windSpeed: rising.map(({ windSpeed }) => windSpeed),
    power: rising.map(({ power }) => power),
    dayFrom: dayRange?.from ?? null,
    dayTo: dayRange?.to ?? null,
    minuteFrom: timeRange?.fromMinute ?? null,
    minuteTo: timeRange?.toMinute ?? null,
  };
}

function toWire(
  { windSpeed, power, dayFrom, dayTo, minuteFrom, minuteTo, ...rest }: PowerCurveRow,
  segmentIds: SegmentId[],
): PowerCurveWire {
  return {
    ...rest,
    points: windSpeed.map((speed, index) => ({ windSpeed: speed, power: power[index] ?? 0 })),
    dayRange: dayFrom !== null && dayTo !== null ? { from: dayFrom, to: dayTo } : null,
    timeRange: minuteFrom !== null && minuteTo !== null ? { fromMinute: minuteFrom, toMinute: minuteTo } : null,
    segmentIds,
  };
}

function entryOf(verb: string, { id, enterpriseId, name, type }: PowerCurveRow) {
  return { action: `powerCurve.${verb}`, entityType: 'powerCurve', entityId: id, enterpriseId, details: { name, type } };
}
