import type { UploadColumn, UploadSheet } from '@solvane/contract/uploads/upload-sheets';
import { UPLOAD_LIMITS } from '@solvane/contract/uploads/uploads';
import { parse } from 'csv-parse/sync';
import readXlsxFile, { type CellValue } from 'read-excel-file/node';
import type { Findings, TableRow, UploadTable } from './findings.ts';

interface RawTable {
  name: string;
  rows: readonly (readonly string[])[];
  hasDecimalComma: boolean;
}

/** The tables of a file as their template names them. What cannot be read is a finding, and leaves the table out. */
export async function readTables(
  { fileName, content }: { fileName: string; content: Buffer },
  sheets: readonly UploadSheet[],
  findings: Findings,
): Promise<UploadTable[]> {
  const raw = await readFile(fileName, content).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
  if (typeof raw === 'string') {
    findings.add('fileUnreadable', { sheet: null }, { reason: raw });
    return [];
  }
  return sheets.flatMap((sheet) => {
    // The only table of a kind may have any name.
    const found = sheets.length === 1 ? raw[0] : raw.find(({ name }) => plain(name) === plain(sheet.name));
    if (!found) findings.add('sheetMissing', { sheet: null }, { sheet: sheet.name });
    const table = found && toTable(found, sheet, findings);
    return table ? [table] : [];
  });
}

async function readFile(fileName: string, content: Buffer): Promise<RawTable[]> {
  // Every workbook is a ZIP file, whatever it is called.
  if (content.subarray(0, 2).toString('latin1') === 'PK') {
    const sheets = await readXlsxFile(content);
    return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data.map((row) => row.map(toText)), hasDecimalComma: false }));
  }
  if (content.includes(0)) throw new Error(`${fileName} is neither CSV nor XLSX`);
  const text = content.toString('utf8');
  const delimiter = delimiterOf(text);
  const rows: string[][] = parse(text, { bom: true, delimiter, relax_column_count: true, skip_empty_lines: false, trim: true });
  return [{ name: fileName, rows, hasDecimalComma: delimiter !== ',' }];
}

function delimiterOf(text: string): string {
  const head = text.slice(0, text.search(/[\r\n]|$/));
  const count = (delimiter: string) => head.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

function toText(cell: CellValue | null): string {
  if (cell === null || cell === undefined) return '';
  // Dates of a workbook name no zone.
  if (cell instanceof Date)
    return cell
      .toISOString()
      .replace(/(T00:00)?:00\.000Z$/, '')
      .replace(/\.000Z$/, '');
  return String(cell).trim();
}

/** undefined: columns are missing. */
function toTable(
  { rows: [head = [], ...body], hasDecimalComma }: RawTable,
  sheet: UploadSheet,
  findings: Findings,
): UploadTable | undefined {
  const names = head.map(plain);
  const indices = sheet.columns.map(({ header }) => names.indexOf(plain(header)));
  const twice = sheet.columns.filter(({ header }, at) => indices[at] !== -1 && names.lastIndexOf(plain(header)) !== indices[at]);
  for (const { key, header } of twice) findings.add('columnTwice', { sheet: sheet.name, column: key }, { column: header });
  const missing = sheet.columns.filter(({ isRequired }: UploadColumn, at) => isRequired && indices[at] === -1);
  for (const { header } of missing) findings.add('columnMissing', { sheet: sheet.name }, { column: header });
  if (missing.length > 0) return undefined;
  const rows = body.flatMap((cells, index): TableRow[] => {
    const own = indices.map((at) => (at === -1 ? '' : (cells[at] ?? '')));
    return own.some((cell) => cell !== '') ? [{ number: index + 2, cells: own }] : [];
  });
  if (rows.length === 0) findings.add('noRows', { sheet: sheet.name });
  if (rows.length > UPLOAD_LIMITS.rows) {
    findings.add('tooManyRows', { sheet: sheet.name }, { requested: rows.length, allowed: UPLOAD_LIMITS.rows });
    return undefined;
  }
  return { sheet, rows, hasDecimalComma };
}

/** Headers and names of sheets are compared without case, spaces and units. */
function plain(text: string): string {
  return text
    .replace(/\(.*\)/, '')
    .replace(/[\s_]+/g, '')
    .toLowerCase();
}
