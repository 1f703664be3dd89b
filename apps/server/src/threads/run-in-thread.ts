import { Worker } from 'node:worker_threads';

interface ThreadOptions {
  /** Handed to the thread as its `workerData`. */
  data: unknown;
  heapMb: number;
  timeoutMs: number;
}

/**
 * The one message of a thread of its own, for work that would hold the main thread up: a large file takes seconds, and one made to harm takes all it gets.
 *
 * @throws Error that says why there is none
 */
export async function runInThread<T>(file: URL, { data, heapMb, timeoutMs }: ThreadOptions): Promise<T> {
  const thread = new Worker(file, { execArgv: [], workerData: data, resourceLimits: { maxOldGenerationSizeMb: heapMb } });
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(new Error(`it takes longer than ${timeoutMs / 1_000} s to read`)), timeoutMs);
  thread.once('message', resolve);
  thread.once('error', reject);
  thread.once('exit', () => reject(new Error('the thread ended')));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}
