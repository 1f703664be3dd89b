import type { Sheet } from 'read-excel-file/node';
import { runInThread } from '../threads/run-in-thread.ts';
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
  const message = await runInThread<WorkbookMessage>(new URL('./read-workbook.worker.ts', import.meta.url), {
    data: content,
    heapMb: HEAP_MB,
    timeoutMs: TIMEOUT_MS,
  }).catch((error: unknown) => ({ reason: error instanceof Error ? error.message : String(error) }));
  if ('reason' in message) throw new UnreadableWorkbook(message.reason);
  return message.sheets;
}
