import { readSync } from 'node:fs';
import { AppError } from '@solvane/contract/errors';
import { LIMITS } from '@solvane/contract/limits';
import { parse } from 'csv-parse/sync';
import { tooManySeries } from '../series-limit.ts';

const LARGEST_HEADER_BYTES = 4 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;
const NEW_LINE = 10;
const COMMA = 44;

/**
 * Names of the columns of a CSV file.
 *
 * @param file - descriptor, read from its beginning
 * @throws AppError request.malformed, ingest.tooManySeries
 */
export function readCsvHeader(file: number): string[] {
  const line = readFirstLine(file);
  // Counted before they are taken apart: one of them is the time.
  if (countOf(line, COMMA) > LIMITS.ingestSeries) throw tooManySeries();
  try {
    const text = line.toString().replace(/^\uFEFF/, '');
    const [header] = parse(text, { trim: true, relax_column_count: true }) as string[][];
    if (header) return header;
  } catch (cause) {
    throw new AppError('request.malformed', { cause });
  }
  throw new AppError('request.malformed');
}

function readFirstLine(file: number): Buffer {
  const bytes = Buffer.allocUnsafe(LARGEST_HEADER_BYTES);
  for (let filled = 0; filled < bytes.length; ) {
    const count = readSync(file, bytes, filled, Math.min(CHUNK_BYTES, bytes.length - filled), null);
    const end = bytes.subarray(0, filled + count).indexOf(NEW_LINE, filled);
    filled += count;
    if (end >= 0 || count === 0) return bytes.subarray(0, end >= 0 ? end : filled);
  }
  throw new AppError('request.malformed');
}

function countOf(bytes: Buffer, wanted: number): number {
  let count = 0;
  for (const byte of bytes) if (byte === wanted) count += 1;
  return count;
}
