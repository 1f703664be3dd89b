import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseBackup } from '../db/backup-tables.ts';
import { openDatabase } from '../db/db.ts';
import { readMigrations } from '../db/migrate.ts';
import { restoreDatabase } from '../db/restore.ts';
import type { Deps } from '../deps.ts';
import { type CopyComparison, compareCopy, type PointTotals, totalPoints } from '../signals/maintenance/fingerprint.ts';
import type { PointsFingerprint } from '../signals/signal-maintenance.ts';
import { createSignals } from '../signals/signals.ts';
import type { Manifest } from './backup-manifest.ts';

/** Restores the rows of a backup into a database that lives as long as that takes. @throws Error where they cannot be, or differ */
export async function verifyRows(backup: DatabaseBackup, folder: string): Promise<void> {
  await inTemporaryFolder(folder, async (temporary) => {
    const database = openDatabase({ url: undefined, poolSize: 1, folder: join(temporary, 'postgres'), onError: () => undefined });
    try {
      await database.start();
      await restoreDatabase(database.pool, backup, { folder: join(folder, 'database'), migrations: await readMigrations() });
    } finally {
      await database.stop();
    }
  });
}

export interface PointVerification {
  totals: PointTotals[];
  comparison: CopyComparison;
}

/** Restores the points of a backup beside the store they were copied from and compares both. @throws Error where they differ */
export async function verifyPoints(
  { config, db, now, log }: Pick<Deps, 'config' | 'db' | 'now' | 'log'>,
  copy: { signals: Manifest['signals']; folder: string; before: PointsFingerprint[]; after: PointsFingerprint[] },
): Promise<PointVerification> {
  const { place, name, database } = copy.signals;
  return inTemporaryFolder(copy.folder, async (dataFolder) => {
    const clickhouseUrl = config.clickhouseUrl && withDatabase(config.clickhouseUrl, `solvane_verify_${randomUUID().replaceAll('-', '')}`);
    const signals = createSignals({
      config: { ...config, dataFolder, clickhouseUrl, role: 'all' },
      db,
      now,
      log,
      backupFolders: [copy.folder],
    });
    try {
      await signals.restore({ path: place === 'folder' ? join(copy.folder, name) : name, database });
      const restored = await signals.store.fingerprint();
      const comparison = compareCopy(restored, copy);
      const [first] = comparison.different;
      if (first !== undefined)
        throw new Error(
          `The backup is not good: ${comparison.different.length} months of points are not what was copied, the first is ${first}.`,
        );
      return { totals: totalPoints(restored), comparison };
    } finally {
      if (clickhouseUrl !== undefined) await signals.drop();
      await signals.stop();
    }
  });
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.toString();
}

async function inTemporaryFolder<T>(folder: string, work: (temporary: string) => Promise<T>): Promise<T> {
  const temporary = join(folder, 'verify');
  await mkdir(temporary, { mode: 0o700 });
  try {
    return await work(temporary);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
