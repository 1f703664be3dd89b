import { statfs } from 'node:fs/promises';

export interface DiskSpace {
  /** What this process may still write, in bytes. */
  freeBytes: number;
  /** Part of it that bodies and files of users leave alone, so that the databases can go on. */
  reserveBytes: number;
}

const LARGEST_RESERVE_BYTES = 1024 ** 3;
const RESERVE_SHARE = 0.05;

/** Space of the disk that a folder lies on. @throws Error where the folder does not exist */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, reserveBytes: Math.min(LARGEST_RESERVE_BYTES, blocks * bsize * RESERVE_SHARE) };
}
