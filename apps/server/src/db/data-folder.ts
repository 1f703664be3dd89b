import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { chmod, lstat, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findMountPoint, readFreeBytes, START_BYTES, toMegabytes } from './disk.ts';
import { StartError } from './start-error.ts';

/** What the product makes in its data folder. A folder with other things in it is not the product's own. */
const OWN_NAMES = new Set([
  'postgres',
  'signals',
  'spool',
  'backups',
  'restoring',
  'solvane.lock',
  'solvane.lock-journal',
  'solvane.pid',
  'engine.sock',
  'control.sock',
]);

/**
 * Makes the data folder and proves that it can be written.
 *
 * @throws StartError that names the folder, what is wrong with it and what to do
 */
export function openDataFolder(folder: string, freeBytes: (folder: string) => number = readFreeBytes): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw toStartError(error, folder, 'made');
  }
  const free = freeBytes(folder);
  if (free < START_BYTES) throw diskFull(folder, free);
  const probe = join(folder, `solvane.probe-${process.pid}`);
  try {
    writeFileSync(probe, Buffer.alloc(4096), { mode: 0o600 });
  } catch (error) {
    throw toStartError(error, folder, 'written');
  } finally {
    rmSync(probe, { force: true });
  }
}

/** Not recursive by Node's own means: where a parent refuses new folders with ENOENT, as /proc does, that never ends. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

function toStartError(error: unknown, folder: string, action: 'made' | 'written'): unknown {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return error;
  const options = { cause: error };
  if (error.code === 'EEXIST') return new StartError(`SOLVANE_DATA names ${folder}, which is a file. Set it to a folder.`, options);
  if (error.code === 'ENOTDIR') return new StartError(`SOLVANE_DATA names ${folder}, and a part of that path is a file.`, options);
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') return diskFull(folder, 0);
  const reason = error.code === 'EROFS' ? 'its disk is mounted read-only' : `${error.code} for user ${process.getuid?.() ?? 'unknown'}`;
  return new StartError(
    `The folder ${folder} cannot be ${action}: ${reason}. Give this user write access, or set SOLVANE_DATA to another folder.`,
    options,
  );
}

function diskFull(folder: string, freeBytes: number): StartError {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  return new StartError(
    `The disk of ${folder} (mounted at ${findMountPoint(existing)}) is full: ${toMegabytes(freeBytes)} free, ${toMegabytes(START_BYTES)} needed to start. ` +
      'Free space there, or set SOLVANE_DATA to a folder on another disk.',
  );
}

export interface OpenPaths {
  /** Paths that other users could read or change, and no longer can. */
  closed: string[];
  /** Paths that they still can: they belong to another user, or stand in a folder that is not the product's alone. */
  open: string[];
}

/** Takes the rights of other users away from the data folder and everything that the product made in it. */
export async function closeDataFolder(folder: string): Promise<OpenPaths> {
  const paths: OpenPaths = { closed: [], open: [] };
  const names = await readdir(folder);
  // Never a shared folder such as /tmp.
  const isOwn = names.every((name) => OWN_NAMES.has(name) || name.startsWith('solvane.probe-'));
  if (isOwn) await close(folder, paths);
  else if (await isOpen(folder)) paths.open.push(folder);
  for (const name of names.filter((each) => OWN_NAMES.has(each))) {
    await close(join(folder, name), paths);
    if (!(await isFolder(join(folder, name)))) continue;
    for await (const path of walk(join(folder, name))) await close(path, paths);
  }
  return paths;
}

/** Files come and go meanwhile: the product runs. */
async function* walk(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    yield path;
    if (entry.isDirectory()) yield* walk(path);
  }
}

async function close(path: string, { closed, open }: OpenPaths): Promise<void> {
  if (!(await isOpen(path))) return;
  try {
    const { mode } = await lstat(path);
    await chmod(path, mode & 0o700);
    closed.push(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    open.push(path);
  }
}

async function isOpen(path: string): Promise<boolean> {
  const found = await findStats(path);
  return found !== undefined && !found.isSymbolicLink() && (found.mode & 0o077) !== 0;
}

async function isFolder(path: string): Promise<boolean> {
  return (await findStats(path))?.isDirectory() ?? false;
}

async function findStats(path: string) {
  try {
    return await lstat(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
