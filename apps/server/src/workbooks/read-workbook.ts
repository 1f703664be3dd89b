import { Worker } from 'node:worker_threads';
import type { Sheet } from 'read-excel-file/node';
import { unpackedBytes } from './zip-directory.ts';

/** Its directory of packed parts says how long each is unpacked. */
const LARGEST_UNPACKED_BYTES = 256 * 1024 * 1024;
const HEAP_MB = 768;
const TIMEOUT_MS = 60_000;

export type WorkbookMessage = { sheets: Sheet[] } | { reason: string };

/** A workbook that cannot be read, or not within its bounds. */
export class UnreadableWorkbook extends Error {
  override readonly name = 'UnreadableWorkbook';
}

/**
 * The sheets of a workbook, read in a thread of its own: a large one takes seconds, and one made to harm takes all it gets.
 *
 * @throws UnreadableWorkbook
 */
export async function readWorkbook(content: Uint8Array): Promise<Sheet[]> {
  if (unpackedBytes(content) > LARGEST_UNPACKED_BYTES) throw new UnreadableWorkbook('it is larger than 256 MB when it is unpacked');
  const thread = new Worker(new URL('./read-workbook.worker.ts', import.meta.url), {
    execArgv: [],
    workerData: content,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  try {
    return await answerOf(thread);
  } finally {
    await thread.terminate();
  }
}

function answerOf(thread: Worker): Promise<Sheet[]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new UnreadableWorkbook('it takes longer than a minute to read')), TIMEOUT_MS);
    const refuse = (reason: string): void => {
      clearTimeout(timer);
      reject(new UnreadableWorkbook(reason));
    };
    thread.once('message', (message: WorkbookMessage) => {
      clearTimeout(timer);
      if ('sheets' in message) resolve(message.sheets);
      else refuse(message.reason);
    });
    thread.once('error', (error: unknown) => refuse(error instanceof Error ? error.message : String(error)));
    thread.once('exit', () => refuse('the thread ended'));
  });
}
