import {
  type ContractContent,
  type ContractDifference,
  type ContractSummary,
  contractContentSchema,
  type contractEndpoints,
} from '@solvane/contract/contracts';
import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import type { SavedVersion } from '@solvane/contract/validity';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { type ContractRow, contractConfigurations, contractSites } from '../../db/schema/contracts.ts';
import { sites } from '../../db/schema/fleet.ts';
import type { Caller } from '../../http/caller.ts';
import { fromDateSpan } from '../configuration/date-spans.ts';
import { getVersion, listVersions, type Versioned } from '../configuration/versions.ts';
import { type ComparedContract, contractDifferences } from './contract-differences.ts';
import { isOwn } from './contracts.policy.ts';
import { type SiteOfContract, toSummary } from './contracts.wire.ts';

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
  return { ...toSummary(row, { caller, siteRows: await sitesOf(db, [id]), nowMs }), terms: row.content, earlierTerms: row.earlierTerms };
}

export function versionedContract(id: string): Versioned {
  return { kind: 'contract', entityId: id };
}

/** @throws AppError resource.notFound */
export async function listContractVersions(db: Db, caller: Caller, id: string): Promise<SavedVersion[]> {
  await getRow(db, caller, id);
  return listVersions(db, versionedContract(id));
}

/** @throws AppError resource.notFound */
export async function getContractVersion(
  db: Db,
  caller: Caller,
  { contractConfigurationId: id, version }: BodyOf<typeof contractEndpoints.version>,
): Promise<ContractContent> {
  await getRow(db, caller, id);
  const content = contractContentSchema.parse(await getVersion(db, versionedContract(id), version));
  return { ...content, siteIds: content.siteIds.filter((siteId) => caller.siteIds.has(siteId)) };
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
  const { name, description, energyType, lossCategorySetId, content, earlierTerms } = row;
  const sites = (await sitesOf(db, [id])).filter(({ siteId }) => caller.siteIds.has(siteId));
  return { fields: { name, description, energyType, ...fromDateSpan(row), lossCategorySetId }, terms: content, earlierTerms, sites };
}

export async function getRow(db: Db, caller: Caller, id: string): Promise<ContractRow> {
  const [row] = await db
    .select()
    .from(contractConfigurations)
    .where(and(eq(contractConfigurations.id, id), isOwn(caller)));
  if (!row) throw new AppError('resource.notFound');
  return row;
}

export async function sitesOf(db: Db, ids: readonly string[]): Promise<SiteOfContract[]> {
  return db
    .select({ configurationId: contractSites.configurationId, siteId: contractSites.siteId, siteName: sites.name })
    .from(contractSites)
    .innerJoin(sites, eq(sites.id, contractSites.siteId))
    .where(sql`${contractSites.configurationId} = any(${sql.param([...ids])}::uuid[])`)
    .orderBy(sql`lower(${sites.name})`, asc(sites.id));
}
