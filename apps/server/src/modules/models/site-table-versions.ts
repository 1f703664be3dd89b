import { AppError } from '@solvane/contract/errors';
import type { SiteId } from '@solvane/contract/ids';
import { budgetRowSchema, coefficientRowSchema, tariffSchema } from '@solvane/contract/models';
import type { Revision, SavedVersion } from '@solvane/contract/validity';
import { z } from 'zod';
import type { Db } from '../../db/db.ts';
import type { Caller } from '../../http/caller.ts';
import { assertRevision, toRevision } from '../configuration/revision.ts';
import { getVersion, listVersions, recordVersion, type Versioned } from '../configuration/versions.ts';
import { assertSite } from './site-tables.policy.ts';
import { selectBudgets, selectCoefficients, selectTariffs } from './site-tables.queries.ts';

/** Tables of a site that are edited as a whole and have a history. */
const TABLES = {
  budgets: { read: selectBudgets, content: z.object({ rows: z.array(budgetRowSchema) }) },
  expectedCoefficients: { read: selectCoefficients, content: z.object({ rows: z.array(coefficientRowSchema) }) },
  tariffs: { read: selectTariffs, content: z.object({ rows: z.array(tariffSchema) }) },
} as const;
export type SiteTableKind = keyof typeof TABLES;

type RowOf<Kind extends SiteTableKind> = Awaited<ReturnType<(typeof TABLES)[Kind]['read']>>[number];

export interface SiteTable<Kind extends SiteTableKind> {
  kind: Kind;
  siteId: SiteId;
}

/** A table with its revision, and whether the caller may change it. */
export async function readSiteTable<Kind extends SiteTableKind>(
  db: Db,
  caller: Caller,
  { kind, siteId }: SiteTable<Kind>,
): Promise<{ rows: RowOf<Kind>[]; revision: Revision; canEdit: boolean }> {
  assertSite(caller, siteId);
  return { ...(await readState(db, { kind, siteId })), canEdit: caller.scopeFor('EditMetadata').has(siteId) };
}

export async function listTableVersions(db: Db, caller: Caller, { kind, siteId }: SiteTable<SiteTableKind>): Promise<SavedVersion[]> {
  assertSite(caller, siteId);
  return listVersions(db, versionedSite({ kind, siteId }));
}

/** @throws AppError resource.notFound */
export async function getTableVersion<Kind extends SiteTableKind>(
  db: Db,
  caller: Caller,
  { kind, siteId, version }: SiteTable<Kind> & { version: number },
): Promise<{ rows: RowOf<Kind>[] }> {
  assertSite(caller, siteId);
  const content = TABLES[kind].content.safeParse(await getVersion(db, versionedSite({ kind, siteId }), version));
  if (!content.success) throw new AppError('resource.notFound');
  return content.data as { rows: RowOf<Kind>[] };
}

interface TableChange {
  by: string;
  nowMs: number;
  seenRevision?: string | undefined;
  note?: string | undefined;
}

/**
 * Changes a table as part of a transaction, and adds a version to its history.
 *
 * @param work - writes; given what was stored before
 * @throws AppError configuration.changed when another user changed it since it was read
 */
export async function changeSiteTable<Kind extends SiteTableKind>(
  tx: Db,
  table: SiteTable<Kind>,
  { by, nowMs, seenRevision, note, work }: TableChange & { work: (before: readonly RowOf<Kind>[]) => Promise<void> },
): Promise<void> {
  const before = await readState(tx, table);
  assertRevision(seenRevision, before.revision);
  await work(before.rows);
  const rows = await readRows(tx, table);
  await recordVersion(tx, versionedSite(table), {
    before: { revision: before.revision, content: { rows: before.rows } },
    after: { revision: toRevision(rows, { updatedBy: by, updatedAtMs: nowMs }), content: { rows } },
    note,
  });
}

async function readState<Kind extends SiteTableKind>(db: Db, table: SiteTable<Kind>): Promise<{ rows: RowOf<Kind>[]; revision: Revision }> {
  const rows = await readRows(db, table);
  const [latest] = await listVersions(db, versionedSite(table));
  return { rows, revision: toRevision(rows, latest && { updatedBy: latest.savedBy, updatedAtMs: latest.savedAtMs }) };
}

async function readRows<Kind extends SiteTableKind>(db: Db, { kind, siteId }: SiteTable<Kind>): Promise<RowOf<Kind>[]> {
  return (await TABLES[kind].read(db, siteId)) as RowOf<Kind>[];
}

function versionedSite({ kind, siteId }: SiteTable<SiteTableKind>): Versioned {
  return { kind, entityId: siteId };
}
