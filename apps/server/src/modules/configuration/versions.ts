import { AppError } from '@solvane/contract/errors';
import type { Revision, SavedVersion } from '@solvane/contract/validity';
import { and, desc, eq, max } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { configurationVersions, type VersionedKind } from '../../db/schema/configuration-versions.ts';

/** What has a history of its own. */
export interface Versioned {
  kind: VersionedKind;
  entityId: string;
  /** As the site whose overrides these are; default: the entity itself. */
  scope?: string;
}

interface Version {
  revision: Revision;
  /** All that a save replaces. */
  content: unknown;
}

const MOST_LISTED = 200;

/**
 * Adds a version to a history, part of the transaction that saves. A save that changes nothing adds none. What was stored before the first
 * version becomes the first one, so that it can be compared with and restored.
 *
 * @param before - undefined: it was created
 */
export async function recordVersion(
  tx: Db,
  versioned: Versioned,
  { before, after, note = '' }: { before: Version | undefined; after: Version; note?: string | undefined },
): Promise<void> {
  const [{ latest } = { latest: null }] = await tx
    .select({ latest: max(configurationVersions.version) })
    .from(configurationVersions)
    .where(isOf(versioned));
  const isFirst = latest === null && before !== undefined;
  if (isFirst) await insertVersion(tx, versioned, { ...before, number: 1, note: '' });
  if (before?.revision.id === after.revision.id) return;
  await insertVersion(tx, versioned, { ...after, number: (latest ?? (isFirst ? 1 : 0)) + 1, note });
}

/** Newest first. */
export async function listVersions(db: Db, versioned: Versioned): Promise<SavedVersion[]> {
  const { version, note, savedBy, savedAtMs } = configurationVersions;
  return db
    .select({ version, note, savedBy, savedAtMs })
    .from(configurationVersions)
    .where(isOf(versioned))
    .orderBy(desc(version))
    .limit(MOST_LISTED);
}

/** @throws AppError resource.notFound */
export async function getVersion(db: Db, versioned: Versioned, version: number): Promise<unknown> {
  const [row] = await db
    .select({ content: configurationVersions.content })
    .from(configurationVersions)
    .where(and(isOf(versioned), eq(configurationVersions.version, version)));
  if (!row) throw new AppError('resource.notFound');
  return row.content;
}

/** With the histories of all its scopes. */
export async function removeVersions(tx: Db, { kind, entityId }: Versioned): Promise<void> {
  await tx.delete(configurationVersions).where(and(eq(configurationVersions.kind, kind), eq(configurationVersions.entityId, entityId)));
}

async function insertVersion(
  tx: Db,
  { kind, entityId, scope = '' }: Versioned,
  { revision, content, number, note }: Version & { number: number; note: string },
): Promise<void> {
  const { id, changedBy, changedAtMs } = revision;
  const saved = { savedBy: changedBy ?? '', savedAtMs: changedAtMs ?? 0 };
  await tx.insert(configurationVersions).values({ kind, entityId, scope, version: number, revision: id, content, note, ...saved });
}

function isOf({ kind, entityId, scope = '' }: Versioned) {
  return and(eq(configurationVersions.kind, kind), eq(configurationVersions.entityId, entityId), eq(configurationVersions.scope, scope));
}
