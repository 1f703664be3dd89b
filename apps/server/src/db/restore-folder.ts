import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { RestoreUnfinishedError } from './restore-marker.ts';

/** Embedded stores, as folders of the data folder. */
export const STORES = ['postgres', 'signals'];

const PROVEN = 'proven';

/** Where a restore builds the stores: while this folder exists, the product does not start on the data folder. */
export function restoreFolder(dataFolder: string): string {
  return join(dataFolder, 'restoring');
}

/** Begins with an empty folder, in the place of one that an interrupted restore left. */
export function beginRestore(dataFolder: string): string {
  const folder = restoreFolder(dataFolder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

/** Frees the room of a restore that failed. What is left keeps the product from starting, as if nothing had been restored. */
export function failRestore(dataFolder: string): void {
  const folder = restoreFolder(dataFolder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
}

/** Undoes a restore that was refused before anything was restored. */
export function cancelRestore(dataFolder: string): void {
  rmSync(restoreFolder(dataFolder), { recursive: true, force: true });
}

/** From here on the stores are good, whatever happens: a restore that is killed now is finished by the next start. */
export async function proveRestore(dataFolder: string): Promise<void> {
  const folder = restoreFolder(dataFolder);
  await syncTree(folder);
  writeFileSync(join(folder, PROVEN), '', { flush: true });
  await syncFolder(folder);
}

/**
 * Moves the stores of a proven restore into place.
 *
 * @throws RestoreUnfinishedError when the last restore did not come so far
 */
export function finishRestore(dataFolder: string): void {
  const folder = restoreFolder(dataFolder);
  if (!existsSync(folder)) return;
  if (!existsSync(join(folder, PROVEN))) throw unfinished(dataFolder);
  for (const store of STORES) if (existsSync(join(folder, store))) renameSync(join(folder, store), join(dataFolder, store));
  rmSync(folder, { recursive: true, force: true });
}

/** @throws RestoreUnfinishedError */
export function assertNoRestore(dataFolder: string): void {
  if (existsSync(restoreFolder(dataFolder))) throw unfinished(dataFolder);
}

function unfinished(dataFolder: string): RestoreUnfinishedError {
  return new RestoreUnfinishedError(
    `A restore into ${dataFolder} did not finish, so there is nothing to start. ` +
      `Run the restore again, or delete ${restoreFolder(dataFolder)} to begin without a backup.`,
  );
}

/** A power cut after this finds every file as it is now. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() || entry.isDirectory()) await syncFolder(path);
  }
  await syncFolder(folder);
}

async function syncFolder(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
