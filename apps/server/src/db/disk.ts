import { statfsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

const MEGABYTE = 1024 * 1024;
/** Below this nothing starts: the embedded database alone writes a log of 16 MB. */
export const START_BYTES = 64 * MEGABYTE;
/** Below this new points are refused (`storage.full`) and /healthz fails. */
export const FULL_BYTES = 256 * MEGABYTE;
/** Below this /healthz warns. */
export const LOW_BYTES = 1024 * MEGABYTE;

export interface Disk {
  /** Bytes that the product may still write to the data folder. */
  freeBytes(): Promise<number>;
}

export function createDisk(folder: string): Disk {
  return {
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
  };
}

export function readFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Where the disk of a folder is mounted. */
export function findMountPoint(folder: string): string {
  const { dev } = statSync(folder);
  let mount = folder;
  while (dirname(mount) !== mount && statSync(dirname(mount)).dev === dev) mount = dirname(mount);
  return mount;
}

export function toMegabytes(bytes: number): string {
  return `${Math.floor(bytes / MEGABYTE)} MB`;
}
