import type { SiteId } from '@solvane/contract/ids';
import type { BudgetRow, CoefficientWire } from '@solvane/contract/models';
import { asc, eq, getTableColumns } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { segments } from '../../db/schema/fleet.ts';
import { budgets, expectedCoefficients, tariffs } from '../../db/schema/models.ts';
import type { Caller } from '../../http/caller.ts';
import { assertSite } from './site-tables.policy.ts';

export async function readCoefficients(db: Db, caller: Caller, siteId: SiteId): Promise<CoefficientWire[]> {
  assertSite(caller, siteId);
  return db
    .select(getTableColumns(expectedCoefficients))
    .from(expectedCoefficients)
    .innerJoin(segments, eq(segments.id, expectedCoefficients.segmentId))
    .where(eq(segments.siteId, siteId))
    .orderBy(asc(expectedCoefficients.segmentId), asc(expectedCoefficients.effectiveFrom), asc(expectedCoefficients.month));
}

export async function readBudgets(db: Db, caller: Caller, siteId: SiteId): Promise<BudgetRow[]> {
  assertSite(caller, siteId);
  const rows = await db.select().from(budgets).where(eq(budgets.siteId, siteId)).orderBy(asc(budgets.month));
  return rows.map(({ siteId: _, month, ...row }) => ({ year: Number(month.slice(0, 4)), month: Number(month.slice(5, 7)), ...row }));
}

export async function readTariffs(db: Db, caller: Caller, siteId: SiteId) {
  assertSite(caller, siteId);
  const rows = await db.select().from(tariffs).where(eq(tariffs.siteId, siteId)).orderBy(asc(tariffs.validFromMs));
  return rows.map(({ validFromMs, currency, price }) => ({ validFromMs, currency, price }));
}
