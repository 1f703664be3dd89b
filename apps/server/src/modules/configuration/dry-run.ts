import type { Db } from '../../db/db.ts';
import type { ConfigureDeps } from './change-configuration.ts';

/**
 * Saves, reads what would then be configured, and rolls back: nothing is stored, no day is recalculated, no client is notified. The command
 * that would save runs itself, so a preview is refused for the same reasons as the save.
 *
 * @param save - the command with the dependencies of the transaction
 * @param read - within the same transaction, after `save`
 */
export async function dryRun<T>(
  { db, now }: Pick<ConfigureDeps, 'db' | 'now'>,
  save: (deps: ConfigureDeps) => Promise<unknown>,
  read: (tx: Db) => Promise<T>,
): Promise<T> {
  let found: { value: T } | undefined;
  try {
    await db.transaction(async (tx) => {
      await save({ db: tx, now, onConfigurationChanged: () => Promise.resolve() });
      found = { value: await read(tx) };
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  if (!found) throw new RangeError('A dry run ends by its rollback');
  return found.value;
}

class RolledBack extends Error {}
