import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessMemory {
  /** The name of the program: node for the server, else that of the engine. */
  name: string;
  /** Proportional set size: pages that several processes share count once. */
  bytes: number;
}

/** What a process and all that it started hold in memory. Linux only. */
export function readMemory(pid: number): ProcessMemory[] {
  return [pid, ...descendantsOf(pid)].flatMap((each) => {
    try {
      const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${each}/smaps_rollup`, 'utf8'))?.[1];
      return [{ name: nameOf(each), bytes: Number(kilobytes) * 1024 }];
    } catch {
      // It has ended since.
      return [];
    }
  });
}

export function sumMemory(processes: readonly ProcessMemory[]): number {
  return processes.reduce((sum, { bytes }) => sum + bytes, 0);
}

function descendantsOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    try {
      return readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
    } catch {
      return [];
    }
  });
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

function nameOf(pid: number): string {
  const parts = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  const script = parts.find((part) => /\.[cm]?[jt]s$/.test(part));
  return (
    (script ?? parts[0] ?? '')
      .split('/')
      .at(-1)
      ?.replace(/\.[cm]?[jt]s$/, '') ?? ''
  );
}
