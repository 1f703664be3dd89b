import type { Issue } from '@solvane/contract/errors';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import type { BudgetRow, TariffWire } from '@solvane/contract/models';
import type { Db } from '../../db/db.ts';
import { findOwnDevices, problem } from '../configuration/configuration-checks.ts';

/**
 * @param others - prices of the same site
 * @param path - of the tariff in the body
 */
export function tariffProblems({ price, currency }: TariffWire, others: readonly TariffWire[], path: Issue['path']): Issue[] {
  const other = others.find((each) => each.currency !== currency);
  const points = price.kind === 'series' ? price.points : [];
  const index = points.findIndex(({ fromMs }, i) => i > 0 && fromMs <= (points[i - 1]?.fromMs ?? 0));
  const isEmpty = price.kind === 'calendar' && price.prices.every((each) => each === null);
  return [
    ...(index < 0 ? [] : [problem('Tariff_Problem_Order', [...path, 'price', 'points', index], { point: index + 1 })]),
    ...(other ? [problem('Tariff_Problem_Currency', [...path, 'currency'], { currency: other.currency })] : []),
    ...(isEmpty ? [problem('Tariff_Problem_Empty', [...path, 'price', 'prices'])] : []),
  ];
}

export function budgetProblems(
  { year, month, energyKwh, energyP75Kwh, energyP90Kwh }: BudgetRow,
  { index, rows, taken }: { index: number; rows: readonly BudgetRow[]; taken: ReadonlySet<number> },
): Issue[] {
  const isTwice = rows.findIndex((row) => row.year === year && row.month === month) < index;
  const isRising = areQuantilesRising({ energyKwh, energyP75Kwh, energyP90Kwh });
  const isFirstOfYear = rows.findIndex((row) => row.year === year) === index;
  return [
    ...(isTwice ? [problem('Budget_Problem_MonthTwice', ['rows', index, 'month'], { year: String(year), month })] : []),
    ...(isFirstOfYear && taken.has(year) ? [problem('Budget_Problem_YearTaken', ['rows', index, 'year'], { year: String(year) })] : []),
    ...(isRising ? [problem('Budget_Problem_Quantiles', ['rows', index, 'energyP75Kwh'], { year: String(year), month })] : []),
  ];
}

/** What is exceeded more often is less. */
export function areQuantilesRising({
  energyKwh,
  energyP75Kwh,
  energyP90Kwh,
}: Pick<BudgetRow, 'energyKwh' | 'energyP75Kwh' | 'energyP90Kwh'>): boolean {
  const quantiles = [energyKwh, energyP75Kwh, energyP90Kwh].filter((energy) => energy !== null);
  return quantiles.some((energy, i) => energy > (quantiles[i - 1] ?? Number.POSITIVE_INFINITY));
}

export async function deviceProblems(tx: Db, siteId: SiteId, rows: readonly { segmentId: SegmentId }[]): Promise<Issue[]> {
  const segmentIds = [...new Set(rows.map(({ segmentId }) => segmentId))];
  const path = (index: number) => ['rows', rows.findIndex(({ segmentId }) => segmentId === segmentIds[index])];
  return (await findOwnDevices(tx, { siteIds: new Set([siteId]), segmentIds, path })).issues;
}
