import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError, type Issue } from '@solvane/contract/errors';
import type { SiteId } from '@solvane/contract/ids';
import type { budgetEndpoints, expectedCoefficientEndpoints, tariffEndpoints } from '@solvane/contract/models';
import type { ConfigurationSaved } from '@solvane/contract/validity';
import { coefficientProblems } from '@solvane/energy/production/expected-coefficients';
import { parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import { and, eq, sql } from 'drizzle-orm';
import { budgets, expectedCoefficients, tariffs } from '../../db/schema/models.ts';
import { FOR_EVER } from '../../db/schema/quality.ts';
import type { Caller } from '../../http/caller.ts';
import { type ConfigureDeps, changeConfiguration, type Touched } from '../configuration/change-configuration.ts';
import { problem, refuse } from '../configuration/configuration-checks.ts';
import { sinceDay, siteEntry } from './site-changes.ts';
import { budgetProblems, deviceProblems, seriesProblems } from './site-table-problems.ts';
import { assertSite } from './site-tables.policy.ts';
import { readBudgets, readTariffs } from './site-tables.queries.ts';

/** Tables that belong to one site: coefficients, budgets and prices. */
const ROWS_PER_STATEMENT = 2_000;

export async function saveCoefficients(
  deps: ConfigureDeps,
  caller: Caller,
  { siteId, rows }: BodyOf<typeof expectedCoefficientEndpoints.save>,
): Promise<ConfigurationSaved> {
  assertSite(caller, siteId);
  const found = coefficientProblems(
    rows.map(({ segmentId, effectiveFrom, coefficient, acLimit, ...row }) => ({
      ...row,
      deviceId: segmentId,
      effectiveFrom: parseIsoDate(effectiveFrom) ?? 0,
      coefficient: coefficient ?? Number.NaN,
      ...(acLimit !== null && { acLimit }),
    })),
  );
  const issues = found.map(
    ({ level, kind, deviceId, effectiveFrom, rows: [row = 0] }): Issue => ({
      level,
      path: ['rows', row],
      message: `ExpectedCoefficients_Problem_${kind}`,
      values: { device: deviceId, effectiveFrom: toIsoDate(effectiveFrom) },
    }),
  );
  return changeConfiguration(deps, { caller, reason: 'models' }, async (tx) => {
    refuse([...(await deviceProblems(tx, siteId, rows)), ...issues.filter(({ level }) => level === 'error')]);
    for (const { segmentId, effectiveFrom } of rows)
      await tx
        .delete(expectedCoefficients)
        .where(and(eq(expectedCoefficients.segmentId, segmentId), eq(expectedCoefficients.effectiveFrom, effectiveFrom)));
    for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
      await tx.insert(expectedCoefficients).values(rows.slice(from, from + ROWS_PER_STATEMENT));
    const first = rows.reduce((earliest, { effectiveFrom }) => (effectiveFrom < earliest ? effectiveFrom : earliest), FOR_EVER);
    return {
      result: {},
      touched: [sinceDay(siteId, first)],
      entries: [siteEntry('expectedCoefficients.save', siteId, { rows: rows.length, from: first })],
      warnings: issues.filter(({ level }) => level === 'warning'),
    };
  });
}

/** Days of the years are recalculated: a budget is spread over their intervals. */
export async function saveBudgets(
  deps: ConfigureDeps,
  caller: Caller,
  { siteId, replace, rows }: BodyOf<typeof budgetEndpoints.save>,
): Promise<ConfigurationSaved> {
  assertSite(caller, siteId);
  const years = [...new Set(rows.map(({ year }) => year))];
  return changeConfiguration(deps, { caller, reason: 'models' }, async (tx) => {
    const known = new Set((await readBudgets(tx, caller, siteId)).map(({ year }) => year));
    refuse(rows.flatMap((row, index) => budgetProblems(row, { index, rows, taken: replace ? new Set() : known })));
    const inYears = sql`extract(year from ${budgets.month})::int = any(${sql.param(years)}::int[])`;
    await tx.delete(budgets).where(and(eq(budgets.siteId, siteId), inYears));
    await tx
      .insert(budgets)
      .values(rows.map(({ year, month, ...row }) => ({ siteId, month: `${year}-${String(month).padStart(2, '0')}-01`, ...row })));
    const touched = years.map((year) => ({ siteIds: [siteId], validFrom: `${year}-01-01`, validTo: `${year + 1}-01-01` }));
    return { result: {}, touched, entries: [siteEntry('budgets.save', siteId, { years, replace })] };
  });
}

export async function saveTariff(
  deps: ConfigureDeps,
  caller: Caller,
  { siteId, tariff }: BodyOf<typeof tariffEndpoints.save>,
): Promise<ConfigurationSaved> {
  assertSite(caller, siteId);
  return changeConfiguration(deps, { caller, reason: 'models' }, async (tx) => {
    const known = await readTariffs(tx, caller, siteId);
    const other = known.find(({ currency, validFromMs }) => currency !== tariff.currency && validFromMs !== tariff.validFromMs);
    refuse([
      ...seriesProblems(tariff.price),
      ...(other ? [problem('Tariff_Problem_Currency', ['tariff', 'currency'], { currency: other.currency })] : []),
    ]);
    await tx
      .insert(tariffs)
      .values({ siteId, ...tariff })
      .onConflictDoUpdate({ target: [tariffs.siteId, tariffs.validFromMs], set: tariff });
    return {
      result: {},
      touched: [untilNext(siteId, known, tariff.validFromMs)],
      entries: [siteEntry('tariff.save', siteId, { ...tariff })],
    };
  });
}

export async function removeTariff(
  deps: ConfigureDeps,
  caller: Caller,
  { siteId, validFromMs }: BodyOf<typeof tariffEndpoints.remove>,
): Promise<ConfigurationSaved> {
  assertSite(caller, siteId);
  return changeConfiguration(deps, { caller, reason: 'models' }, async (tx) => {
    const known = await readTariffs(tx, caller, siteId);
    if (!known.some((tariff) => tariff.validFromMs === validFromMs)) throw new AppError('resource.notFound');
    await tx.delete(tariffs).where(and(eq(tariffs.siteId, siteId), eq(tariffs.validFromMs, validFromMs)));
    return { result: {}, touched: [untilNext(siteId, known, validFromMs)], entries: [siteEntry('tariff.remove', siteId, { validFromMs })] };
  });
}

/** Prices hold until the next ones begin. */
function untilNext(siteId: SiteId, known: readonly { validFromMs: number }[], validFromMs: number): Touched {
  const later = known.map((tariff) => tariff.validFromMs).filter((startMs) => startMs > validFromMs);
  return { siteIds: [siteId], periods: [{ startMs: validFromMs, endMs: Math.min(Number.POSITIVE_INFINITY, ...later) }] };
}
