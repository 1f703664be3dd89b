import { randomUUID } from 'node:crypto';
import type { ContractSummary, ContractTerms, contractEndpoints } from '@solvane/contract/contracts';
import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError, type Issue } from '@solvane/contract/errors';
import type { EnergyType } from '@solvane/contract/fleet';
import type { SiteId } from '@solvane/contract/ids';
import type { ConfigurationSaved } from '@solvane/contract/validity';
import { STANDARD_VIEWS, standardSheet } from '@solvane/energy/availability/availability-sheets';
import { stepProblems } from '@solvane/energy/availability/guarantee';
import { EXPECTED_METHODS } from '@solvane/energy/production/expected-methods';
import { toIsoDate } from '@solvane/energy/time/local-day';
import { type DateSpan, spansOverlap } from '@solvane/energy/time/validity';
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { type ContractRow, contractConfigurations, contractSites } from '../../db/schema/contracts.ts';
import { eventCategorySets } from '../../db/schema/event-codes.ts';
import { sites } from '../../db/schema/fleet.ts';
import type { Caller } from '../../http/caller.ts';
import { enterprisesWith, isOfEnterprises } from '../../http/enterprise-scope.ts';
import type { AuditEntry } from '../access/audit.ts';
import { type ConfigureDeps, changeConfiguration, type Touched } from '../configuration/change-configuration.ts';
import { assertEnterprise, findOwnSites, problem, refuse } from '../configuration/configuration-checks.ts';
import { fromDateSpan, spanText, toDateSpan } from '../configuration/date-spans.ts';

type Wanted = BodyOf<typeof contractEndpoints.save>;

const DAY_MS = 86_400_000;

export async function listContracts(db: Db, caller: Caller, nowMs: number): Promise<ContractSummary[]> {
  const rows = await db.select().from(contractConfigurations).where(isOwn(caller)).orderBy(sql`lower(${contractConfigurations.name})`);
  const siteRows = await sitesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toSummary(row, { caller, siteRows, nowMs }));
}

/** @throws AppError resource.notFound */
export async function getContract(
  db: Db,
  caller: Caller,
  { id, nowMs }: { id: string; nowMs: number },
): Promise<ResponseOf<typeof contractEndpoints.get>> {
  const row = await getRow(db, caller, id);
  return { ...toSummary(row, { caller, siteRows: await sitesOf(db, [id]), nowMs }), terms: row.content };
}

/** The informative views of IEC 61400-26-1, and nothing guaranteed yet. */
export function defaultTerms(energyType: EnergyType): ContractTerms {
  const isSolar = energyType === 'PV' || energyType === 'Hybrid';
  return {
    views: STANDARD_VIEWS.flatMap((name) =>
      (['time', 'production'] as const).map((basis) => ({
        name,
        basis,
        label: null,
        sheets: {
          PV: standardSheet({ view: name, basis, isSolar }),
          Wind: standardSheet({ view: name, basis, isSolar: false }),
          BESS: standardSheet({ view: name, basis, isSolar: false }),
        },
      })),
    ),
    primaryProductionView: 'Technical',
    expectedMethods: { PV: [], Wind: [], BESS: [] },
    overdesign: 'usual',
    excludesEstimated: false,
    degradedFactor: null,
    guarantees: [],
    excludedPeriods: [],
  };
}

/** Days that the contract held on before, and those it holds on now, are recalculated at the sites it had and has. */
export async function saveContract(deps: ConfigureDeps, caller: Caller, wanted: Wanted): Promise<ConfigurationSaved & { id: string }> {
  assertEnterprise(caller, 'PageContracts', wanted.enterpriseId);
  const span = toDateSpan(wanted);
  return changeConfiguration(deps, { caller, reason: 'contracts' }, async (tx) => {
    const before = wanted.id === null ? undefined : await getRow(tx, caller, wanted.id);
    if (before && before.enterpriseId !== wanted.enterpriseId) throw new AppError('resource.notFound');
    const id = before?.id ?? randomUUID();
    const siteIds = [...new Set(wanted.siteIds)];
    const { names, issues } = await findOwnSites(tx, { caller, enterpriseId: wanted.enterpriseId, siteIds });
    refuse([
      ...(before && before.archivedAtMs !== null ? [problem('Contract_Problem_Archived', ['id'])] : []),
      ...issues,
      ...(span.validFrom < span.validTo ? [] : [problem('Common_Validation_PeriodEmpty', ['validTo'])]),
      ...(await nameProblems(tx, wanted, id)),
      ...(await setProblems(tx, wanted)),
      ...(await linkedProblems(tx, { id, siteIds, span, names })),
      ...termProblems(wanted.terms),
    ]);
    const previous = before ? await sitesOf(tx, [id]) : [];
    // A user who does not see a site cannot take the contract from it.
    const hidden = previous.filter(({ siteId }) => !caller.siteIds.has(siteId)).map(({ siteId }) => siteId);
    const row = toRow(wanted, { id, updatedBy: caller.name, updatedAtMs: deps.now() });
    await tx.insert(contractConfigurations).values(row).onConflictDoUpdate({ target: contractConfigurations.id, set: row });
    await tx.delete(contractSites).where(eq(contractSites.configurationId, id));
    const kept = [...siteIds, ...hidden];
    if (kept.length > 0) await tx.insert(contractSites).values(kept.map((siteId) => ({ configurationId: id, siteId })));
    const touched: Touched[] = [{ siteIds: kept, ...span }];
    if (before) touched.push({ siteIds: previous.map(({ siteId }) => siteId), validFrom: before.validFrom, validTo: before.validTo });
    return { result: { id }, touched, entries: [entryOf('save', row)] };
  });
}

export async function removeContract(deps: ConfigureDeps, caller: Caller, id: string): Promise<ConfigurationSaved> {
  return changeConfiguration(deps, { caller, reason: 'contracts' }, async (tx) => {
    const row = await getRow(tx, caller, id);
    const siteIds = (await sitesOf(tx, [id])).map(({ siteId }) => siteId);
    await tx.delete(contractConfigurations).where(eq(contractConfigurations.id, id));
    return { result: {}, touched: [{ siteIds, validFrom: row.validFrom, validTo: row.validTo }], entries: [entryOf('remove', row)] };
  });
}

/** Of the caller's enterprises; for a narrowed credential those whose sites are all in scope. */
function isOwn(caller: Caller) {
  if (caller.ownerId !== undefined) return isOfEnterprises(contractConfigurations.enterpriseId, enterprisesWith(caller, 'PageContracts'));
  const sitesOfContract = sql`select from ${contractSites} where ${contractSites.configurationId} = ${contractConfigurations.id}`;
  const inScope = isOneOf(contractSites.siteId, caller.siteIds);
  return sql`exists (${sitesOfContract} and ${inScope}) and not exists (${sitesOfContract} and not ${inScope})`;
}

export async function getRow(db: Db, caller: Caller, id: string): Promise<ContractRow> {
  const [row] = await db
    .select()
    .from(contractConfigurations)
    .where(and(eq(contractConfigurations.id, id), isOwn(caller)));
  if (!row) throw new AppError('resource.notFound');
  return row;
}

interface SiteOfContract {
  configurationId: string;
  siteId: SiteId;
  siteName: string;
}

export async function sitesOf(db: Db, ids: readonly string[]): Promise<SiteOfContract[]> {
  return db
    .select({ configurationId: contractSites.configurationId, siteId: contractSites.siteId, siteName: sites.name })
    .from(contractSites)
    .innerJoin(sites, eq(sites.id, contractSites.siteId))
    .where(sql`${contractSites.configurationId} = any(${sql.param([...ids])}::uuid[])`)
    .orderBy(sql`lower(${sites.name})`, asc(sites.id));
}

function toSummary(
  row: ContractRow,
  { caller, siteRows, nowMs }: { caller: Caller; siteRows: readonly SiteOfContract[]; nowMs: number },
): ContractSummary {
  const { id, enterpriseId, name, description, energyType, lossCategorySetId, updatedBy, updatedAtMs } = row;
  const today = toIsoDate(Math.floor(nowMs / DAY_MS));
  return {
    id,
    enterpriseId,
    name,
    description,
    energyType,
    ...fromDateSpan(row),
    lossCategorySetId,
    state: row.archivedAtMs !== null ? 'archived' : today < row.validFrom ? 'pending' : today < row.validTo ? 'active' : 'expired',
    sites: siteRows
      .filter(({ configurationId, siteId }) => configurationId === id && caller.siteIds.has(siteId))
      .map(({ siteId, siteName }) => ({ siteId, siteName })),
    updatedBy,
    updatedAtMs,
  };
}

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

async function setProblems(tx: Db, { enterpriseId, lossCategorySetId }: Wanted): Promise<Issue[]> {
  if (lossCategorySetId === null) return [];
  const [known] = await tx
    .select({ id: eventCategorySets.id })
    .from(eventCategorySets)
    .where(and(eq(eventCategorySets.id, lossCategorySetId), eq(eventCategorySets.enterpriseId, enterpriseId)));
  return known ? [] : [problem('Contract_Problem_CategorySet', ['lossCategorySetId'])];
}

/** A site is counted by one contract at a time. */
async function linkedProblems(
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

function termProblems({ views, primaryProductionView, expectedMethods, guarantees, excludedPeriods }: ContractTerms): Issue[] {
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

/** Methods of a source have numbers of their own ten. */
function sourceOfMethod(method: keyof typeof EXPECTED_METHODS): 'PV' | 'Wind' | 'BESS' {
  const number = EXPECTED_METHODS[method];
  return number < 10 ? 'PV' : number < 20 ? 'Wind' : 'BESS';
}

function toRow(wanted: Wanted, saved: Pick<ContractRow, 'id' | 'updatedBy' | 'updatedAtMs'>): Omit<ContractRow, 'archivedAtMs'> {
  const { enterpriseId, name, description, energyType, lossCategorySetId, terms } = wanted;
  return { ...saved, enterpriseId, name, description, energyType, lossCategorySetId, content: terms, ...toDateSpan(wanted) };
}

export function entryOf(verb: string, { id, enterpriseId, name, validFrom, validTo }: Omit<ContractRow, 'archivedAtMs'>): AuditEntry {
  return { action: `contract.${verb}`, entityType: 'contract', entityId: id, enterpriseId, details: { name, validFrom, validTo } };
}
