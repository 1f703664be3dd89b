import { basename } from 'node:path';
import type { MappingDraft } from '@solvane/contract/data-import';
import type { SignalFiles } from '../../../../signals/signal-files.ts';
import { ImportRefused, refuseUnreadable } from '../import-refused.ts';
import { findLargestSheet, kindOf, type PlainFile, usePlainFile } from '../plain-file.ts';
import { readHead } from '../source-file.ts';
import type { FileGuess } from './file-guess.ts';
import { guessTable } from './guess-table.ts';
import { readTableHead, type TableHead } from './table-head.ts';

type Signals = Pick<SignalFiles, 'useUnknownTable' | 'readParquetHead'>;

const SAMPLE_LINES = 600;

/**
 * A first mapping for a file, with what cannot be known from it. Segments are left empty. What needs every row is read by the engine.
 *
 * @param name - name of the file, where it is not the path's
 * @throws ImportRefused for what is no table with times, with the way to mend it
 */
export async function guessFile(signals: Signals, path: string, name = basename(path)): Promise<FileGuess> {
  const kind = kindOf(path);
  const encoding = kind === 'csv' ? guessEncoding(await readHead(path), name) : 'utf-8';
  const sheet = kind === 'xlsx' ? await findLargestSheet(path) : undefined;
  const head = await usePlainFile(path, { kind, encoding, sheet, delimiter: ',' }, (plain) => readHeadOf(signals, plain, name));
  return usePlainFile(path, { kind, encoding, sheet, delimiter: head.delimiter }, async (plain) => {
    const format: MappingDraft['format'] = {
      kind,
      ...(kind === 'csv' ? { delimiter: head.delimiter } : {}),
      ...(encoding === 'utf-8' ? {} : { encoding }),
      ...(sheet === undefined ? {} : { sheet }),
      ...(head.skipLines === 0 ? {} : { skipLines: head.skipLines }),
      ...(head.headerLines === 1 || kind === 'parquet' ? {} : { headerLines: head.headerLines }),
    };
    const table = { ...plain, linesAbove: head.skipLines + head.headerLines, columns: head.columns };
    return signals.useUnknownTable(table, (file) => guessTable(file, { head, format, name }));
  }).catch(refuseUnreadable(name));
}

async function readHeadOf(signals: Signals, plain: PlainFile, name: string): Promise<TableHead> {
  if (plain.kind === 'parquet') {
    const { columns, rows } = await signals.readParquetHead(plain.path).catch(refuseUnreadable(plain.path));
    return { columns, rows, units: [], delimiter: ',', skipLines: 0, headerLines: 1, above: '' };
  }
  const lines = (await readHead(plain.path))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/);
  // The last line may be cut by the end of what was read.
  const whole = lines.length > 2 ? lines.slice(0, -1) : lines;
  const head = readTableHead(whole.slice(0, SAMPLE_LINES));
  if (head) return head;
  throw new ImportRefused(
    `${name} is no table: its lines have no common number of cells between commas, semicolons, tabs or bars. Save it as CSV with one line per time.`,
  );
}

/** @throws ImportRefused for what is no text */
function guessEncoding(head: Buffer, name: string): 'utf-8' | 'windows-1252' | 'utf-16' {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16';
  if (head.includes(0)) throw new ImportRefused(`${name} is no text. CSV, XLSX and Parquet can be read.`);
  try {
    // A character may be cut by the end of what was read.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}
