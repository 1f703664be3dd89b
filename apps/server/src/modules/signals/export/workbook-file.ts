import { createZipFile } from './zip-file.ts';

export type Cell = string | number | LocalTime | null;

/** A date with its time of day: what a local clock shows, as the milliseconds that the same clock face would have in UTC. */
export interface LocalTime {
  localMs: number;
}

export interface WorkbookOptions {
  /** The first row of every sheet. */
  head: readonly string[];
  /** A sheet's name, from 1. */
  sheetName: (number: number) => string;
  /** Rows below the head after which the next sheet begins. */
  rowsPerSheet?: number;
}

/** What a sheet of the format can hold, less its head. */
const ROWS_PER_SHEET = 1_048_575;
/** A sheet ends earlier than an entry of the archive must. */
const BYTES_PER_SHEET = 2 ** 31;
/** Written at once: enough to be fast, short enough that no request waits for it. */
const CHARACTERS_PER_WRITE = 128 * 1024;

/** Days from the first day of spreadsheets to 1970. */
const EPOCH_DAYS = 25_569;
const DAY_MS = 86_400_000;
/** Formats of cells by number: 0 as they are, 1 a date with its time of day. */
const DATE_STYLE = 1;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Writes an XLSX file from rows as they come; what stands in memory is one write. @see ECMA-376 part 1, 18.3 */
export async function writeWorkbookFile(
  path: string,
  rows: AsyncIterable<readonly Cell[]>,
  { head, sheetName, rowsPerSheet = ROWS_PER_SHEET }: WorkbookOptions,
): Promise<void> {
  const zip = await createZipFile(path);
  try {
    const source = rows[Symbol.asyncIterator]();
    const columns = columnNames(head.length);
    let next = await source.next();
    let count = 0;
    do {
      count += 1;
      const sheet = sheetTexts(source, next, { head, columns, rowsPerSheet });
      await zip.addEntry(`xl/worksheets/sheet${count}.xml`, sheet.texts);
      next = sheet.next();
    } while (!next.done);
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    await zip.addEntry('xl/workbook.xml', [workbookXml(numbers, sheetName)]);
    await zip.addEntry('xl/_rels/workbook.xml.rels', [workbookRelations(numbers)]);
    await zip.addEntry('xl/styles.xml', [stylesXml()]);
    await zip.addEntry('_rels/.rels', [
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ]);
    await zip.addEntry('[Content_Types].xml', [contentTypes(numbers)]);
  } catch (error) {
    await zip.abandon();
    throw error;
  }
  await zip.finish();
}

type NextRow = IteratorResult<readonly Cell[]>;

/** One sheet from the row that comes next; afterwards `next` says which row did not fit. */
function sheetTexts(
  source: AsyncIterator<readonly Cell[]>,
  first: NextRow,
  { head, columns, rowsPerSheet }: { head: readonly string[]; columns: readonly string[]; rowsPerSheet: number },
): { texts: AsyncIterable<string>; next: () => NextRow } {
  let next = first;
  async function* texts(): AsyncGenerator<string> {
    let text =
      `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
      `<sheetData>${rowXml(head, 1, columns)}`;
    let characters = 0;
    for (let row = 2; !next.done && row <= rowsPerSheet + 1 && characters < BYTES_PER_SHEET; row += 1) {
      text += rowXml(next.value, row, columns);
      if (text.length >= CHARACTERS_PER_WRITE) {
        characters += text.length;
        yield text;
        text = '';
      }
      next = await source.next();
    }
    yield `${text}</sheetData></worksheet>`;
  }
  return { texts: texts(), next: () => next };
}

function rowXml(cells: readonly Cell[], row: number, columns: readonly string[]): string {
  let xml = `<row r="${row}">`;
  for (let index = 0; index < cells.length; index += 1) {
    const cell = cells[index] ?? null;
    if (cell === null) continue;
    const place = `${columns[index]}${row}`;
    xml += cellXml(cell, place);
  }
  return `${xml}</row>`;
}

function cellXml(cell: Exclude<Cell, null>, place: string): string {
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'object') return `<c r="${place}" s="${DATE_STYLE}"><v>${cell.localMs / DAY_MS + EPOCH_DAYS}</v></c>`;
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
}

/** A, B, ..., Z, AA, ... */
function columnNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    let name = '';
    for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
    return name;
  });
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML cannot hold at all are left out. */
function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replace(/[&<>"]/g, (one) => ESCAPES[one] ?? one);
}

function workbookXml(numbers: readonly number[], sheetName: WorkbookOptions['sheetName']): string {
  const sheets = numbers.map((number) => `<sheet name="${escapeXml(sheetName(number))}" sheetId="${number}" r:id="rId${number}"/>`);
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

function workbookRelations(numbers: readonly number[]): string {
  const sheets = numbers.map(
    (number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  );
  const styles = `<Relationship Id="rId${numbers.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/>`;
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${sheets.join('')}${styles}</Relationships>`;
}

/** What stands for nothing else is required by readers of the format: one font, two fills, one border. */
function stylesXml(): string {
  return (
    `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy-mm-dd hh:mm:ss"/></numFmts>` +
    '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
    '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>'
  );
}

function contentTypes(numbers: readonly number[]): string {
  const sheets = numbers.map((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPES}.worksheet+xml"/>`);
  return (
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${sheets.join('')}</Types>`
  );
}
