import { randomUUID } from 'node:crypto';
import type { ContractDifference, contractEndpoints } from '@solvane/contract/contracts';
import type { BodyOf } from '@solvane/contract/endpoint';
import type { ConfigurationSaved } from '@solvane/contract/validity';
import { toIsoDate } from '@solvane/energy/time/local-day';
import { eq } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { contractConfigurations } from '../../db/schema/contracts.ts';
import type { Caller } from '../../http/caller.ts';
import { type ConfigureDeps, changeConfiguration } from '../configuration/change-configuration.ts';
import { problem, refuse } from '../configuration/configuration-checks.ts';
import { fromDateSpan } from '../configuration/date-spans.ts';
import { type ComparedContract, contractDifferences } from './contract-differences.ts';
import { entryOf, getRow, nameProblems, sitesOf } from './contracts.ts';

const DAY_MS = 86_400_000;

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
    const siteIds = (await sitesOf(tx, [row.id])).map(({ siteId }) => siteId);
    return {
      result: {},
      touched: validTo < row.validTo ? [{ siteIds, validFrom: validTo, validTo: row.validTo }] : [],
      entries: [entryOf(isArchived ? 'archive' : 'restore', { ...row, validTo })],
    };
  });
}

/** @throws AppError resource.notFound when either is out of reach */
export async function compareContracts(
  db: Db,
  caller: Caller,
  { before, after }: BodyOf<typeof contractEndpoints.compare>,
): Promise<ContractDifference[]> {
  return contractDifferences(await readCompared(db, caller, before), await readCompared(db, caller, after));
}

async function readCompared(db: Db, caller: Caller, id: string): Promise<ComparedContract> {
  const row = await getRow(db, caller, id);
  const { name, description, energyType, lossCategorySetId, content } = row;
  const sites = (await sitesOf(db, [id])).filter(({ siteId }) => caller.siteIds.has(siteId));
  return { fields: { name, description, energyType, ...fromDateSpan(row), lossCategorySetId }, terms: content, sites };
}
