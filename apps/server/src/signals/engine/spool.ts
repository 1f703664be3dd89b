import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Longer than any statement reads a file, and any job writes one. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

/** Removes files that processes left behind which were killed while a file of theirs waited for the engine. */
export async function clearSpool(folder: string, nowMs: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const changedMs = await findChangeMs(path);
    if (changedMs !== undefined && nowMs - changedMs > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
}

/** undefined: another process, which the engine had served already, has just removed it. */
async function findChangeMs(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
