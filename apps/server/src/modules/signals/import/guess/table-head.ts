import { parseUnit } from '@solvane/energy/units/units';
import { nameColumns, readCells } from '../source-file.ts';
import { isClock, isCompactTime, isDate, isNothing, isNumber } from './cell-text.ts';

/** Where a table of text begins, and what stands above it. */
export interface TableHead {
  delimiter: string;
  skipLines: number;
  headerLines: number;
  columns: string[];
  /** Unit of each column from a line of its own below the names; empty: none. */
  units: string[];
  /** First rows. */
  rows: string[][];
  /** Lines above the names: they may tell the zone or the quantity. */
  above: string;
}

const DELIMITERS = ['\t', ';', '|', ','] as const;
/** Of the lines looked at, those with as many cells as most. */
const STEADY_SHARE = 0.8;

/** @returns undefined where no two lines have as many cells as each other, and more than one */
export function readTableHead(lines: readonly string[]): TableHead | undefined {
  const delimiter = guessDelimiter(lines);
  if (delimiter === undefined) return undefined;
  const cells = readCells(lines, delimiter);
  const width = modeOf(cells.slice(Math.floor(cells.length / 2)).map((row) => row.length));
  const firstRow = findFirstRow(cells, width);
  const names = firstRow === undefined ? -1 : findNames(cells.slice(0, firstRow), width);
  const skipLines = names < 0 ? (firstRow ?? 0) : names;
  // Below the names stand units or nothing; what else stands there is a row without a time.
  const below = cells.slice(skipLines + 1, firstRow).findIndex((row) => !isUnitRow(row) && row.some((cell) => cell !== ''));
  const headerLines = firstRow === undefined || names < 0 ? 0 : below < 0 ? firstRow - names : below + 1;
  const head = cells[skipLines] ?? [];
  const rows = cells.slice(skipLines + headerLines).filter((row) => row.some((cell) => cell !== ''));
  const unitRow = cells.slice(skipLines + 1, skipLines + headerLines).find(isUnitRow) ?? [];
  return {
    delimiter,
    skipLines,
    headerLines,
    columns: nameColumns(headerLines === 0 ? [] : head, Math.max(headerLines === 0 ? 0 : head.length, width)),
    units: Array.from({ length: width }, (_, index) => unitText(unitRow[index] ?? '')),
    rows,
    above: lines.slice(0, skipLines).join('\n'),
  };
}

/** The mark that cuts most lines into as many cells. Commas come last: they stand inside numbers too. */
function guessDelimiter(lines: readonly string[]): string | undefined {
  const body = lines.slice(Math.floor(lines.length / 2)).filter((line) => line.trim() !== '');
  const judged = DELIMITERS.map((delimiter) => {
    const widths = readCells(body, delimiter).map((row) => row.length);
    const width = modeOf(widths);
    return { delimiter, width, share: widths.filter((one) => one === width).length / Math.max(1, widths.length) };
  });
  const steady = judged.filter(({ width, share }) => width > 1 && share >= STEADY_SHARE);
  const clean = steady.find(({ delimiter }) => isClean(readCells(body, delimiter).flat()));
  return (
    clean ?? steady.reduce<(typeof steady)[number] | undefined>((best, next) => (best && best.width >= next.width ? best : next), undefined)
  )?.delimiter;
}

/** Cells that are cut by the right mark hold numbers, dates and words, of which few have a mark inside. */
function isClean(cells: readonly string[]): boolean {
  const odd = cells.filter((cell) => /[,;\t|]/.test(cell) && !isNumber(cell) && !isDate(cell));
  return odd.length <= cells.length * 0.1;
}

/** Rows begin where a date stands in the column in which most rows have one, or where numbers begin if none has. */
function findFirstRow(cells: readonly (readonly string[])[], width: number): number | undefined {
  const body = cells.slice(Math.floor(cells.length / 2));
  const timeColumn = Array.from({ length: width }, (_, column) => column).find(
    (column) => body.filter((row) => isTime(row[column] ?? '')).length > body.length / 2,
  );
  const isRow = (row: readonly string[] | undefined): boolean => {
    if (!row || row.length < width * 0.6) return false;
    if (timeColumn !== undefined) return isTime(row[timeColumn] ?? '');
    const filled = row.filter((cell) => !isNothing(cell));
    return filled.length > 0 && filled.filter(isNumber).length >= filled.length / 2;
  };
  const first = cells.findIndex((row, index) => isRow(row) && (index + 1 >= cells.length || isRow(cells[index + 1])));
  if (first >= 0) return first;
  // A table of texts has a line of names and rows all the same.
  const wide = cells.findIndex((row) => row.length === width);
  return wide < 0 ? undefined : wide + 1;
}

/** The lowest line above the rows that is as wide as they are and holds no units. */
function findNames(above: readonly (readonly string[])[], width: number): number {
  return above.findLastIndex((row) => {
    const filled = row.filter((cell) => cell !== '');
    return filled.length >= Math.max(1, width * 0.5) && !isUnitRow(row) && filled.filter(isNumber).length <= filled.length / 3;
  });
}

function isUnitRow(row: readonly string[]): boolean {
  const filled = row.map(unitText).filter((cell) => cell !== '');
  return filled.length > 0 && filled.filter((cell) => parseUnit(cell) !== undefined).length >= filled.length / 2;
}

function unitText(cell: string): string {
  return cell.replace(/^[[(]|[\])]$/g, '').trim();
}

function isTime(cell: string): boolean {
  return isDate(cell) || isCompactTime(cell) || isClock(cell);
}

export function modeOf(numbers: readonly number[]): number {
  const counts = Map.groupBy(numbers, (one) => one);
  return [...counts].reduce((best, next) => (next[1].length > best[1].length ? next : best), [0, [] as number[]] as [number, number[]])[0];
}
