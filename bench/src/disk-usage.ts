import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const BLOCK_BYTES = 512;

/** Bytes that a folder takes on its disk, as `du` counts them; a file with several names counts once. */
export function diskUsage(folder: string, seen = new Set<number>()): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats || seen.has(stats.ino)) continue;
    seen.add(stats.ino);
    bytes += stats.blocks * BLOCK_BYTES;
    if (entry.isDirectory()) bytes += diskUsage(path, seen);
  }
  return bytes;
}
