import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import type { ImportMapping } from '@solvane/contract/import-mapping';
import { parse } from 'csv-parse/sync';
import type { TableSample } from '../../../signals/text-table.ts';
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

/** Column names of a CSV file and its first rows, as text. A column without a name is called by its position. */
export async function readTableSample(
  path: string,
  { delimiter, skipLines, headerLines }: Pick<ImportMapping['format'], 'delimiter' | 'skipLines' | 'headerLines'>,
): Promise<TableSample> {
  const text = (await readHead(path)).toString('utf8');
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .slice(skipLines, skipLines + headerLines + SAMPLE_ROWS + 1);
  // The last line may be cut by the end of what was read.
  const whole = lines.length > headerLines + 1 ? lines.slice(0, -1) : lines;
  const head = readCells(whole.slice(0, headerLines), delimiter)[0] ?? [];
  const rows = readCells(whole.slice(headerLines), delimiter).filter((row) => row.some((cell) => cell !== ''));
  const columns = nameColumns(head, Math.max(head.length, rows[0]?.length ?? 0));
  return { columns, rows };
}

/** Names as a mapping has to write them: each once, none empty. */
export function nameColumns(names: readonly string[], width: number): string[] {
  const taken = new Set<string>();
  return Array.from({ length: width }, (_, index) => {
    const name = names[index]?.trim() || `column ${index + 1}`;
    let unique = name;
    for (let count = 2; taken.has(unique); count++) unique = `${name} (${count})`;
    taken.add(unique);
    return unique;
  });
}

/** Cells of lines of CSV; each line by itself, so that a line of text above a table costs nothing. */
export function readCells(lines: readonly string[], delimiter: string): string[][] {
  return lines.map((line) => {
    try {
      // Without a named line end it looks for one behind each character.
      const options = { delimiter, record_delimiter: '\n', trim: true, relax_column_count: true, relax_quotes: true };
      return (parse(line, options) as string[][])[0] ?? [];
    } catch {
      // Quotes that another mark than this one ends.
      return line.split(delimiter);
    }
  });
}

/** Bytes of the beginning of a file, unpacked. */
export async function readHead(path: string): Promise<Buffer> {
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
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new ImportRefused(`${path} is not packed with gzip as its name says.`);
    throw error;
  } finally {
    file.destroy();
  }
  return Buffer.concat(chunks);
}
