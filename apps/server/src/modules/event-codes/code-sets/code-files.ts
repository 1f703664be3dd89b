import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { toCsv } from '@solvane/contract/csv-text';
import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import type { Issue } from '@solvane/contract/errors';
import type { CodeAtLevels, CodeFileRow, eventCodeSetEndpoints } from '@solvane/contract/event-codes';
import { EVENT_TYPES, type EventType } from '@solvane/energy/events/event-types';
import type { Db } from '../../../db/db.ts';
import type { Caller } from '../../../http/caller.ts';
import { refusedUpload, type Upload } from '../../../http/upload.ts';
import { readWorkbook } from '../../../workbooks/read-workbook.ts';
import { problem } from '../../configuration/configuration-checks.ts';
import { writeWorkbookFile } from '../../signals/export/workbook-file.ts';
import { getCodeSet } from './code-sets.ts';
import { parseCsv } from './csv-text.ts';

type Order = BodyOf<typeof eventCodeSetEndpoints.exportFile>;

/** What a file is read by; a set is written with just these. */
const COLUMNS = ['code', 'description', 'type', 'category', 'priority'] as const;
/** Beside what a level says, what shows through where it says nothing. They are not read. */
const DEFAULT_COLUMNS = ['defaultType', 'defaultCategory', 'defaultPriority'] as const;
const MOST_ROWS = 20_000;
/** With empty ones and codes that come twice. */
const MOST_LINES = 2 * MOST_ROWS;
const ISSUES_SHOWN = 200;
const LONGEST = { code: 100, description: 500, category: 100 } as const;

const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

type CodeCell = string | number | null;

interface CodeFile {
  fileName: string;
  contentType: string;
  content: Buffer;
}

/** @throws AppError resource.notFound */
export async function exportCodes({ db, folder }: { db: Db; folder: string }, caller: Caller, order: Order): Promise<CodeFile> {
  const { format, enterpriseId, siteId } = order;
  const set = await getCodeSet(db, caller, order);
  const level = siteId !== undefined ? 'site' : enterpriseId !== undefined ? 'enterprise' : 'default';
  const head = level === 'default' ? [...COLUMNS] : [...COLUMNS, ...DEFAULT_COLUMNS];
  const rows = set.codes.map((code) => toRow(code, level));
  const content = format === 'csv' ? Buffer.from(toCsv([head, ...rows])) : await toWorkbook(folder, head, rows);
  const fileName = `${[set.name, siteId ?? enterpriseId].filter((part) => part !== undefined).join(' ')}.${format}`;
  return { fileName, contentType: CONTENT_TYPES[format], content };
}

/**
 * The codes in a file: all rows that can be read, and what is wrong with the others.
 *
 * @throws AppError upload.failed for what is no such file at all
 */
export async function readCodeFile({ fileName, content }: Upload): Promise<ResponseOf<typeof eventCodeSetEndpoints.readFile>> {
  const lines = await readLines(fileName, content);
  if (lines.length > MOST_LINES) throw refusedUpload('EventCodeSet_File_TooLong');
  const [head = []] = lines;
  const places = new Map(COLUMNS.map((column) => [column, head.findIndex((name) => name.trim().toLowerCase() === column)]));
  if (places.get('code') === -1) throw refusedUpload('EventCodeSet_File_NoCodes');
  const issues: Issue[] = [];
  const rows: CodeFileRow[] = [];
  const firstLines = new Map<string, number>();
  for (const [index, cells] of lines.entries()) {
    if (index === 0 || cells.every((cell) => cell.trim() === '')) continue;
    const line = index + 1;
    const cell = (column: (typeof COLUMNS)[number]): string => (cells[places.get(column) ?? -1] ?? '').trim();
    const row = readRow(cell, { line, issues });
    if (!row) continue;
    const earlier = firstLines.get(row.code);
    if (earlier !== undefined) issues.push(problem('EventCodeSet_File_Twice', [line], { line, code: row.code, earlier }));
    else {
      firstLines.set(row.code, line);
      rows.push(row);
    }
  }
  if (rows.length > MOST_ROWS) throw refusedUpload('EventCodeSet_File_TooLong');
  return { rows, issues: issues.slice(0, ISSUES_SHOWN), errorCount: issues.length };
}

function toRow(code: CodeAtLevels, level: 'default' | 'enterprise' | 'site'): CodeCell[] {
  const stated = code[level];
  const cells = [code.code, code.description, stated.eventType, stated.category, stated.priority];
  if (level === 'default') return cells;
  const hidden = level === 'site' ? [code.enterprise, code.default] : [code.default];
  const shown = <Field extends keyof CodeAtLevels['site']>(field: Field) => hidden.find((each) => each[field] !== null)?.[field] ?? null;
  return [...cells, shown('eventType'), shown('category'), shown('priority')];
}

async function toWorkbook(folder: string, head: readonly string[], rows: readonly CodeCell[][]): Promise<Buffer> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${randomUUID()}.xlsx`);
  try {
    await writeWorkbookFile(path, toAsync(rows), { head, sheetName: () => 'Codes' });
    return await readFile(path);
  } finally {
    await rm(path, { force: true });
  }
}

async function* toAsync<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows;
}

async function readLines(fileName: string, content: Buffer): Promise<string[][]> {
  try {
    if (!/\.xlsx$/i.test(fileName)) return await parseCsv(content.toString('utf8'), { mostRows: MOST_LINES + 1 });
    const [sheet] = await readWorkbook(content);
    return (sheet?.data ?? []).map((row) => row.map((cell) => (cell === null ? '' : String(cell))));
  } catch {
    throw refusedUpload('EventCodeSet_File_Unreadable');
  }
}

type CellOf = (column: (typeof COLUMNS)[number]) => string;

/** @returns undefined: something is wrong with it, which stands among the issues */
function readRow(cell: CellOf, { line, issues }: { line: number; issues: Issue[] }): CodeFileRow | undefined {
  const [code, description, category] = [cell('code'), cell('description'), cell('category')];
  const eventType = readType(cell('type'));
  const priority = readPriority(cell('priority'));
  const found: Issue[] = [];
  if (code === '') found.push(problem('EventCodeSet_File_CodeMissing', [line], { line }));
  for (const [column, text] of [
    ['code', code],
    ['description', description],
    ['category', category],
  ] as const)
    if (text.length > LONGEST[column])
      found.push(problem('EventCodeSet_File_TextTooLong', [line], { line, column, maxLength: LONGEST[column] }));
  if (eventType === undefined)
    found.push(problem('EventCodeSet_File_TypeUnknown', [line], { line, type: cell('type'), types: EVENT_TYPES.join(', ') }));
  if (priority === undefined) found.push(problem('EventCodeSet_File_PriorityWrong', [line], { line, priority: cell('priority') }));
  issues.push(...found);
  if (found.length > 0 || eventType === undefined || priority === undefined) return undefined;
  return { code, description, category: category === '' ? null : category, eventType, priority };
}

/** undefined: there is no such type. */
function readType(text: string): EventType | null | undefined {
  if (text === '') return null;
  return EVENT_TYPES.find((type) => type.toLowerCase() === text.toLowerCase());
}

/** undefined: no whole number from 1 to 9,999. */
function readPriority(text: string): number | null | undefined {
  if (text === '') return null;
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= 9_999 ? number : undefined;
}
