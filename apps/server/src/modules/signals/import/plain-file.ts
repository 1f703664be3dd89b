import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ImportMapping } from '@solvane/contract/import-mapping';
import { LIMITS } from '@solvane/contract/limits';
import type { CellValue, Row } from 'read-excel-file/node';
import { readWorkbook as readSheets } from '../../../workbooks/read-workbook.ts';
import { ImportRefused } from './import-refused.ts';

type Format = Pick<ImportMapping['format'], 'kind' | 'delimiter' | 'encoding' | 'sheet'>;

/** What the engine can read: UTF-8 text with a delimiter, plain or packed, or Parquet. */
export interface PlainFile {
  path: string;
  kind: 'csv' | 'parquet';
  delimiter: string;
}

/** A workbook is read as a whole; above this its rows take more memory than they are worth. */
const LARGEST_WORKBOOK = 50 * 1024 * 1024;
/** Deflate packs no better than this. */
const LARGEST_RATIO_OF_GZIP = 1_032;
/** Measurements pack to a tenth, seldom to a fiftieth. */
const PLAUSIBLE_RATIO = 200;
/** The engine's CSV takes any mark between cells but the tab. */
const TAB_REPLACEMENT = '\u0001';
const OTHER_KINDS: Record<string, string> = {
  xls: 'is a workbook of the old kind. Save it as .xlsx or as CSV',
  xlsb: 'is a binary workbook. Save it as .xlsx or as CSV',
  ods: 'is an OpenDocument sheet. Save it as .xlsx or as CSV',
  zip: 'is packed with ZIP. Unpack it; .gz can stay packed',
  json: 'is JSON. Write it as CSV, or send it to POST /api/ingest/points',
  pdf: 'is a PDF. Ask for the data as CSV',
};

/** @throws ImportRefused for endings of files that cannot be read, with what to do instead */
export function kindOf(path: string): 'csv' | 'parquet' | 'xlsx' {
  const ending = /\.([^./\\]+)$/.exec(path.replace(/\.gz$/i, ''))?.[1]?.toLowerCase() ?? '';
  const hint = OTHER_KINDS[ending];
  if (hint !== undefined) throw new ImportRefused(`${path} ${hint}.`);
  if (ending === 'xlsx' || ending === 'xlsm') return 'xlsx';
  return ending === 'parquet' ? 'parquet' : 'csv';
}

/** A workbook, a text of another encoding or with tabs is copied for as long as the work takes; lines keep their numbers. */
export async function usePlainFile<T>(path: string, format: Format, work: (file: PlainFile) => Promise<T>): Promise<T> {
  const kind = format.kind ?? kindOf(path);
  if (kind === 'parquet') return work({ path, kind, delimiter: format.delimiter });
  const isTabbed = kind === 'csv' && format.delimiter === '\t';
  if (kind === 'csv' && format.encoding === 'utf-8' && !isTabbed) {
    if (path.endsWith('.gz')) await assertNoBomb(path);
    return work({ path, kind, delimiter: format.delimiter });
  }
  const copy = join(tmpdir(), `solvane-${randomUUID()}.csv`);
  try {
    if (kind === 'xlsx') await writeFile(copy, (await readSheet(path, format.sheet)).join('\n'), { mode: 0o600 });
    else await decode(path, copy, { encoding: format.encoding, isTabbed });
    return await work({ path: copy, kind: 'csv', delimiter: kind === 'xlsx' ? ',' : isTabbed ? TAB_REPLACEMENT : format.delimiter });
  } finally {
    await rm(copy, { force: true });
  }
}

/** The engine unpacks by itself and without an end: a small file that becomes a disk full of text is none that a logger wrote. */
async function assertNoBomb(path: string): Promise<void> {
  const packed = (await stat(path)).size;
  if (packed * LARGEST_RATIO_OF_GZIP <= LIMITS.ingestTableBytes) return;
  const most = Math.max(LIMITS.ingestTableBytes, packed * PLAUSIBLE_RATIO);
  let bytes = 0;
  const count = new Writable({
    write: (chunk: Buffer, _, done) => {
      bytes += chunk.length;
      done(bytes > most ? new ImportRefused(`${path} becomes more than ${PLAUSIBLE_RATIO} times as large when it is unpacked.`) : null);
    },
  });
  await pipeline(createReadStream(path), createGunzip(), count).catch((error: unknown) => {
    // What is broken is refused by the engine, which names the line.
    if (error instanceof ImportRefused) throw error;
  });
}

async function decode(path: string, copy: string, { encoding, isTabbed }: { encoding: string; isTabbed: boolean }): Promise<void> {
  const decoder = new TextDecoder(encoding === 'utf-16' ? 'utf-16le' : encoding);
  const marked = (text: string): string => (isTabbed ? text.replaceAll('\t', TAB_REPLACEMENT) : text);
  let bytes = 0;
  const toUtf8 = new Transform({
    transform: (chunk: Buffer, _, done) => {
      bytes += chunk.length;
      if (bytes > LIMITS.ingestTableBytes) done(new ImportRefused(`${path} is larger than 1 GB when it is unpacked. Import it in parts.`));
      else done(null, marked(decoder.decode(chunk, { stream: true })));
    },
    flush: (done) => done(null, marked(decoder.decode())),
  });
  const source = createReadStream(path);
  const target = createWriteStream(copy, { mode: 0o600 });
  await (path.endsWith('.gz') ? pipeline(source, createGunzip(), toUtf8, target) : pipeline(source, toUtf8, target));
}

/** The sheet with most rows: the others explain it. */
export async function findLargestSheet(path: string): Promise<string | undefined> {
  const sheets = await readWorkbook(path);
  return sheets.reduce<(typeof sheets)[number] | undefined>(
    (largest, next) => (largest && largest.data.length >= next.data.length ? largest : next),
    undefined,
  )?.sheet;
}

/** One line of CSV per row, so that line numbers are those of the sheet. */
async function readSheet(path: string, wanted: string | undefined): Promise<string[]> {
  const sheets = await readWorkbook(path);
  const sheet = wanted === undefined ? sheets[0] : sheets.find(({ sheet: name }) => name === wanted);
  if (!sheet) throw new ImportRefused(`${path} has no sheet ${wanted ?? ''}. It has ${sheets.map(({ sheet: name }) => name).join(', ')}.`);
  const width = Math.max(0, ...sheet.data.map((row) => row.length));
  return sheet.data.map((row) => Array.from({ length: width }, (_, index) => quotedCell(textOf(row[index] ?? null))).join(','));
}

async function readWorkbook(path: string): Promise<{ sheet: string; data: Row[] }[]> {
  if ((await stat(path)).size > LARGEST_WORKBOOK)
    throw new ImportRefused(`${path} is larger than 50 MB. Save its sheet as CSV and import that.`);
  return readSheets(await readFile(path)).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ImportRefused(`${path} cannot be read as a workbook: ${reason}. Save its sheet as CSV and import that.`);
  });
}

/** Dates of a workbook are what its clock showed; the fraction of a day as a float is off by milliseconds. A time of day stands on day 0. */
function textOf(cell: CellValue | null): string {
  if (!(cell instanceof Date)) return cell === null ? '' : String(cell);
  const text = new Date(Math.round(cell.getTime() / 1000) * 1000).toISOString().slice(0, 19).replace('T', ' ');
  return text.startsWith('1899-12-3') ? text.slice(11) : text;
}

function quotedCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""').replaceAll(/[\r\n]+/g, ' ')}"` : text;
}
