import { isFormulaText } from '@solvane/contract/csv-text';
import { parse } from 'csv-parse/sync';

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
    cast: (cell) => (cell.startsWith("'") && isFormulaText(cell.slice(1)) ? cell.slice(1) : cell),
  });
}

function separatorOf(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  const count = (separator: string) => line.split(separator).length;
  return [',', ';', '\t'].reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}
