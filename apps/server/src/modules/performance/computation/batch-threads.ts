import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { AppError, ERRORS, type ErrorCode } from '@solvane/contract/errors';
import { memoryShare } from '../../../memory.ts';
import type { StoreReach } from '../../../signals/signals.ts';
import type {
  BatchResult,
  BatchRunner,
  BatchTask,
  Comparison,
  ComparisonTask,
  PreviewedSignal,
  PreviewTask,
  RegisterSeries,
} from './batch.ts';
import type { BatchMessage, BatchOrder } from './batch-messages.ts';

export interface BatchThreadsOptions {
  threads: number;
  /** How many there may be as things are, for batches of many days. Default: no more. */
  mostThreads?: (() => number) | undefined;
  /** Whether a user is there who needs the machine. Default: none. */
  isAnybodyHere?: (() => boolean) | undefined;
  store: StoreReach;
  register: RegisterSeries;
}

/**
 * A thread computes one batch while it reads or writes another: with a third one history takes as long, and people who read wait longer. Where a user
 * reads, a thread has one: history takes a fifth longer, and nine of ten who read wait a fifth less.
 */
const BATCHES_PER_THREAD = 2;
/** While one statement writes, so many sites gather for the next one. */
const RECENT_PER_THREAD = 5;
/** For fewer days a thread is not begun: it would compute them slower than one that has done so before. */
const WORTH_A_THREAD = 10;
const REST_MS = 60_000;
/** History leaves some 300 MB in a thread, which days of now do not need: one begins again for them, once. */
const REST_AFTER_HISTORY_MS = 15_000;
/** A day is made of thousands of short columns that live as long as the day: with more room fewer of them are moved. Twice the room of before was an eighth less work. */
const YOUNG_MEGABYTES = 192;
/**
 * How large memory outside the heap may become before all of it is collected depends on how large the whole is. By default every 64 MB are a reason, so that
 * a batch of two months is two full collections; after each of them, functions are compiled again that nothing holds between two days.
 */
const COLLECT_BY_WHOLE = '--external-memory-accounted-in-global-limit';
const THREAD = new URL('./batch.worker.ts', import.meta.url);

/**
 * Threads that compute. Each begins with the first batch that meets none without work; one too many, or one that has computed history, ends when it has had
 * nothing to do for a while. One that dies takes its batches along, which fail and are done again, and a new one takes its place.
 */
export function openBatchThreads({
  threads,
  mostThreads = () => threads,
  isAnybodyHere = () => false,
  store,
  register,
}: BatchThreadsOptions): BatchRunner {
  setFlagsFromString(COLLECT_BY_WHOLE);
  const isSmall = memoryShare() < 1;
  // What a thread that rests still holds, a small machine needs for others; beginning one takes a second.
  const keptThreads = isSmall ? 0 : threads;
  const lanes: BatchThread[] = [];
  let isClosed = false;
  const forget = (lane: BatchThread): void => {
    const at = lanes.indexOf(lane);
    if (at >= 0) lanes.splice(at, 1);
  };
  const begin = (): BatchThread => {
    const lane: BatchThread = new BatchThread({
      store,
      register,
      onRest: () => void ((lanes.length > keptThreads || lane.hasComputedHistory) && lane.end()),
      onEnd: () => forget(lane),
    });
    lanes.push(lane);
    return lane;
  };
  const laneFor = (task: BatchTask): BatchThread => {
    const most = isHistory(task) ? Math.max(threads, mostThreads()) : threads;
    const leastBusy = lanes
      .slice(0, most)
      .reduce<BatchThread | undefined>((best, lane) => (best && best.load <= lane.load ? best : lane), undefined);
    return leastBusy && (leastBusy.load === 0 || lanes.length >= most) ? leastBusy : begin();
  };
  return {
    get places() {
      return Math.max(threads, mostThreads()) * (isAnybodyHere() || isSmall ? 1 : BATCHES_PER_THREAD);
    },
    get recentPlaces() {
      // What history leaves, days of now take.
      return threads * (isAnybodyHere() ? RECENT_PER_THREAD + BATCHES_PER_THREAD - 1 : RECENT_PER_THREAD);
    },
    run: (task) => (isClosed ? refused() : laneFor(task).run(task)),
    preview: (task) => (isClosed ? refused() : laneFor(task.task).preview(task)),
    compare: (task) => (isClosed ? refused() : laneFor(task.task).compare(task)),
    close: async () => {
      isClosed = true;
      await Promise.all([...lanes].map((lane) => lane.end()));
    },
  };
}

function isHistory({ days }: BatchTask): boolean {
  return days.length >= WORTH_A_THREAD;
}

function refused(): Promise<never> {
  return Promise.reject(new AppError('service.unavailable'));
}

interface Running {
  finish(message: BatchMessage): void;
  reject(error: Error): void;
}

interface BatchThreadOptions extends Pick<BatchThreadsOptions, 'store' | 'register'> {
  /** It has had nothing to do for a while. */
  onRest: () => void;
  /** It takes no more batches. */
  onEnd: () => void;
}

class BatchThread {
  readonly #worker: Worker;
  readonly #running = new Map<number, Running>();
  #batches = 0;
  #hasComputedHistory = false;
  #rest: NodeJS.Timeout | undefined;
  readonly #onRest: () => void;
  readonly #onEnd: () => void;

  constructor({ store, register, onRest, onEnd }: BatchThreadOptions) {
    this.#onRest = onRest;
    this.#onEnd = onEnd;
    this.#worker = new Worker(THREAD, {
      workerData: store,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES * memoryShare() },
    });
    this.#worker.unref();
    let failure: Error | undefined;
    this.#worker.on('error', (error) => {
      failure = error instanceof Error ? error : new Error(String(error));
    });
    this.#worker.once('exit', () => {
      onEnd();
      const cause = failure ?? new Error('The thread ended');
      for (const { reject } of this.#running.values()) reject(new AppError('service.unavailable', { cause }));
      this.#running.clear();
    });
    this.#worker.on('message', (message: BatchMessage) => this.#hear(message, register));
  }

  get load(): number {
    return this.#running.size;
  }

  get hasComputedHistory(): boolean {
    return this.#hasComputedHistory;
  }

  run(task: BatchTask): Promise<BatchResult> {
    if (isHistory(task)) this.#hasComputedHistory = true;
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

  compare(task: ComparisonTask): Promise<Comparison> {
    return this.#order(
      (id) => ({ type: 'compare', id, task }),
      (message) => (message.type === 'compared' ? message.comparison : undefined),
    );
  }

  #order<T>(orderOf: (id: number) => BatchOrder, answerOf: (message: BatchMessage) => T | undefined): Promise<T> {
    clearTimeout(this.#rest);
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
    clearTimeout(this.#rest);
    this.#onEnd();
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
    if (this.load > 0) return;
    this.#rest = setTimeout(this.#onRest, this.#hasComputedHistory ? REST_AFTER_HISTORY_MS : REST_MS).unref();
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
