import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessMemory {
  /** The name of the program: node for the server, else that of the engine. */
  name: string;
  /** Proportional set size: pages that several processes share count once. */
  bytes: number;
  /** Part of it: pages of programs and files, which the operating system takes back when it needs them. */
  fileBytes: number;
}

/** What a process and all that it started hold in memory. Linux only. */
export function readMemory(pid: number): ProcessMemory[] {
  return familyOf(pid).flatMap((each) => {
    try {
      const sizes = readFileSync(`/proc/${each}/smaps_rollup`, 'utf8');
      return [{ name: nameOf(each), bytes: sizeOf(sizes, 'Pss'), fileBytes: sizeOf(sizes, 'Pss_File') }];
    } catch {
      // It has ended since.
      return [];
    }
  });
}

function sizeOf(sizes: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(sizes)?.[1]) * 1024;
}

export function sumMemory(processes: readonly ProcessMemory[]): number {
  return processes.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** A process and all that it started. */
export function familyOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    try {
      return readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
    } catch {
      return [];
    }
  });
  return [pid, ...children.flatMap(familyOf)];
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
