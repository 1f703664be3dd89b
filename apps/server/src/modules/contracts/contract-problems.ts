import type { ContractTerms } from '@solvane/contract/contracts';
import type { Issue } from '@solvane/contract/errors';
import type { SiteId } from '@solvane/contract/ids';
import { stepProblems } from '@solvane/energy/availability/guarantee';
import { EXPECTED_METHODS } from '@solvane/energy/production/expected-methods';
import { type DateSpan, spansOverlap } from '@solvane/energy/time/validity';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { contractConfigurations, contractMonths, contractSites, type EarlierTerms } from '../../db/schema/contracts.ts';
import { eventCategorySets } from '../../db/schema/event-codes.ts';
import { sites } from '../../db/schema/fleet.ts';
import { problem } from '../configuration/configuration-checks.ts';
import { spanText } from '../configuration/date-spans.ts';
import type { Wanted } from './contracts.wire.ts';

export async function nameProblems(tx: Db, { enterpriseId, name }: Pick<Wanted, 'enterpriseId' | 'name'>, id: string): Promise<Issue[]> {
  const [taken] = await tx
    .select({ id: contractConfigurations.id })
    .from(contractConfigurations)
    .where(
      and(
        eq(contractConfigurations.enterpriseId, enterpriseId),
        ne(contractConfigurations.id, id),
        sql`lower(${contractConfigurations.name}) = lower(${name})`,
      ),
    );
  return taken ? [problem('Configuration_Problem_NameTaken', ['name'], { name })] : [];
}

export async function setProblems(tx: Db, { enterpriseId, lossCategorySetId }: Wanted): Promise<Issue[]> {
  if (lossCategorySetId === null) return [];
  const [known] = await tx
    .select({ id: eventCategorySets.id })
    .from(eventCategorySets)
    .where(and(eq(eventCategorySets.id, lossCategorySetId), eq(eventCategorySets.enterpriseId, enterpriseId)));
  return known ? [] : [problem('Contract_Problem_CategorySet', ['lossCategorySetId'])];
}

/** A site is counted by one contract at a time. */
export async function linkedProblems(
  tx: Db,
  { id, siteIds, span, names }: { id: string; siteIds: readonly SiteId[]; span: DateSpan; names: ReadonlyMap<SiteId, string> },
): Promise<Issue[]> {
  const others = await tx
    .select({
      siteId: contractSites.siteId,
      name: contractConfigurations.name,
      validFrom: contractConfigurations.validFrom,
      validTo: contractConfigurations.validTo,
    })
    .from(contractSites)
    .innerJoin(contractConfigurations, eq(contractConfigurations.id, contractSites.configurationId))
    .where(and(isOneOf(contractSites.siteId, siteIds), ne(contractConfigurations.id, id)));
  return others
    .filter((other) => spansOverlap(other, span))
    .flatMap((other) => {
      const site = names.get(other.siteId);
      const path = ['siteIds', siteIds.indexOf(other.siteId)];
      return site === undefined
        ? []
        : [problem('Configuration_Problem_SiteLinked', path, { site, name: other.name, period: spanText(other) })];
    });
}

/** Locked months stay results of the contract: their sites stay assigned, and their days inside of its period. */
export async function lockedProblems(
  tx: Db,
  { id, siteIds, hiddenFrom, span }: { id: string; siteIds: readonly SiteId[]; hiddenFrom: ReadonlySet<SiteId>; span: DateSpan },
): Promise<Issue[]> {
  const locked = await tx
    .select({
      siteId: contractMonths.siteId,
      name: sites.name,
      first: sql<string>`min(${contractMonths.month})::text`,
      last: sql<string>`max(${contractMonths.month})::text`,
    })
    .from(contractMonths)
    .innerJoin(sites, eq(sites.id, contractMonths.siteId))
    .where(eq(contractMonths.contractId, id))
    .groupBy(contractMonths.siteId, sites.name);
  return locked.flatMap(({ siteId, name: site, first, last }): Issue[] => {
    if (hiddenFrom.has(siteId) && !siteIds.includes(siteId)) return [problem('Contract_Problem_SiteLocked', ['siteIds'], { site })];
    const isInside = span.validFrom.slice(0, 7) <= first.slice(0, 7) && last < span.validTo;
    const isOpenStart = span.validFrom.startsWith('-');
    return isInside || (isOpenStart && last < span.validTo)
      ? []
      : [problem('Contract_Problem_PeriodLocked', ['validFrom'], { site, month: first.slice(0, 7) })];
  });
}

export function termProblems({ views, primaryProductionView, expectedMethods, guarantees, excludedPeriods }: ContractTerms): Issue[] {
  const has = (name: string, basis: string) => views.some((view) => view.name === name && view.basis === basis);
  return [
    ...views.flatMap(({ name, basis }, index) =>
      views.findIndex((view) => view.name === name && view.basis === basis) < index
        ? [problem('Contract_Problem_ViewTwice', ['terms', 'views', index], { view: name })]
        : [],
    ),
    ...(has(primaryProductionView, 'production')
      ? []
      : [problem('Contract_Problem_ViewMissing', ['terms', 'primaryProductionView'], { view: primaryProductionView })]),
    ...guarantees.flatMap(({ view, basis, steps }, index) => {
      const path = ['terms', 'guarantees', index];
      const isTwice = guarantees.findIndex((other) => other.view === view && other.basis === basis) < index;
      return [
        ...(has(view, basis) ? [] : [problem('Contract_Problem_ViewMissing', path, { view })]),
        ...(isTwice ? [problem('Contract_Problem_GuaranteeTwice', path, { view })] : []),
        ...stepProblems(steps).map((at) => problem('Contract_Problem_GuaranteeSteps', [...path, 'steps', at], { view })),
      ];
    }),
    ...(['PV', 'Wind', 'BESS'] as const).flatMap((source) =>
      expectedMethods[source].flatMap((method, index) => {
        const path = ['terms', 'expectedMethods', source, index];
        if (sourceOfMethod(method) !== source) return [problem('Contract_Problem_MethodOfOther', path, { method, source })];
        return expectedMethods[source].indexOf(method) < index ? [problem('Contract_Problem_MethodTwice', path, { method })] : [];
      }),
    ),
    ...excludedPeriods.flatMap(({ startMs, endMs }, index) => {
      const path = ['terms', 'excludedPeriods', index];
      if (startMs >= endMs) return [problem('Common_Validation_PeriodEmpty', path)];
      const other = excludedPeriods.slice(0, index).find((period) => period.startMs < endMs && startMs < period.endMs);
      return other ? [problem('Contract_Problem_ExcludedOverlap', path, { reason: other.reason })] : [];
    }),
  ];
}

/** Terms change on the first of a month inside of the contract: a month is counted by one set of terms. */
export function earlierProblems(earlier: readonly EarlierTerms[], span: DateSpan): Issue[] {
  return earlier.flatMap(({ validTo, terms }, index): Issue[] => {
    const path = ['earlierTerms', index];
    const after = earlier[index - 1]?.validTo ?? span.validFrom;
    if (!validTo.endsWith('-01')) return [problem('Contract_Problem_TermsMidMonth', path, { date: validTo })];
    if (validTo <= after || validTo >= span.validTo) return [problem('Contract_Problem_TermsOutside', path, { date: validTo })];
    return termProblems(terms).map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
  });
}

/** Methods of a source have numbers of their own ten. */
function sourceOfMethod(method: keyof typeof EXPECTED_METHODS): 'PV' | 'Wind' | 'BESS' {
  const number = EXPECTED_METHODS[method];
  return number < 10 ? 'PV' : number < 20 ? 'Wind' : 'BESS';
}
