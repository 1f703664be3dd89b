import { type SegmentId, type SiteId, segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';
import type { UploadKind } from '@solvane/contract/uploads/upload-kinds';
import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import { eq, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { segments, sites } from '../../../db/schema/fleet.ts';
import { budgets, expectedCoefficients, powerCurveDevices, powerCurves, referenceTurbines } from '../../../db/schema/models.ts';
import { toWire } from '../../models/power-curves.wire.ts';
import { tableKey } from './check-coefficients.ts';
import type { Known, KnownDevice, KnownSite, NamedThings } from './known.ts';

interface LookUp {
  kind: UploadKind;
  /** Sites that the user may change so. */
  siteIds: ReadonlySet<SiteId>;
  nowMs: number;
}

/** Of the things that a file names, those in scope, with what an import would replace. */
export async function lookUpNames(db: Db, names: NamedThings, { kind, siteIds, nowMs }: LookUp): Promise<Known> {
  const devices = await findDevices(db, names.segmentIds, siteIds);
  const segmentIds = devices.map(({ segmentId }) => segmentId);
  return {
    devices,
    sites: await findSites(db, names.siteIds, siteIds),
    budgetYears: kind === 'budgets' ? await findBudgetYears(db, siteIds) : [],
    datedTables: await findDatedTables(db, kind, segmentIds),
    curves: kind === 'powerCurves' ? await findCurves(db, devices) : [],
    nowMs,
  };
}

async function findDevices(db: Db, named: readonly string[], siteIds: ReadonlySet<SiteId>): Promise<KnownDevice[]> {
  // What no segment can be called is not requested: the database refuses some of it.
  const wanted = named.filter((id): id is SegmentId => segmentIdSchema.safeParse(id).success);
  if (wanted.length === 0) return [];
  const rows = await db
    .select({
      segmentId: segments.id,
      name: segments.name,
      segmentType: segments.segmentType,
      siteId: segments.siteId,
      enterpriseId: sites.enterpriseId,
      zone: sites.timezone,
      signalCalcPeriod: sites.signalCalcPeriod,
    })
    .from(segments)
    .innerJoin(sites, eq(sites.id, segments.siteId))
    .where(isOneOf(segments.id, wanted));
  return rows
    .filter(({ siteId }) => siteIds.has(siteId))
    .map(({ zone, signalCalcPeriod, ...row }) => ({ ...row, zone: zone ?? 'UTC', stepMs: SIGNAL_CALC_PERIODS[signalCalcPeriod] }));
}

async function findSites(db: Db, named: readonly string[], siteIds: ReadonlySet<SiteId>): Promise<KnownSite[]> {
  const wanted = named.filter((id): id is SiteId => siteIdSchema.safeParse(id).success && siteIds.has(id as SiteId));
  if (wanted.length === 0) return [];
  return db.select({ siteId: sites.id, name: sites.name, energyType: sites.energyType }).from(sites).where(isOneOf(sites.id, wanted));
}

async function findBudgetYears(db: Db, siteIds: ReadonlySet<SiteId>): Promise<string[]> {
  const rows = await db
    .selectDistinct({ siteId: budgets.siteId, year: sql<number>`extract(year from ${budgets.month})::int` })
    .from(budgets)
    .where(isOneOf(budgets.siteId, siteIds));
  return rows.map(({ siteId, year }) => `${siteId} ${year}`);
}

async function findDatedTables(db: Db, kind: UploadKind, segmentIds: readonly SegmentId[]): Promise<string[]> {
  const table = kind === 'expectedCoefficients' ? expectedCoefficients : kind === 'referenceTurbines' ? referenceTurbines : undefined;
  if (!table || segmentIds.length === 0) return [];
  const rows = await db
    .selectDistinct({ segmentId: table.segmentId, from: table.effectiveFrom })
    .from(table)
    .where(isOneOf(table.segmentId, segmentIds));
  return rows.map(({ segmentId, from }) => tableKey(segmentId, from));
}

/** Curves of the enterprises of the devices, which share their names, and those of the devices. */
async function findCurves(db: Db, devices: readonly KnownDevice[]): Promise<Known['curves']> {
  if (devices.length === 0) return [];
  const segmentIds = devices.map(({ segmentId }) => segmentId);
  const assigned = await db.select().from(powerCurveDevices).where(isOneOf(powerCurveDevices.segmentId, segmentIds));
  const byCurve = Map.groupBy(assigned, ({ curveId }) => curveId);
  const enterpriseIds = new Set(devices.map(({ enterpriseId }) => enterpriseId));
  const rows = await db
    .select()
    .from(powerCurves)
    .where(or(isOneOf(powerCurves.enterpriseId, enterpriseIds), sql`${powerCurves.id} = any(${sql.param([...byCurve.keys()])}::uuid[])`));
  return rows.map((row) =>
    toWire(
      row,
      (byCurve.get(row.id) ?? []).map(({ segmentId }) => segmentId),
    ),
  );
}
