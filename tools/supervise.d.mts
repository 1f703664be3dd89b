import type { ChildProcess } from 'node:child_process';

interface SuperviseOptions {
  /** A process that fails sooner would fail again at once, and is not run again. */
  shortestRunMs: number;
  report: (line: string) => void;
}

interface Supervised {
  /** Sends a signal to the process that runs by now. */
  kill(signal: NodeJS.Signals): void;
  /** Exit code of the last run. */
  ended: Promise<number>;
}

/** Runs a process, and runs it again after a failure that a new one can go on from. */
export function supervise(start: () => ChildProcess, options: SuperviseOptions): Supervised;
