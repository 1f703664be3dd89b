import { isDeepStrictEqual } from 'node:util';
import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError, type Issue } from '@solvane/contract/errors';
import type { SiteId } from '@solvane/contract/ids';
import type { budgetEndpoints, CoefficientWire, expectedCoefficientEndpoints, TariffWire, tariffEndpoints } from '@solvane/contract/models';
import type { ConfigurationSaved } from '@solvane/contract/validity';
import { coefficientProblems } from '@solvane/energy/production/expected-coefficients';
import { type Period, parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import { and, eq, sql } from 'drizzle-orm';
import { budgets, expectedCoefficients, tariffs } from '../../db/schema/models.ts';
import { FOR_EVER } from '../../db/schema/quality.ts';
import type { Caller } from '../../http/caller.ts';
import { type ConfigureDeps, changeConfiguration, type Touched } from '../configuration/change-configuration.ts';
import { problem, refuse } from '../configuration/configuration-checks.ts';
import { sinceDay, siteEntry } from './site-changes.ts';
import { budgetProblems, deviceProblems, tariffProblems } from './site-table-problems.ts';
import { changeSiteTable } from './site-table-versions.ts';
import { assertSite } from './site-tables.policy.ts';
import { selectTariffs } from './site-tables.queries.ts';

/** Tables that belong to one site: coefficients, budgets and prices. */
const ROWS_PER_STATEMENT = 2_000;

export async function saveCoefficients(
  deps: ConfigureDeps,
  caller: Caller,
  { siteId, rows, remove, seenRevision, note }: BodyOf<typeof expectedCoefficientEndpoints.save>,
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
    refuse([...(await deviceProblems(tx, siteId, [...rows, ...remove])), ...issues.filter(({ level }) => level === 'error')]);
    const written = tablesOf([...rows, ...remove]);
    const writeTables = async (): Promise<void> => {
      for (const { segmentId, effectiveFrom } of written)
        await tx
          .delete(expectedCoefficients)
          .where(and(eq(expectedCoefficients.segmentId, segmentId), eq(expectedCoefficients.effectiveFrom, effectiveFrom)));
      for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
        await tx.insert(expectedCoefficients).values(rows.slice(from, from + ROWS_PER_STATEMENT));
    };
    const change = { by: caller.name, nowMs: deps.now(), seenRevision, note, work: writeTables };
    await changeSiteTable(tx, { kind: 'expectedCoefficients', siteId }, change);
    const first = written.reduce((earliest, { effectiveFrom }) => (effectiveFrom < earliest ? effectiveFrom : earliest), FOR_EVER);
    const details = { rows: rows.length, from: first, ...(remove.length > 0 && { removed: tablesOf(remove) }) };
    return {
      result: {},
      touched: [sinceDay(siteId, first)],
      entries: [siteEntry('expectedCoefficients.save', siteId, details)],
      warnings: issues.filter(({ level }) => level === 'warning'),
    };
  });
}

/** Days of the years are recalculated: a budget is spread over their intervals. */
export async function saveBudgets(
  deps: ConfigureDeps,
  caller: Caller,
  { siteId, replace, rows, removeYears, seenRevision, note }: BodyOf<typeof budgetEndpoints.save>,
): Promise<ConfigurationSaved> {
  assertSite(caller, siteId);
  const years = [...new Set([...rows.map(({ year }) => year), ...removeYears])];
  return changeConfiguration(deps, { caller, reason: 'models' }, async (tx) => {
    const work = async (before: readonly { year: number }[]): Promise<void> => {
      const taken = new Set(replace ? [] : before.map(({ year }) => year));
      refuse(rows.flatMap((row, index) => budgetProblems(row, { index, rows, taken })));
      const inYears = sql`extract(year from ${budgets.month})::int = any(${sql.param(years)}::int[])`;
      await tx.delete(budgets).where(and(eq(budgets.siteId, siteId), inYears));
      if (rows.length > 0)
        await tx
          .insert(budgets)
          .values(rows.map(({ year, month, ...row }) => ({ siteId, month: `${year}-${String(month).padStart(2, '0')}-01`, ...row })));
    };
    await changeSiteTable(tx, { kind: 'budgets', siteId }, { by: caller.name, nowMs: deps.now(), seenRevision, note, work });
    const touched = years.map((year) => ({ siteIds: [siteId], validFrom: `${year}-01-01`, validTo: `${year + 1}-01-01` }));
    const details = { years, replace, ...(removeYears.length > 0 && { removed: removeYears }) };
    return { result: {}, touched, entries: [siteEntry('budgets.save', siteId, details)] };
  });
}

export async function saveTariff(
  deps: ConfigureDeps,
  caller: Caller,
  { siteId, tariff }: BodyOf<typeof tariffEndpoints.save>,
): Promise<ConfigurationSaved> {
  assertSite(caller, siteId);
  return changeConfiguration(deps, { caller, reason: 'models' }, async (tx) => {
    const known = await selectTariffs(tx, siteId);
    const others = known.filter(({ validFromMs }) => validFromMs !== tariff.validFromMs);
    refuse(tariffProblems(tariff, others, ['tariff']));
    const work = async (): Promise<void> => {
      await tx
        .insert(tariffs)
        .values({ siteId, ...tariff })
        .onConflictDoUpdate({ target: [tariffs.siteId, tariffs.validFromMs], set: tariff });
    };
    await changeSiteTable(tx, { kind: 'tariffs', siteId }, { by: caller.name, nowMs: deps.now(), work });
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
    const known = await selectTariffs(tx, siteId);
    if (!known.some((tariff) => tariff.validFromMs === validFromMs)) throw new AppError('resource.notFound');
    const work = async (): Promise<void> => {
      await tx.delete(tariffs).where(and(eq(tariffs.siteId, siteId), eq(tariffs.validFromMs, validFromMs)));
    };
    await changeSiteTable(tx, { kind: 'tariffs', siteId }, { by: caller.name, nowMs: deps.now(), work });
    return { result: {}, touched: [untilNext(siteId, known, validFromMs)], entries: [siteEntry('tariff.remove', siteId, { validFromMs })] };
  });
}

/** All prices of a site at once, as they are edited on one screen. */
export async function replaceTariffs(
  deps: ConfigureDeps,
  caller: Caller,
  { siteId, items, seenRevision, note }: BodyOf<typeof tariffEndpoints.replace>,
): Promise<ConfigurationSaved> {
  assertSite(caller, siteId);
  return changeConfiguration(deps, { caller, reason: 'models' }, async (tx) => {
    const [first] = items;
    refuse(
      items.flatMap((tariff, index) => [
        ...tariffProblems(tariff, first ? [first] : [], ['items', index]),
        ...(items.findIndex(({ validFromMs }) => validFromMs === tariff.validFromMs) < index
          ? [problem('Tariff_Problem_Twice', ['items', index, 'validFromMs'], { index: index + 1 })]
          : []),
      ]),
    );
    const known = await selectTariffs(tx, siteId);
    const work = async (): Promise<void> => {
      await tx.delete(tariffs).where(eq(tariffs.siteId, siteId));
      if (items.length > 0) await tx.insert(tariffs).values(items.map((tariff) => ({ siteId, ...tariff })));
    };
    await changeSiteTable(tx, { kind: 'tariffs', siteId }, { by: caller.name, nowMs: deps.now(), seenRevision, note, work });
    return {
      result: {},
      touched: [{ siteIds: [siteId], periods: changedPeriods(known, items) }],
      entries: [
        siteEntry('tariff.replace', siteId, {
          items: items.map(({ validFromMs, currency, price: { kind } }) => ({ validFromMs, currency, kind })),
        }),
      ],
    };
  });
}

/** Where another price holds than before. */
function changedPeriods(before: readonly TariffWire[], after: readonly TariffWire[]): Period[] {
  const startsMs = [...new Set([...before, ...after].map(({ validFromMs }) => validFromMs))].sort((a, b) => a - b);
  const at = (list: readonly TariffWire[], instantMs: number) =>
    list
      .filter(({ validFromMs }) => validFromMs <= instantMs)
      .toSorted((a, b) => a.validFromMs - b.validFromMs)
      .at(-1);
  return startsMs.flatMap((startMs, index) => {
    const [old, now] = [at(before, startMs), at(after, startMs)];
    const isSame = isDeepStrictEqual([old?.currency, old?.price], [now?.currency, now?.price]);
    return isSame ? [] : [{ startMs, endMs: startsMs[index + 1] ?? Number.POSITIVE_INFINITY }];
  });
}

/** Tables of devices that rows belong to, each once. */
function tablesOf<Row extends Pick<CoefficientWire, 'segmentId' | 'effectiveFrom'>>(rows: readonly Row[]) {
  const tables = rows.map(({ segmentId, effectiveFrom }) => [`${segmentId} ${effectiveFrom}`, { segmentId, effectiveFrom }] as const);
  return [...new Map(tables).values()];
}

/** Prices hold until the next ones begin. */
function untilNext(siteId: SiteId, known: readonly { validFromMs: number }[], validFromMs: number): Touched {
  const later = known.map((tariff) => tariff.validFromMs).filter((startMs) => startMs > validFromMs);
  return { siteIds: [siteId], periods: [{ startMs: validFromMs, endMs: Math.min(Number.POSITIVE_INFINITY, ...later) }] };
}
