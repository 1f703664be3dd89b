import type { ResponseOf } from '@solvane/contract/endpoint';
import type { systemEndpoints } from '@solvane/contract/system';
import { sql } from 'drizzle-orm';
import type { SystemDeps } from './system-deps.ts';

type Health = ResponseOf<typeof systemEndpoints.health>;

/** A database that does not answer for so long answers no user either. */
const PATIENCE_MS = 3_000;

/** Whether somebody could sign in now. */
export async function readHealth({ readiness, db }: Pick<SystemDeps, 'readiness' | 'db'>): Promise<Health> {
  const missing = readiness.missing();
  if (missing.length > 0) return { status: 'starting', missing };
  let patience: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    patience = setTimeout(() => resolve(false), PATIENCE_MS);
  });
  const answers = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
  const isThere = await Promise.race([answers, late]);
  clearTimeout(patience);
  return isThere ? { status: 'ok', missing: [] } : { status: 'failing', missing: ['database'] };
}
