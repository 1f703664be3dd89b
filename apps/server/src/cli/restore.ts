import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { openDataFolder } from '../db/data-folder.ts';
import { lockDataFolder } from '../db/data-lock.ts';
import { readMigrations } from '../db/migrate.ts';
import { assertEmpty, restoreDatabase } from '../db/restore.ts';
import { beginRestore, cancelRestore, failRestore, finishRestore, proveRestore, restoreFolder, STORES } from '../db/restore-folder.ts';
import { removeRestoreMarker, setRestoreMarker } from '../db/restore-marker.ts';
import { createDeps, type Deps } from '../deps.ts';
import { createSignals } from '../signals/signals.ts';
import { assertUnaltered, type Manifest, readManifest } from './backup-manifest.ts';
import { CommandError, readOnlyArgument } from './command.ts';

export const USAGE = 'npm run restore -- <folder>   fills an empty data folder (SOLVANE_DATA) from a backup, while the product is stopped';

/** @returns exit code */
export async function restore(config: Config, args: readonly string[], { print }: { print(line: string): void }): Promise<number> {
  try {
    const manifest = await restoreFrom(config, resolve(readOnlyArgument(args, USAGE)));
    print(
      `Restored the backup of ${new Date(manifest.createdAtMs).toISOString()} into ${config.dataFolder}. Start the product with: npm start`,
    );
    return 0;
  } catch (error) {
    print(toText(error));
    if (existsSync(restoreFolder(config.dataFolder)))
      print(
        `Nothing was restored. The product does not start on ${config.dataFolder} until a restore succeeds or ${restoreFolder(config.dataFolder)} is deleted.`,
      );
    return 1;
  }
}

/** Everything that can be refused is refused first. What is restored stands beside its place until all of it is proven. */
async function restoreFrom(config: Config, folder: string): Promise<Manifest> {
  const manifest = readManifest(folder);
  assertUnoccupied(config);
  await assertUnaltered(folder, manifest);
  openDataFolder(config.dataFolder);
  const unlock = lockDataFolder(config.dataFolder, { isCommand: true });
  try {
    assertUnoccupied(config);
    await restoreBeside(config, manifest, folder);
  } finally {
    unlock();
  }
  return manifest;
}

async function restoreBeside(config: Config, manifest: Manifest, folder: string): Promise<void> {
  const { dataFolder } = config;
  const deps = createDeps({ ...config, dataFolder: beginRestore(dataFolder), role: 'all', demo: 'off', logLevel: 'warn' });
  try {
    await deps.database.start();
    await restoreStores(deps, manifest, folder);
    if (config.databaseUrl === undefined) await deps.database.stop();
    await proveRestore(dataFolder);
    finishRestore(dataFolder);
    if (config.databaseUrl !== undefined) await removeRestoreMarker(deps.database.pool);
  } catch (error) {
    await deps.database.stop().catch(() => undefined);
    if (error instanceof CommandError) cancelRestore(dataFolder);
    else failRestore(dataFolder);
    throw error;
  } finally {
    await deps.database.stop();
    deps.unlock();
  }
}

/** Rows last: a database server holds none of them before everything else is proven. */
async function restoreStores({ config, database, db, log, now }: Deps, manifest: Manifest, folder: string): Promise<void> {
  const signals = createSignals({ config, db, now, log, backupFolders: [folder] });
  const { place, name, ...copied } = manifest.signals;
  try {
    await assertEmpty(database.pool).catch((error: Error) => {
      throw new CommandError(error.message);
    });
    if (config.clickhouseUrl !== undefined && !(await signals.isEmpty()))
      throw new CommandError(
        `The ClickHouse database ${signals.store.databaseName} holds tables already. A backup is restored into an empty one: drop it if an interrupted restore left them.`,
      );
    if (config.databaseUrl !== undefined) await setRestoreMarker(database.pool);
    await signals.restore({ path: place === 'folder' ? join(folder, name) : name, ...copied });
    await restoreDatabase(database.pool, manifest.database, { folder: join(folder, 'database'), migrations: await readMigrations() }).catch(
      async (error: unknown) => {
        if (config.clickhouseUrl !== undefined) await signals.drop();
        throw error;
      },
    );
  } finally {
    await signals.stop();
  }
}

function assertUnoccupied({ dataFolder }: Config): void {
  const occupied = STORES.map((store) => join(dataFolder, store)).find((path) => existsSync(path));
  if (occupied)
    throw new CommandError(`${occupied} exists already. A backup is restored into an empty data folder: set SOLVANE_DATA to a new one.`);
}

/** With what is behind it: a failed migration alone does not say why. */
function toText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined || error instanceof CommandError ? error.message : `${error.message}: ${toText(error.cause)}`;
}
