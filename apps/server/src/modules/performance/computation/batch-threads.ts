import { Worker } from 'node:worker_threads';
import { AppError, ERRORS, type ErrorCode } from '@solvane/contract/errors';
import type { BatchResult, BatchRunner, BatchTask, RegisterSeries } from './batch.ts';
import type { BatchMessage, BatchOrder, ThreadStore } from './batch-messages.ts';

export interface BatchThreadsOptions {
  threads: number;
  store: ThreadStore;
  register: RegisterSeries;
}

/** A thread computes one batch while it reads one and writes another. */
const BATCHES_PER_THREAD = 3;
const THREAD = new URL('./batch.worker.ts', import.meta.url);

/** Threads that compute. One that dies takes its batches along, which fail and are done again, and a new one takes its place. */
export function openBatchThreads({ threads, store, register }: BatchThreadsOptions): BatchRunner {
  const lanes: (BatchThread | undefined)[] = new Array(threads).fill(undefined);
  let isClosed = false;
  const leastBusy = (): BatchThread => {
    let best: BatchThread | undefined;
    for (const [i, lane] of lanes.entries()) {
      const thread = lane?.isAlive ? lane : new BatchThread(store, register);
      lanes[i] = thread;
      if (!best || thread.load < best.load) best = thread;
    }
    if (!best) throw new RangeError('Nobody computes: there is no thread');
    return best;
  };
  return {
    places: threads * BATCHES_PER_THREAD,
    run: (task) => {
      if (isClosed) return Promise.reject(new AppError('service.unavailable'));
      return leastBusy().run(task);
    },
    close: async () => {
      isClosed = true;
      await Promise.all(lanes.map((lane) => lane?.end()));
    },
  };
}

interface Running {
  resolve(result: BatchResult): void;
  reject(error: Error): void;
}

class BatchThread {
  isAlive = true;
  readonly #worker: Worker;
  readonly #running = new Map<number, Running>();
  #batches = 0;

  constructor(store: ThreadStore, register: RegisterSeries) {
    this.#worker = new Worker(THREAD, { workerData: store, execArgv: [] });
    this.#worker.unref();
    let failure: Error | undefined;
    this.#worker.on('error', (error) => {
      failure = error instanceof Error ? error : new Error(String(error));
    });
    this.#worker.once('exit', () => {
      this.isAlive = false;
      const cause = failure ?? new Error('The thread ended');
      for (const { reject } of this.#running.values()) reject(new AppError('service.unavailable', { cause }));
      this.#running.clear();
    });
    this.#worker.on('message', (message: BatchMessage) => this.#hear(message, register));
  }

  get load(): number {
    return this.#running.size;
  }

  run(task: BatchTask): Promise<BatchResult> {
    this.#batches += 1;
    const id = this.#batches;
    return new Promise((resolve, reject) => {
      this.#running.set(id, { resolve, reject });
      this.#tell({ type: 'run', id, task });
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #hear(message: BatchMessage, register: RegisterSeries): void {
    const { id } = message;
    if (message.type === 'register') {
      register(message.keys).then(
        (numbers) => this.#tell({ type: 'registered', id, numbers }),
        (error: unknown) => this.#tell({ type: 'refused', id, message: String(error) }),
      );
      return;
    }
    const running = this.#running.get(id);
    this.#running.delete(id);
    if (message.type === 'done') running?.resolve(message.result);
    else running?.reject(toError(message));
  }

  #tell(order: BatchOrder): void {
    this.#worker.postMessage(order);
  }
}

function toError({ message, code }: Extract<BatchMessage, { type: 'failed' }>): Error {
  return code !== undefined && isErrorCode(code) ? new AppError(code, { detail: { message } }) : new Error(message);
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}
