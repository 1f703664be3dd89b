import { parse } from 'csv-parse/sync';

type Cell = string | number | null;

/** Rows as CSV that spreadsheets read without asking; a text that one would take for a formula stays a text. @see RFC 4180 */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')}`;
}

/**
 * Rows of a CSV text with commas, semicolons or tabs: whichever its first line has most of. @see RFC 4180
 *
 * @throws CsvError for a quote without an end
 */
export function parseCsv(text: string): string[][] {
  return parse(text, {
    bom: true,
    delimiter: separatorOf(text),
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    relax_quotes: true,
    cast: (cell) => (cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell),
  });
}

function separatorOf(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  const count = (separator: string) => line.split(separator).length;
  return [',', ';', '\t'].reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}

function toCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = isFormula(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Also with signs before it that made one a text already: reading takes one of them away. */
function isFormula(text: string): boolean {
  return /^'*[=+\-@\t\r]/.test(text);
}
