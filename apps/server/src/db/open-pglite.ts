import fs from 'node:fs';
import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { memoryShare } from '../memory.ts';

export interface EmbeddedOptions {
  /** Folder of the database; undefined: in memory. */
  folder: string | undefined;
  /** Copy of a database folder to begin with. */
  loadFrom: string | undefined;
}

/** The engine's own 128 MB are twice in memory: its files are in that of the operating system as well (decision 0178). */
const BUFFER_MB = 64;
const LEAST_BUFFER_MB = 32;

/** Opens the folder, which is made where it does not exist. Files that this thread writes from now on are private. */
export async function openPglite({ folder, loadFrom }: EmbeddedOptions): Promise<PGlite> {
  keepFilesPrivate();
  const dump = loadFrom === undefined ? undefined : new Blob([await readFile(loadFrom)]);
  // Files of the log that are kept for what will be written next.
  const settings = [`shared_buffers=${Math.max(LEAST_BUFFER_MB, BUFFER_MB * memoryShare())}MB`, 'min_wal_size=32MB', 'max_wal_size=64MB'];
  return PGlite.create({
    ...(folder === undefined ? {} : { dataDir: folder }),
    ...(dump ? { loadDataDir: dump } : {}),
    startParams: [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])],
  });
}

/** The engine opens some of its files to everybody by changing their mode, whatever the umask says. In this thread that is not granted. */
function keepFilesPrivate(): void {
  const { chmodSync, fchmodSync } = fs;
  const toPrivate = (mode: fs.Mode): number => Number(typeof mode === 'string' ? Number.parseInt(mode, 8) : mode) & ~0o077;
  fs.chmodSync = (path, mode) => chmodSync(path, toPrivate(mode));
  fs.fchmodSync = (file, mode) => fchmodSync(file, toPrivate(mode));
}
