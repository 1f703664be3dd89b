import type { Issue } from '@solvane/contract/errors';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import type { BudgetRow, TariffPrice } from '@solvane/contract/models';
import type { Db } from '../../db/db.ts';
import { findOwnDevices, problem } from '../configuration/configuration-checks.ts';

export function seriesProblems(price: TariffPrice): Issue[] {
  if (price.kind !== 'series') return [];
  const index = price.points.findIndex(({ fromMs }, i) => i > 0 && fromMs <= (price.points[i - 1]?.fromMs ?? 0));
  return index < 0 ? [] : [problem('Tariff_Problem_Order', ['tariff', 'price', 'points', index], { point: index + 1 })];
}

export function budgetProblems(
  { year, month }: BudgetRow,
  { index, rows, taken }: { index: number; rows: readonly BudgetRow[]; taken: ReadonlySet<number> },
): Issue[] {
  const isTwice = rows.findIndex((row) => row.year === year && row.month === month) < index;
  const isFirstOfYear = rows.findIndex((row) => row.year === year) === index;
  return [
    ...(isTwice ? [problem('Budget_Problem_MonthTwice', ['rows', index, 'month'], { year: String(year), month })] : []),
    ...(isFirstOfYear && taken.has(year) ? [problem('Budget_Problem_YearTaken', ['rows', index, 'year'], { year: String(year) })] : []),
  ];
}

export async function deviceProblems(tx: Db, siteId: SiteId, rows: readonly { segmentId: SegmentId }[]): Promise<Issue[]> {
  const segmentIds = [...new Set(rows.map(({ segmentId }) => segmentId))];
  const path = (index: number) => ['rows', rows.findIndex(({ segmentId }) => segmentId === segmentIds[index])];
  return (await findOwnDevices(tx, { siteIds: new Set([siteId]), segmentIds, path })).issues;
}
