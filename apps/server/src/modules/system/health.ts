import type { ResponseOf } from '@solvane/contract/endpoint';
import type { systemEndpoints } from '@solvane/contract/system';
import { sql } from 'drizzle-orm';
import { FULL_BYTES, LOW_BYTES } from '../../db/disk.ts';
import type { SystemDeps } from './system-deps.ts';

type Health = ResponseOf<typeof systemEndpoints.health>;

/** What does not answer for so long answers no user either. */
const TIMEOUT_MS = 3_000;

/** Whether users can sign in and points can be stored now. */
export async function readHealth({ readiness, db, disk }: Pick<SystemDeps, 'readiness' | 'db' | 'disk'>): Promise<Health> {
  const missing = readiness.missing();
  if (missing.length > 0) return { status: 'starting', missing, warnings: [] };
  const [answers, freeBytes] = await Promise.all([
    inTime(
      db.execute(sql`select 1`).then(() => true),
      false,
    ),
    // A disk that does not answer takes nothing either.
    inTime(disk.freeBytes(), 0),
  ]);
  const failing = [...(answers ? [] : ['database']), ...(freeBytes < FULL_BYTES ? ['disk'] : [])];
  const warnings: Health['warnings'] = freeBytes < LOW_BYTES ? ['disk'] : [];
  return { status: failing.length > 0 ? 'failing' : 'ok', missing: failing, warnings };
}

/** What comes of it, or the other value when it fails or takes too long. */
async function inTime<T>(work: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), TIMEOUT_MS);
  });
  const result = await Promise.race([work.catch(() => otherwise), late]);
  clearTimeout(timer);
  return result;
}
