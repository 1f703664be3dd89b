import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isFormulaText } from '@solvane/contract/csv-text';
import { parse } from 'csv-parse';

/** Read in one turn of the main thread: takes some 10 ms. */
const CHUNK_LENGTH = 128 * 1024;
/** Far more than any line of a table: without a bound, a file without line ends would be one row of millions of cells. */
const LONGEST_ROW = 64 * 1024;

/**
 * Rows of a CSV text with commas, semicolons or tabs: whichever its first line has most of. Others have their turn meanwhile. @see RFC 4180
 *
 * @param options.mostRows - rows after these are left out
 * @throws CsvError for a quote without an end; CsvError or RangeError for a row of more than 64 KiB
 */
export async function parseCsv(text: string, { mostRows }: { mostRows: number }): Promise<string[][]> {
  assertLineEnds(text);
  const rows: string[][] = [];
  const parser = parse({
    bom: true,
    delimiter: separatorOf(text),
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: LONGEST_ROW,
    to: mostRows,
    cast: (cell) => (cell.startsWith("'") && isFormulaText(cell.slice(1)) ? cell.slice(1) : cell),
  });
  parser.on('data', (row: string[]) => rows.push(row));
  const done = finished(parser);
  // Its failure is thrown at the end; until then it must not count as unhandled.
  done.catch(() => undefined);
  for (let at = 0; at < text.length && !parser.destroyed && rows.length < mostRows; at += CHUNK_LENGTH) {
    parser.write(text.slice(at, at + CHUNK_LENGTH));
    await nextTurn();
  }
  parser.end();
  await done;
  return rows;
}

/** The parser bounds the characters of a row, not its empty cells. */
function assertLineEnds(text: string): void {
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    if (end - start > LONGEST_ROW) throw new RangeError(`a line is longer than ${LONGEST_ROW} characters`);
    start = end + 1;
  }
}

function separatorOf(text: string): string {
  const line = text.slice(0, LONGEST_ROW).split('\n', 1)[0] ?? '';
  const count = (separator: string) => line.split(separator).length;
  return [',', ';', '\t'].reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}
