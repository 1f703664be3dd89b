import type { MappingDraft } from '@solvane/contract/data-import';
import { isClock, isCompactTime, isDate, isNothing, wordsOf } from './cell-text.ts';

export type TimeFormat = MappingDraft['time']['format'];

export interface TimeColumn {
  column: string;
  /** Column of the time of day. */
  clock: string | undefined;
  /** `dayOrMonthFirst`: numbers whose order the whole file has to decide. */
  format: TimeFormat;
  isZoned: boolean;
}

interface Candidate extends TimeColumn {
  hasClock: boolean;
  score: number;
}

const TIME_NAME = /\b(time\w*|date\w*|dttm|stamp|ts|zeit\w*|datum|tid\w*|heure|horodat\w*|measured|index|hour start|settlement\w*)\b/;
const ZONED = /(Z|:\d{2}([.,]\d+)?( ?[AaPp][Mm])? ?[+-]\d{2}(:?\d{2})?)$/;
/** Of the cells that hold anything, those that have to read as a time. */
const ENOUGH = 0.7;

/** The column of times of a table, and the one of the time of day if it has its own. */
export function findTimeColumn(columns: readonly string[], rows: readonly (readonly string[])[]): TimeColumn | undefined {
  const candidates = columns.flatMap((column, index) => candidateOf(column, cellsOf(rows, index)) ?? []);
  const best = candidates.reduce<Candidate | undefined>((found, next) => (found && found.score >= next.score ? found : next), undefined);
  if (!best) return undefined;
  const { hasClock, score: _, ...found } = best;
  return { ...found, clock: hasClock ? undefined : findClockColumn(columns, rows, best.column) };
}

/** Other columns of times: of the ends of events, for example. */
export function listTimeColumns(columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return columns.filter((column, index) => candidateOf(column, cellsOf(rows, index)) !== undefined);
}

function candidateOf(column: string, cells: readonly string[]): Candidate | undefined {
  const first = cells[0];
  if (first === undefined) return undefined;
  const words = wordsOf(column).join(' ');
  const isNamed = TIME_NAME.test(words);
  const format = formatOf(cells, isNamed);
  if (!format) return undefined;
  const times = cells.map((cell) => /[T ,](\d{1,2}:\d{2}(:\d{2})?)/.exec(cell)?.[1]);
  const isPrecise = format === 'compact' ? first.replaceAll(/\D/g, '').length > 8 : format.startsWith('epoch') || format === 'excelDays';
  const hasClock = isPrecise || times.some((time) => time !== undefined && !/^0?0:00(:00)?$/.test(time));
  const variety = new Set(cells).size / cells.length;
  return {
    column,
    clock: undefined,
    format,
    isZoned: cells.filter((cell) => ZONED.test(cell)).length > cells.length / 2,
    hasClock,
    score:
      (hasClock ? 4 : 0) +
      (isNamed ? 2 : 0) +
      (/\butc\b|\bstart\b|\bbegin/.test(words) ? 1 : 0) -
      (/\b(end|cod)\b/.test(words) ? 1 : 0) +
      variety,
  };
}

function formatOf(cells: readonly string[], isNamed: boolean): TimeFormat | undefined {
  const most = (test: (cell: string) => boolean): boolean => cells.filter(test).length >= cells.length * ENOUGH;
  if (most((cell) => isDate(cell) && /^\d{4}/.test(cell))) return 'iso';
  if (most((cell) => isDate(cell) && /^[A-Za-z]/.test(cell))) return 'monthFirst';
  if (most((cell) => isDate(cell) && /[A-Za-z]{3}/.test(cell))) return 'dayFirst';
  if (most(isDate)) return 'dayOrMonthFirst';
  if (most((cell) => isCompactTime(cell) && (isNamed || cell.length > 8))) return 'compact';
  if (most((cell) => /^1\d{9}(\.\d+)?$/.test(cell))) return 'epochSeconds';
  if (most((cell) => /^1\d{12}$/.test(cell))) return 'epochMilliseconds';
  return isNamed && most((cell) => /^[2-5]\d{4}([.,]\d+)?$/.test(cell)) ? 'excelDays' : undefined;
}

function findClockColumn(columns: readonly string[], rows: readonly (readonly string[])[], date: string): string | undefined {
  return columns.find((column, index) => {
    if (column === date) return false;
    const cells = cellsOf(rows, index);
    if (cells.length === 0) return false;
    if (cells.every(isClock)) return true;
    return /\b(hour|hr|stunde|timme|heure|time|hhmm)\b/.test(wordsOf(column).join(' ')) && cells.every(isHour);
  });
}

function isHour(cell: string): boolean {
  return /^\d{1,4}$/.test(cell) && (Number(cell) <= 24 || (Number(cell) <= 2400 && Number(cell) % 100 < 60));
}

function cellsOf(rows: readonly (readonly string[])[], index: number): string[] {
  return rows.map((row) => row[index] ?? '').filter((cell) => !isNothing(cell));
}
