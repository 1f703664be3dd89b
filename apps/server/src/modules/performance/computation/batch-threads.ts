import { Worker } from 'node:worker_threads';
import { AppError, ERRORS, type ErrorCode } from '@solvane/contract/errors';
import type { StoreReach } from '../../../signals/signals.ts';
import type { BatchResult, BatchRunner, BatchTask, PreviewedSignal, PreviewTask, RegisterSeries } from './batch.ts';
import type { BatchMessage, BatchOrder } from './batch-messages.ts';

export interface BatchThreadsOptions {
  threads: number;
  store: StoreReach;
  register: RegisterSeries;
}

/** A thread computes one batch while it reads or writes another: with a third one history takes as long, and people who read wait longer. */
const BATCHES_PER_THREAD = 2;
/** While one statement writes, so many sites gather for the next one. */
const RECENT_PER_THREAD = 5;
/** A day is made of thousands of short columns that live as long as the day: with more room fewer of them are moved. Twice the room of before was an eighth less work. */
const YOUNG_MEGABYTES = 192;
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
    recentPlaces: threads * RECENT_PER_THREAD,
    run: (task) => (isClosed ? refused() : leastBusy().run(task)),
    preview: (task) => (isClosed ? refused() : leastBusy().preview(task)),
    close: async () => {
      isClosed = true;
      await Promise.all(lanes.map((lane) => lane?.end()));
    },
  };
}

function refused(): Promise<never> {
  return Promise.reject(new AppError('service.unavailable'));
}

interface Running {
  finish(message: BatchMessage): void;
  reject(error: Error): void;
}

class BatchThread {
  isAlive = true;
  readonly #worker: Worker;
  readonly #running = new Map<number, Running>();
  #batches = 0;

  constructor(store: StoreReach, register: RegisterSeries) {
    this.#worker = new Worker(THREAD, {
      workerData: store,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    });
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
    return this.#order(
      (id) => ({ type: 'run', id, task }),
      (message) => (message.type === 'done' ? message.result : undefined),
    );
  }

  preview(task: PreviewTask): Promise<PreviewedSignal[]> {
    return this.#order(
      (id) => ({ type: 'preview', id, task }),
      (message) => (message.type === 'previewed' ? message.signals : undefined),
    );
  }

  #order<T>(orderOf: (id: number) => BatchOrder, answerOf: (message: BatchMessage) => T | undefined): Promise<T> {
    this.#batches += 1;
    const id = this.#batches;
    return new Promise((resolve, reject) => {
      const finish = (message: BatchMessage): void => {
        const answer = answerOf(message);
        if (answer === undefined)
          reject(message.type === 'failed' ? toError(message) : new RangeError(`An answer of type ${message.type}`));
        else resolve(answer);
      };
      this.#running.set(id, { finish, reject });
      this.#tell(orderOf(id));
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
    this.#running.get(id)?.finish(message);
    this.#running.delete(id);
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
