import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { StartError } from './start-error.ts';

/** Another process works on this data folder. */
export class DataFolderInUseError extends StartError {
  override readonly name = 'DataFolderInUseError';
  /** A command, as a backup, which ends by itself. */
  readonly isCommand: boolean;

  constructor(message: string, { isCommand, cause }: { isCommand: boolean; cause: unknown }) {
    super(message, { cause });
    this.isCommand = isCommand;
  }
}

export interface LockOptions {
  /** The process is a command, which ends by itself. Default: the product */
  isCommand?: boolean;
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
export function lockDataFolder(folder: string, { isCommand = false }: LockOptions = {}): () => void {
  const [lockFile, ownerFile] = [join(folder, 'solvane.lock'), join(folder, 'solvane.pid')];
  const lock = new DatabaseSync(lockFile, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    const { pid, isCommand: isHeldByCommand } = readOwner(ownerFile);
    throw new DataFolderInUseError(`Another Solvane (process ${pid}) works on ${folder}. Stop it, or set SOLVANE_DATA to another folder.`, {
      isCommand: isHeldByCommand,
      cause: error,
    });
  }
  held.add(lock);
  writeFileSync(ownerFile, isCommand ? `${process.pid} ${COMMAND}` : String(process.pid));
  return () => {
    rmSync(ownerFile, { force: true });
    lock.close();
    held.delete(lock);
  };
}

const COMMAND = 'command';
const LOOK_AGAIN_MS = 250;

/**
 * Waits for a command that works on the folder, as a backup that was begun while the product was away: a start that gave up at once would leave
 * the product stopped. Does not wait for another product.
 *
 * @param options.onWait - called once, when there is something to wait for
 */
export async function waitForCommand(folder: string, { limitMs, onWait }: { limitMs: number; onWait: () => void }): Promise<void> {
  const endMs = performance.now() + limitMs;
  for (let isFirst = true; performance.now() < endMs; isFirst = false) {
    if (!isHeldByCommand(folder)) return;
    if (isFirst) onWait();
    await setTimeout(LOOK_AGAIN_MS);
  }
}

function isHeldByCommand(folder: string): boolean {
  try {
    lockDataFolder(folder)();
    return false;
  } catch (error) {
    return error instanceof DataFolderInUseError && error.isCommand;
  }
}

function readOwner(file: string): { pid: string; isCommand: boolean } {
  try {
    const [pid = 'unknown', kind] = readFileSync(file, 'utf8').split(' ');
    return { pid, isCommand: kind === COMMAND };
  } catch {
    return { pid: 'unknown', isCommand: false };
  }
}
