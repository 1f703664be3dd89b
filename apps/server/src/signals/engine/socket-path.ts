import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Bytes a Unix socket's address has room for on macOS (Linux: 107), the end mark not counted. */
const ADDRESS_MAX_BYTES = 103;

/** Where the engine of a data folder listens. */
export function engineSocketPath(dataFolder: string): string {
  return socketPathIn(dataFolder, 'engine.sock');
}

/**
 * A socket's address: in the data folder, or, where that path is too long for a socket, in a private folder of the temporary directory that every
 * process finds by the same rule.
 *
 * @throws Error when another user owns that private folder
 */
export function socketPathIn(dataFolder: string, fileName: string): string {
  const path = join(resolve(dataFolder), fileName);
  if (Buffer.byteLength(path) <= ADDRESS_MAX_BYTES) return path;
  const name = createHash('sha256').update(path).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), `solvane-${name}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(folder);
  if (uid !== process.getuid?.() || (mode & 0o077) !== 0) throw new Error(`${folder} belongs to another user`);
  return join(folder, fileName);
}
