import { Worker } from 'node:worker_threads';
import type { UploadKind } from '@solvane/contract/uploads/upload-kinds';
import type { UploadRow } from '@solvane/contract/uploads/uploads';
import type { CheckedUpload } from './check-file.ts';
import type { Known, NamedThings } from './known.ts';

export interface CheckTask {
  kind: UploadKind;
  fileName: string;
  content: Uint8Array;
  /** The rows come too, for the review. */
  wantsRows: boolean;
}

export interface RowBlock {
  sheet: string;
  block: number;
  rows: UploadRow[];
}

export type Checked = Omit<CheckedUpload, 'rowsOf'>;

export type CheckMessage = { type: 'names'; names: NamedThings } | ({ type: 'rows' } & RowBlock) | { type: 'checked'; checked: Checked };

export interface CheckOptions {
  /** What is known of the things that the file names. */
  lookUp: (names: NamedThings) => Promise<Known>;
  onRows?: (block: RowBlock) => Promise<void>;
  signal: AbortSignal;
}

const HEAP_MB = 1_024;

/**
 * Reads and judges a file in a thread of its own: 200,000 rows take seconds, and a file made to harm takes all it gets.
 *
 * @throws Error when the thread ends without a result, or the signal aborts
 */
export async function checkUpload(task: CheckTask, { lookUp, onRows, signal }: CheckOptions): Promise<Checked> {
  signal.throwIfAborted();
  const thread = new Worker(new URL('./check-upload.worker.ts', import.meta.url), {
    execArgv: [],
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Checked>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  // One message after the other: blocks of rows are stored as they come.
  let waiting: Promise<void> = Promise.resolve();
  const handle = async (message: CheckMessage): Promise<void> => {
    if (message.type === 'names') thread.postMessage(await lookUp(message.names));
    else if (message.type === 'rows') await onRows?.(message);
    else resolve(message.checked);
  };
  thread.on('message', (message: CheckMessage) => {
    waiting = waiting.then(() => handle(message)).catch(reject);
  });
  thread.once('error', reject);
  thread.once('exit', () => {
    void waiting.then(() => reject(new Error('The thread ended without a result')));
  });
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', stop);
    await thread.terminate();
  }
}
