import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from './start-error.ts';

/** Another process works on this data folder. */
export class DataFolderInUseError extends StartError {
  override readonly name = 'DataFolderInUseError';
}

/** A lock without a reference would be collected, and its file closed. */
const held = new Set<DatabaseSync>();

/**
 * Keeps a second process out of the folder of the embedded databases: both would write, and the files would be lost. The lock is the operating
 * system's own on an SQLite file, so that it ends with the process however that ends, and a copied or restored folder is never locked.
 *
 * @returns releases the lock
 * @throws DataFolderInUseError that names the other process
 */
export function lockDataFolder(folder: string): () => void {
  const [lockFile, ownerFile] = [join(folder, 'solvane.lock'), join(folder, 'solvane.pid')];
  const lock = new DatabaseSync(lockFile, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    throw new DataFolderInUseError(
      `Another Solvane (process ${readOwner(ownerFile)}) works on ${folder}. Stop it, or set SOLVANE_DATA to another folder.`,
      {
        cause: error,
      },
    );
  }
  held.add(lock);
  writeFileSync(ownerFile, String(process.pid));
  return () => {
    rmSync(ownerFile, { force: true });
    lock.close();
    held.delete(lock);
  };
}

function readOwner(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return 'unknown';
  }
}
