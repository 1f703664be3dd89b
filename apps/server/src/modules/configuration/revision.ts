import { createHash } from 'node:crypto';
import { AppError } from '@solvane/contract/errors';
import type { Revision } from '@solvane/contract/validity';

/**
 * The revision of a configuration with this content. It is made of the content alone, so that a save that changes nothing is no conflict.
 *
 * @param content - all that a save replaces, in a fixed order
 */
export function toRevision(content: unknown, changed: { updatedBy: string; updatedAtMs: number } | undefined): Revision {
  const id = createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);
  return { id, changedBy: changed?.updatedBy ?? null, changedAtMs: changed?.updatedAtMs ?? null };
}

/**
 * Called inside of `changeConfiguration`, where no other save runs.
 *
 * @param seen - revision the editor read; undefined: replaces whatever is stored
 * @throws AppError configuration.changed, with who changed it and when
 */
export function assertRevision(seen: string | undefined, { id, changedBy, changedAtMs }: Revision): void {
  if (seen === undefined || seen === id) return;
  throw new AppError('configuration.changed', { values: { changedBy: changedBy ?? '', changedAtMs: changedAtMs ?? 0 } });
}
