import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { FULL_BYTES } from '../../db/disk.ts';
import { memoryLimit, memoryShare } from '../../memory.ts';
import type { EngineChildMessage, EngineChildOptions, SupervisorMessage } from './engine-child.ts';
import { POOL_THREADS } from './lanes.ts';
import { engineSocketPath } from './socket-path.ts';

export interface EngineLog {
  info(detail: object, message: string): void;
  warn(detail: object, message: string): void;
  error(detail: object, message: string): void;
}

export interface SupervisorOptions {
  /** SOLVANE_DATA: the engine keeps its files in `signals` below it. */
  dataFolder: string;
  log: EngineLog;
  /** Default: half of what the machine, or the container, has. */
  memoryBytes?: number;
  /** Inserts are refused with `storage.full` while the disk has less room than this. Default: 256 MB. */
  minFreeBytes?: number;
  /** How long to wait for another engine to let go of the folder: one whose supervisor was killed ends soon. Default: 10 s. */
  lockTimeoutMs?: number;
  /** Folders beside `<dataFolder>/backups` that backups may be written to. */
  backupFolders?: readonly string[];
}

export interface EngineStatus {
  state: 'stopped' | 'starting' | 'ready' | 'waiting';
  /** Crashes since the start. */
  crashes: number;
  engineVersion: string | undefined;
  pid: number | undefined;
}

const MEGABYTE = 1024 * 1024;
/** Twelve sites were computed and read with so much. */
const LEAST_BYTES = 320 * MEGABYTE;
const FIRST_DELAY_MS = 50;
const LONGEST_DELAY_MS = 30_000;
/**
 * How the engine's allocator (jemalloc) treats memory that is free again: kept for half a minute, not five seconds, as the next statement mostly wants as
 * much. Half of the page faults of an import, and a sixth of the engine's processor time, go with it.
 */
const ALLOCATOR = 'dirty_decay_ms:30000';
/** An engine that ran this long was healthy: the next crash begins with a short delay again. */
const HEALTHY_AFTER_MS = 60_000;
const CLOSE_TIMEOUT_MS = 20_000;
const LISTED_LINES = 20;

/** Runs the engine's process: starts it, starts it again after a crash with growing delays, closes it in good order. */
export class EngineSupervisor {
  readonly socketPath: string;
  readonly #options: SupervisorOptions;
  #child: ChildProcess | undefined;
  #state: EngineStatus['state'] = 'stopped';
  #engineVersion: string | undefined;
  #crashes = 0;
  #delayMs = FIRST_DELAY_MS;
  #timer: NodeJS.Timeout | undefined;
  #isClosing = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.socketPath = engineSocketPath(options.dataFolder);
  }

  get status(): EngineStatus {
    return { state: this.#state, crashes: this.#crashes, engineVersion: this.#engineVersion, pid: this.#child?.pid };
  }

  /**
   * Resolves when the engine answers.
   *
   * @throws Error when it cannot open its folder: nothing is retried before the first success, so that a wrong set-up is seen at once
   */
  async start(): Promise<void> {
    if (this.#state !== 'stopped') throw new RangeError('The engine is started already');
    await this.#spawn();
  }

  /** Lets running statements end, then the process. A process that does not end is killed: what it acknowledged is on disk. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#timer);
    this.#state = 'stopped';
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    const message: SupervisorMessage = { type: 'close' };
    child.send(message, () => undefined);
    const killTimer = setTimeout(() => child.kill('SIGKILL'), CLOSE_TIMEOUT_MS);
    await exit;
    clearTimeout(killTimer);
  }

  async #spawn(): Promise<void> {
    this.#state = 'starting';
    const child = this.#fork();
    this.#child = child;
    const startedMs = performance.now();
    const lastLines = this.#logOutput(child);
    await new Promise<void>((ready, failed) => {
      let reason: string | undefined;
      child.on('message', (message: EngineChildMessage) => {
        if (message.type === 'failed') reason = message.message;
        else {
          this.#state = 'ready';
          this.#engineVersion = message.engineVersion;
          ready();
        }
      });
      child.on('error', failed);
      child.on('exit', (code, signal) => {
        const wasReady = this.#state === 'ready' && !this.#isClosing;
        const words = [reason, ...lastLines].filter((line) => line !== undefined).join('\n');
        failed(new Error(`The signal engine did not start (${signal ?? code}): ${words}`));
        if (wasReady) this.#recover({ code, signal, lastLines, ranMs: performance.now() - startedMs });
      });
    }).catch((error: unknown) => {
      this.#state = 'stopped';
      throw error;
    });
  }

  #recover({ code, signal, lastLines, ranMs }: { code: number | null; signal: string | null; lastLines: string[]; ranMs: number }): void {
    this.#crashes++;
    if (ranMs > HEALTHY_AFTER_MS) this.#delayMs = FIRST_DELAY_MS;
    this.#options.log.error({ code, signal, lastLines, restartInMs: this.#delayMs }, 'The signal engine crashed');
    this.#restartLater();
  }

  #restartLater(): void {
    this.#state = 'waiting';
    this.#timer = setTimeout(() => {
      this.#spawn().catch((error: unknown) => {
        if (this.#isClosing) return;
        this.#options.log.error({ err: error, restartInMs: this.#delayMs }, 'The signal engine did not start again');
        this.#restartLater();
      });
    }, this.#delayMs);
    this.#delayMs = Math.min(this.#delayMs * 2, LONGEST_DELAY_MS);
  }

  #fork(): ChildProcess {
    const { dataFolder, memoryBytes, minFreeBytes = FULL_BYTES, lockTimeoutMs = 10_000, backupFolders = [] } = this.#options;
    const options: EngineChildOptions = {
      folder: join(resolve(dataFolder), 'signals'),
      socketPath: this.socketPath,
      memoryBytes: memoryBytes ?? defaultMemoryBytes(),
      minFreeBytes,
      lockTimeoutMs,
      backupFolders: [join(resolve(dataFolder), 'backups'), ...backupFolders.map((folder) => resolve(folder))],
    };
    return fork(join(import.meta.dirname, 'engine-child.ts'), [JSON.stringify(options)], {
      execArgv: ['--max-old-space-size=512'],
      env: { JE_MALLOC_CONF: ALLOCATOR, ...process.env, UV_THREADPOOL_SIZE: String(POOL_THREADS), NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
  }

  /** The engine's own lines go to the log; the last ones explain a crash. */
  #logOutput(child: ChildProcess): string[] {
    const lines: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        if (line.trim() === '') return;
        lines.push(line);
        if (lines.length > LISTED_LINES) lines.shift();
        this.#options.log.warn({ line }, 'Signal engine');
      });
    }
    return lines;
  }
}

function defaultMemoryBytes(): number {
  const limit = memoryLimit();
  // On a small machine the processes that serve and compute need more than half.
  return Math.max(LEAST_BYTES, Math.floor(memoryShare(limit) < 1 ? limit / 3 : limit / 2));
}
