import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import type { ImportMapping } from '@solvane/contract/import-mapping';
import { parse } from 'csv-parse/sync';
import type { SampleFile } from './guess-mapping.ts';
import { ImportRefused } from './import-refused.ts';

const HEAD_BYTES = 256 * 1024;
const SAMPLE_ROWS = 500;

export interface FileIdentity {
  path: string;
  bytes: number;
  modifiedMs: number;
}

export async function identifyFile(path: string): Promise<FileIdentity> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new ImportRefused(`${path} is no file`);
  return { path, bytes: found.size, modifiedMs: Math.round(found.mtimeMs) };
}

export function kindOf(path: string): 'csv' | 'parquet' {
  return /\.parquet$/i.test(path) ? 'parquet' : 'csv';
}

/** Column names of a CSV file and its first rows, as text. */
export async function readCsvHead(
  path: string,
  { delimiter, skipLines }: Pick<ImportMapping['format'], 'delimiter' | 'skipLines'>,
): Promise<SampleFile> {
  const text = await readHead(path);
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .slice(skipLines, skipLines + SAMPLE_ROWS + 1);
  // The last line may be cut by the end of what was read.
  const whole = lines.length > 2 ? lines.slice(0, -1) : lines;
  const [columns = [], ...rows] = parse(whole.join('\n'), {
    delimiter,
    trim: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  }) as string[][];
  return { columns, rows, kind: 'csv', delimiter };
}

export function guessDelimiter(line: string): string {
  const counts = [',', ';', '\t', '|'].map((delimiter) => ({ delimiter, count: line.split(delimiter).length }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).delimiter;
}

export async function readHead(path: string): Promise<string> {
  const file = createReadStream(path);
  const stream = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= HEAD_BYTES) break;
    }
  } finally {
    file.destroy();
  }
  return Buffer.concat(chunks).toString('utf8');
}
