import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { finishedImports } from '../../../db/schema/arrivals.ts';
import type { FileIdentity } from './source-file.ts';

/** One file read by one mapping; a change of either is another run. */
export interface ImportRun {
  mappingText: string;
  file: FileIdentity;
}

export async function isFinished(db: Db, run: ImportRun): Promise<boolean> {
  const rows = await db
    .select({ id: finishedImports.id })
    .from(finishedImports)
    .where(eq(finishedImports.id, idOf(run)));
  return rows.length > 0;
}

export async function recordFinished(db: Db, { rows, nowMs, ...run }: ImportRun & { rows: number; nowMs: number }): Promise<void> {
  await db
    .insert(finishedImports)
    .values({ id: idOf(run), path: run.file.path, rowCount: rows, finishedAtMs: nowMs })
    .onConflictDoNothing();
}

export async function deleteFinished(db: Db, run: ImportRun): Promise<void> {
  await db.delete(finishedImports).where(eq(finishedImports.id, idOf(run)));
}

function idOf({ mappingText, file: { path, bytes, modifiedMs } }: ImportRun): string {
  return createHash('sha256')
    .update(JSON.stringify([mappingText, path, bytes, modifiedMs]))
    .digest('hex');
}
