import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { contractEndpoints } from '@solvane/contract/contracts';
import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import type { ConfigurationSaved } from '@solvane/contract/validity';
import { toIsoDate } from '@solvane/energy/time/local-day';
import { eq } from 'drizzle-orm';
import { type ContractRow, contractConfigurations, contractMonths, contractSites } from '../../db/schema/contracts.ts';
import type { Caller } from '../../http/caller.ts';
import type { AuditEntry } from '../access/audit.ts';
import { type ConfigureDeps, changeConfiguration, type Touched } from '../configuration/change-configuration.ts';
import { assertEnterprise, findOwnSites, problem, refuse } from '../configuration/configuration-checks.ts';
import { toDateSpan } from '../configuration/date-spans.ts';
import { assertRevision } from '../configuration/revision.ts';
import { recordVersion, removeVersions } from '../configuration/versions.ts';
import { earlierProblems, linkedProblems, lockedProblems, nameProblems, setProblems, termProblems } from './contract-problems.ts';
import { getRow, sitesOf, versionedContract } from './contracts.queries.ts';
import { contractState, toRow, type Wanted } from './contracts.wire.ts';

const DAY_MS = 86_400_000;

/** Days that the contract held on before, and those it holds on now, are recalculated at the sites it had and has. */
export async function saveContract(deps: ConfigureDeps, caller: Caller, wanted: Wanted): Promise<ConfigurationSaved & { id: string }> {
  assertEnterprise(caller, 'PageContracts', wanted.enterpriseId);
  const span = toDateSpan(wanted);
  return changeConfiguration(deps, { caller, reason: 'contracts' }, async (tx) => {
    const before = wanted.id === null ? undefined : await getRow(tx, caller, wanted.id);
    if (before && before.enterpriseId !== wanted.enterpriseId) throw new AppError('resource.notFound');
    const id = before?.id ?? randomUUID();
    const previous = before ? await sitesOf(tx, [id]) : [];
    const stored = before && contractState(before, previous);
    if (stored) assertRevision(wanted.seenRevision, stored.revision);
    const siteIds = [...new Set(wanted.siteIds)];
    const earlierTerms = wanted.earlierTerms ?? before?.earlierTerms ?? [];
    const { names, issues } = await findOwnSites(tx, { caller, enterpriseId: wanted.enterpriseId, siteIds });
    refuse([
      ...(before && before.archivedAtMs !== null ? [problem('Contract_Problem_Archived', ['id'])] : []),
      ...issues,
      ...(span.validFrom < span.validTo ? [] : [problem('Common_Validation_PeriodEmpty', ['validTo'])]),
      ...(await nameProblems(tx, wanted, id)),
      ...(await setProblems(tx, wanted)),
      ...(await linkedProblems(tx, { id, siteIds, span, names })),
      ...termProblems(wanted.terms),
      ...earlierProblems(earlierTerms, span),
      ...(await lockedProblems(tx, { id, siteIds, hiddenFrom: caller.siteIds, span })),
    ]);
    // A user who does not see a site cannot take the contract from it.
    const hidden = previous.filter(({ siteId }) => !caller.siteIds.has(siteId)).map(({ siteId }) => siteId);
    const row = toRow(wanted, { id, earlierTerms, updatedBy: caller.name, updatedAtMs: deps.now() });
    await tx.insert(contractConfigurations).values(row).onConflictDoUpdate({ target: contractConfigurations.id, set: row });
    await tx.delete(contractSites).where(eq(contractSites.configurationId, id));
    const kept = [...siteIds, ...hidden];
    if (kept.length > 0) await tx.insert(contractSites).values(kept.map((siteId) => ({ configurationId: id, siteId })));
    const after = contractState(
      { ...row, archivedAtMs: null },
      kept.map((siteId) => ({ configurationId: id, siteId })),
    );
    await recordVersion(tx, versionedContract(id), { before: stored, after, note: wanted.note });
    const hadSites = previous.map(({ siteId }) => siteId);
    const touched: Touched[] =
      before && changesOnlyCurrentTerms({ before, hadSites }, { after: row, hasSites: kept })
        ? [{ siteIds: kept, validFrom: earlierTerms.at(-1)?.validTo ?? span.validFrom, validTo: span.validTo }]
        : [{ siteIds: kept, ...span }, ...(before ? [{ siteIds: hadSites, validFrom: before.validFrom, validTo: before.validTo }] : [])];
    return { result: { id }, touched, entries: [entryOf('save', row)] };
  });
}

interface StoredContract {
  before: ContractRow;
  hadSites: readonly string[];
}

/** Days of earlier terms stay as they are: sites, period, categories and earlier terms are those of before. */
function changesOnlyCurrentTerms(
  { before, hadSites }: StoredContract,
  { after, hasSites }: { after: Omit<ContractRow, 'archivedAtMs'>; hasSites: readonly string[] },
): boolean {
  const heldOf = (
    { validFrom, validTo, lossCategorySetId, earlierTerms }: Omit<ContractRow, 'archivedAtMs'>,
    siteIds: readonly string[],
  ) => [...[validFrom, validTo, lossCategorySetId, earlierTerms], siteIds.toSorted()];
  return isDeepStrictEqual(heldOf(before, hadSites), heldOf(after, hasSites));
}

export async function removeContract(
  deps: ConfigureDeps,
  caller: Caller,
  { contractConfigurationId: id, seenRevision }: BodyOf<typeof contractEndpoints.remove>,
): Promise<ConfigurationSaved> {
  return changeConfiguration(deps, { caller, reason: 'contracts' }, async (tx) => {
    const row = await getRow(tx, caller, id);
    const siteRows = await sitesOf(tx, [id]);
    assertRevision(seenRevision, contractState(row, siteRows).revision);
    const siteIds = siteRows.map(({ siteId }) => siteId);
    const locked = await tx.$count(contractMonths, eq(contractMonths.contractId, id));
    refuse(locked > 0 ? [problem('Contract_Problem_RemoveLocked', ['contractConfigurationId'], { count: locked })] : []);
    await removeVersions(tx, versionedContract(id));
    await tx.delete(contractConfigurations).where(eq(contractConfigurations.id, id));
    return { result: {}, touched: [{ siteIds, validFrom: row.validFrom, validTo: row.validTo }], entries: [entryOf('remove', row)] };
  });
}

/** A copy without sites under another name: it counts nothing until it is given some. */
export async function duplicateContract(
  deps: ConfigureDeps,
  caller: Caller,
  { contractConfigurationId, name }: BodyOf<typeof contractEndpoints.duplicate>,
): Promise<ConfigurationSaved & { id: string }> {
  return changeConfiguration(deps, { caller, reason: 'contracts' }, async (tx) => {
    const original = await getRow(tx, caller, contractConfigurationId);
    const id = randomUUID();
    refuse(await nameProblems(tx, { enterpriseId: original.enterpriseId, name }, id));
    const row = { ...original, id, name, archivedAtMs: null, updatedBy: caller.name, updatedAtMs: deps.now() };
    await tx.insert(contractConfigurations).values(row);
    await recordVersion(tx, versionedContract(id), { before: undefined, after: contractState(row, []) });
    return { result: { id }, touched: [], entries: [entryOf('duplicate', row)] };
  });
}

/**
 * Puts a contract away or takes it out again. From today on it counts no more; the days it counted stay as they are. Taken out again it does not
 * begin to count by itself.
 */
export async function archiveContract(
  deps: ConfigureDeps,
  caller: Caller,
  { contractConfigurationId, isArchived }: BodyOf<typeof contractEndpoints.archive>,
): Promise<ConfigurationSaved> {
  return changeConfiguration(deps, { caller, reason: 'contracts' }, async (tx) => {
    const row = await getRow(tx, caller, contractConfigurationId);
    const today = toIsoDate(Math.floor(deps.now() / DAY_MS));
    if (isArchived && row.validFrom >= today) refuse([problem('Contract_Problem_ArchivePending', ['contractConfigurationId'])]);
    const validTo = isArchived && today < row.validTo ? today : row.validTo;
    const changed = { archivedAtMs: isArchived ? deps.now() : null, validTo, updatedBy: caller.name, updatedAtMs: deps.now() };
    await tx.update(contractConfigurations).set(changed).where(eq(contractConfigurations.id, row.id));
    const siteRows = await sitesOf(tx, [row.id]);
    const siteIds = siteRows.map(({ siteId }) => siteId);
    const states = { before: contractState(row, siteRows), after: contractState({ ...row, ...changed }, siteRows) };
    await recordVersion(tx, versionedContract(row.id), states);
    return {
      result: {},
      touched: validTo < row.validTo ? [{ siteIds, validFrom: validTo, validTo: row.validTo }] : [],
      entries: [entryOf(isArchived ? 'archive' : 'restore', { ...row, validTo })],
    };
  });
}

function entryOf(verb: string, { id, enterpriseId, name, validFrom, validTo }: Omit<ContractRow, 'archivedAtMs'>): AuditEntry {
  return { action: `contract.${verb}`, entityType: 'contract', entityId: id, enterpriseId, details: { name, validFrom, validTo } };
}
