import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { budgets, expectedCoefficients, powerCurveDevices, powerCurves, referenceTurbines } from '../../../db/schema/models.ts';

/** What an import of a kind writes, by its keys. */
export type ModelKeys =
  | { kind: 'powerCurves'; curveIds: string[] }
  | { kind: 'expectedCoefficients' | 'referenceTurbines'; tables: { segmentId: SegmentId; effectiveFrom: string }[] }
  | { kind: 'budgets'; years: { siteId: SiteId; year: number }[] };

/** Rows as they are stored, by table; what there is to take an import back. */
export interface StoredModels {
  rows: Record<string, unknown>[];
  devices: Record<string, unknown>[];
}

export async function readModels(tx: Db, keys: ModelKeys): Promise<StoredModels> {
  if (keys.kind === 'powerCurves') {
    const ids = sql`any(${sql.param(keys.curveIds)}::uuid[])`;
    const rows = await tx.select().from(powerCurves).where(sql`${powerCurves.id} = ${ids}`).orderBy(powerCurves.id);
    const devices = await tx
      .select()
      .from(powerCurveDevices)
      .where(sql`${powerCurveDevices.curveId} = ${ids}`)
      .orderBy(powerCurveDevices.curveId, powerCurveDevices.segmentId);
    return { rows, devices };
  }
  if (keys.kind === 'budgets') {
    const siteIds = keys.years.map(({ siteId }) => siteId);
    const all = await tx.select().from(budgets).where(isOneOf(budgets.siteId, siteIds)).orderBy(budgets.siteId, budgets.month);
    const wanted = new Set(keys.years.map(({ siteId, year }) => `${siteId} ${year}`));
    return { rows: all.filter(({ siteId, month }) => wanted.has(`${siteId} ${Number(month.slice(0, 4))}`)), devices: [] };
  }
  const segmentIds = keys.tables.map(({ segmentId }) => segmentId);
  const wanted = new Set(keys.tables.map(({ segmentId, effectiveFrom }) => `${segmentId} ${effectiveFrom}`));
  const isWanted = ({ segmentId, effectiveFrom }: { segmentId: SegmentId; effectiveFrom: string }) =>
    wanted.has(`${segmentId} ${effectiveFrom}`);
  if (keys.kind === 'referenceTurbines') {
    const all = await tx
      .select()
      .from(referenceTurbines)
      .where(isOneOf(referenceTurbines.segmentId, segmentIds))
      .orderBy(referenceTurbines.segmentId, referenceTurbines.effectiveFrom);
    return { rows: all.filter(isWanted), devices: [] };
  }
  const all = await tx
    .select()
    .from(expectedCoefficients)
    .where(isOneOf(expectedCoefficients.segmentId, segmentIds))
    .orderBy(expectedCoefficients.segmentId, expectedCoefficients.effectiveFrom, expectedCoefficients.month);
  return { rows: all.filter(isWanted), devices: [] };
}

/** Puts rows in the place of whatever stands under the keys. */
export async function restoreModels(tx: Db, keys: ModelKeys, { rows, devices }: StoredModels): Promise<void> {
  if (keys.kind === 'powerCurves') {
    await tx.delete(powerCurves).where(sql`${powerCurves.id} = any(${sql.param(keys.curveIds)}::uuid[])`);
    await insertAll(rows, (some) => tx.insert(powerCurves).values(some as (typeof powerCurves.$inferInsert)[]));
    await insertAll(devices, (some) => tx.insert(powerCurveDevices).values(some as (typeof powerCurveDevices.$inferInsert)[]));
    return;
  }
  if (keys.kind === 'budgets') {
    for (const { siteId, year } of keys.years)
      await tx.delete(budgets).where(and(eq(budgets.siteId, siteId), sql`extract(year from ${budgets.month})::int = ${year}`));
    await insertAll(rows, (some) => tx.insert(budgets).values(some as (typeof budgets.$inferInsert)[]));
    return;
  }
  const table = keys.kind === 'referenceTurbines' ? referenceTurbines : expectedCoefficients;
  for (const { segmentId, effectiveFrom } of keys.tables)
    await tx.delete(table).where(and(eq(table.segmentId, segmentId), eq(table.effectiveFrom, effectiveFrom)));
  if (keys.kind === 'referenceTurbines')
    await insertAll(rows, (some) => tx.insert(referenceTurbines).values(some as (typeof referenceTurbines.$inferInsert)[]));
  else await insertAll(rows, (some) => tx.insert(expectedCoefficients).values(some as (typeof expectedCoefficients.$inferInsert)[]));
}

const ROWS_PER_STATEMENT = 1_000;

async function insertAll<Row>(rows: readonly Row[], insert: (some: Row[]) => PromiseLike<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) await insert(rows.slice(from, from + ROWS_PER_STATEMENT));
}
