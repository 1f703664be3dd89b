import type { SiteId } from '@solvane/contract/ids';
import type { BudgetRow, CoefficientWire, TariffWire } from '@solvane/contract/models';
import { asc, eq, getTableColumns } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { segments } from '../../db/schema/fleet.ts';
import { budgets, expectedCoefficients, tariffs } from '../../db/schema/models.ts';

/** For code that has checked that the caller sees the site. */
export async function selectCoefficients(db: Db, siteId: SiteId): Promise<CoefficientWire[]> {
  return db
    .select(getTableColumns(expectedCoefficients))
    .from(expectedCoefficients)
    .innerJoin(segments, eq(segments.id, expectedCoefficients.segmentId))
    .where(eq(segments.siteId, siteId))
    .orderBy(asc(expectedCoefficients.segmentId), asc(expectedCoefficients.effectiveFrom), asc(expectedCoefficients.month));
}

export async function selectBudgets(db: Db, siteId: SiteId): Promise<BudgetRow[]> {
  const rows = await db.select().from(budgets).where(eq(budgets.siteId, siteId)).orderBy(asc(budgets.month));
  return rows.map(({ siteId: _, month, ...row }) => ({ year: Number(month.slice(0, 4)), month: Number(month.slice(5, 7)), ...row }));
}

export async function selectTariffs(db: Db, siteId: SiteId): Promise<TariffWire[]> {
  const rows = await db.select().from(tariffs).where(eq(tariffs.siteId, siteId)).orderBy(asc(tariffs.validFromMs));
  return rows.map(({ validFromMs, currency, price }) => ({ validFromMs, currency, price }));
}
