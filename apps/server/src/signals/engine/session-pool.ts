import { setTimeout as wait } from 'node:timers/promises';
import { type ChdbResult, drainPending, Session } from 'chdb';
import type { Lane } from '../work-options.ts';
import { LANE_NAMES, type RunRequest } from './frames.ts';
import { LANES } from './lanes.ts';

export interface PoolOptions {
  folder: string;
  /** What all statements together may hold. */
  memoryBytes: number;
  /** Inserts are refused while the disk has less room than this, so that reading and merging go on. */
  minFreeBytes: number;
  /** Backups may be written to and read from here only. */
  backupFolders: readonly string[];
}

/** The longest pause of work in the background, so that it goes on under any load. */
const LONGEST_PAUSE_MS = 250;

/** The engine found its own state broken and answers nothing any more; only a new process helps. */
export const ENGINE_ABORTED = /shutting down due to a fatal error/;

interface Statement {
  tag: string;
  request: RunRequest;
  state: 'waiting' | 'running' | 'ended';
  resolve(result: ChdbResult): void;
  reject(error: unknown): void;
}

export interface RunningStatement {
  result: Promise<ChdbResult>;
  /** Ends the statement early, wherever it is; its result then rejects. */
  cancel(): void;
}

/** The engine's data folder, opened once, with a fixed number of sessions. */
export class SessionPool {
  readonly engineVersion: string;
  /** Nanoseconds of the engine's clock. */
  readonly startedAt: string;
  readonly #idle: Record<Lane, Session[]> = { interactive: [], ingest: [], background: [] };
  readonly #waiting: Record<Lane, Statement[]> = { interactive: [], ingest: [], background: [] };
  readonly #running = new Set<Statement>();
  readonly #sessions: Session[] = [];
  readonly #control: Session;
  #statements = 0;
  #isClosing = false;

  /** @throws Error when the folder cannot be opened, for example because another engine holds it */
  constructor(options: PoolOptions) {
    this.#control = this.#open(options, 'interactive');
    this.engineVersion = this.#control.query('select version()', 'TabSeparatedRaw').trim();
    this.startedAt = this.#control.query(`select toUnixTimestamp64Nano(now64(9, 'UTC'))`, 'TabSeparatedRaw').trim();
    for (const lane of LANE_NAMES) {
      for (let n = 0; n < LANES[lane].sessions; n++) this.#idle[lane].push(this.#open(options, lane));
    }
  }

  run(request: RunRequest): RunningStatement {
    const { promise, resolve, reject } = Promise.withResolvers<ChdbResult>();
    const statement: Statement = { tag: `/* solvane ${++this.#statements} */`, request, state: 'waiting', resolve, reject };
    if (this.#isClosing) reject(new Error('The signal engine is closing'));
    else {
      this.#waiting[request.lane].push(statement);
      this.#startNext(request.lane);
    }
    return { result: promise, cancel: () => this.#cancel(statement) };
  }

  /** Waits for running statements, cancels what takes longer, and releases the folder. */
  async close(graceMs: number): Promise<void> {
    this.#isClosing = true;
    for (const lane of LANE_NAMES) for (const statement of [...this.#waiting[lane]]) this.#cancel(statement);
    const graceEndMs = performance.now() + graceMs;
    while (this.#running.size > 0 && performance.now() < graceEndMs) await wait(10);
    for (const statement of this.#running) this.#cancel(statement);
    await drainPending();
    for (const session of this.#sessions) session.close();
    await drainPending();
  }

  #open({ folder, memoryBytes, minFreeBytes, backupFolders }: PoolOptions, lane: Lane): Session {
    const { maxSeconds, threads, priority } = LANES[lane];
    const session = new Session(folder, {
      connectionArgs: [
        '--async_insert=0',
        '--mutations_sync=1',
        '--session_timezone=UTC',
        // Lists of a million series, and imports that reach over decades.
        `--max_query_size=${64 * 1024 * 1024}`,
        '--max_partitions_per_insert_block=0',
        `--max_server_memory_usage=${memoryBytes}`,
        `--max_memory_usage=${Math.floor(memoryBytes * 0.8)}`,
        `--max_bytes_before_external_group_by=${Math.floor(memoryBytes * 0.4)}`,
        `--max_bytes_before_external_sort=${Math.floor(memoryBytes * 0.4)}`,
        `--max_execution_time=${maxSeconds}`,
        `--max_threads=${threads}`,
        `--priority=${priority}`,
        `--low_priority_query_wait_time_ms=${LONGEST_PAUSE_MS}`,
        `--min_free_disk_bytes_to_perform_insert=${minFreeBytes}`,
        ...backupFolders.map((path) => `--backups.allowed_path=${path}`),
      ],
    });
    this.#sessions.push(session);
    return session;
  }

  #startNext(lane: Lane): void {
    const session = this.#idle[lane].pop();
    if (session === undefined) return;
    const statement = this.#waiting[lane].shift();
    if (statement === undefined) {
      this.#idle[lane].push(session);
      return;
    }
    void this.#execute(session, statement).finally(() => {
      this.#idle[lane].push(session);
      this.#startNext(lane);
    });
  }

  async #execute(session: Session, statement: Statement): Promise<void> {
    statement.state = 'running';
    this.#running.add(statement);
    try {
      const { sql, format } = statement.request;
      statement.resolve(await session.queryAsync(`${statement.tag} ${sql}`, { format }));
    } catch (error) {
      statement.reject(error);
      // A session keeps what a failed statement held, its memory included, until its next statement begins.
      await session.queryAsync('select 1').catch(() => undefined);
    } finally {
      statement.state = 'ended';
      this.#running.delete(statement);
    }
  }

  #cancel(statement: Statement): void {
    if (statement.state === 'waiting') {
      const queue = this.#waiting[statement.request.lane];
      queue.splice(queue.indexOf(statement), 1);
      statement.state = 'ended';
      statement.reject(new Error('Cancelled before it began'));
    } else if (statement.state === 'running') {
      // ASYNC: the synchronous form waits for a statement that may itself wait for this thread. A statement that ended meanwhile matches nothing.
      this.#control.queryAsync(`kill query where startsWith(query, '${statement.tag}') async`).catch((error: unknown) => {
        process.stderr.write(`Could not cancel a statement: ${String(error)}\n`);
      });
    }
  }
}
