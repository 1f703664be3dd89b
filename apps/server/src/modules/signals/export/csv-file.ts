import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Cell } from './workbook-file.ts';

/** Written at once: enough to be fast, short enough that no request waits for it. */
const CHARACTERS_PER_WRITE = 128 * 1024;

/** Writes CSV as the engine does: texts in quotes, a missing value as `\\N`. */
export async function writeCsvFile(path: string, head: readonly string[], rows: AsyncIterable<readonly Cell[]>): Promise<void> {
  await pipeline(Readable.from(toChunks(head, rows)), createWriteStream(path, { mode: 0o600 }));
}

async function* toChunks(head: readonly string[], rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<string> {
  let chunk = toLine(head);
  for await (const row of rows) {
    chunk += toLine(row);
    if (chunk.length < CHARACTERS_PER_WRITE) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

function toLine(cells: readonly Cell[]): string {
  return `${cells.map(toText).join(',')}\n`;
}

function toText(cell: Cell): string {
  if (cell === null) return '\\N';
  if (typeof cell === 'number') return String(cell);
  const text = typeof cell === 'string' ? cell : new Date(cell.localMs).toISOString();
  return `"${text.replaceAll('"', '""')}"`;
}
