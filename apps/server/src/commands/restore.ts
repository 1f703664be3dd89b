import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { restoreDatabase } from '../db/backup.ts';
import { DataFolderInUseError } from '../db/data-lock.ts';
import { readMigrations } from '../db/migrate.ts';
import { createDeps, type Deps } from '../deps.ts';
import { createSignals } from '../signals/signals.ts';
import { MANIFEST, type Manifest, manifestSchema } from './backup.ts';
import { CommandError, readOnlyArgument } from './command.ts';

export const USAGE = 'npm run restore -- <folder>   fills an empty data folder (SOLVANE_DATA) from a backup, while the product is stopped';

/** Embedded stores, as folders of the data folder. */
const STORES = ['postgres', 'signals'];

/** @returns exit code */
export async function restore(config: Config, args: readonly string[], { print }: { print(line: string): void }): Promise<number> {
  try {
    const manifest = await restoreFrom(config, resolve(readOnlyArgument(args, USAGE)));
    print(
      `Restored the backup of ${new Date(manifest.createdAtMs).toISOString()} into ${config.dataFolder}. Start the product with: npm start`,
    );
    return 0;
  } catch (error) {
    if (error instanceof CommandError || error instanceof DataFolderInUseError) print(error.message);
    else print(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return 1;
  }
}

async function restoreFrom(config: Config, folder: string): Promise<Manifest> {
  const manifest = readManifest(folder);
  const occupied = STORES.map((store) => join(config.dataFolder, store)).find((path) => existsSync(path));
  if (occupied)
    throw new CommandError(`${occupied} exists already. A backup is restored into an empty data folder: set SOLVANE_DATA to a new one.`);
  const deps = createDeps({ ...config, demo: 'off', logLevel: 'warn' });
  try {
    await restoreStores(deps, manifest, folder);
  } catch (error) {
    // Half a restore is none.
    for (const store of STORES) await rm(join(config.dataFolder, store), { recursive: true, force: true });
    throw error;
  } finally {
    deps.unlock();
  }
  return manifest;
}

async function restoreStores({ config, database, db, log, now }: Deps, manifest: Manifest, folder: string): Promise<void> {
  const signals = createSignals({ config, db, now, log, backupFolders: [folder] });
  try {
    await database.start();
    await restoreDatabase(database.pool, manifest.database, { folder: join(folder, 'database'), migrations: await readMigrations() });
    await signals.restore(manifest.signals.place === 'folder' ? join(folder, manifest.signals.name) : manifest.signals.name);
  } finally {
    await signals.stop();
    await database.stop();
  }
}

function readManifest(folder: string): Manifest {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) throw new CommandError(`${folder} holds no whole backup: there is no ${MANIFEST}.`);
  const parsed = manifestSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success) throw new CommandError(`${file} is no backup that this version can read.`);
  return parsed.data;
}
