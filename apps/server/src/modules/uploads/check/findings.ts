import { UPLOAD_CODES, type UploadCode } from '@solvane/contract/uploads/upload-codes';
import type { UploadSheet } from '@solvane/contract/uploads/upload-sheets';
import type { UploadFinding, UploadRow } from '@solvane/contract/uploads/uploads';

export type FindingValues = UploadFinding['values'];

/** A row of a table of the file; cells in the order of the template's columns. */
export interface TableRow {
  /** As a spreadsheet numbers it. */
  number: number;
  cells: readonly string[];
}

/** A table of the file, its columns found. */
export interface UploadTable {
  sheet: UploadSheet;
  rows: readonly TableRow[];
  /** Decimals stand behind a comma. */
  hasDecimalComma: boolean;
}

interface Place {
  sheet: string | null;
  row?: number | undefined;
  /** Key of the column. */
  column?: string | undefined;
}

/** Collects what is wrong: each error by itself, equal warnings of one column together; cells keep theirs. */
export class Findings {
  readonly #lines = new Map<string, UploadFinding>();
  readonly #ofRows = new Map<string, Map<number, UploadRow['findings']>>();
  readonly #sheets: readonly UploadSheet[];

  constructor(sheets: readonly UploadSheet[]) {
    this.#sheets = sheets;
  }

  add(code: UploadCode, { sheet, row, column }: Place, values: FindingValues = {}): void {
    const level = UPLOAD_CODES[code];
    const texts = level === 'error' ? `${row} ${JSON.stringify(values)}` : '';
    const key = [code, sheet, column, texts].join('\n');
    const known = this.#lines.get(key);
    if (known) known.rows += 1;
    else this.#lines.set(key, { code, level, sheet, row: row ?? null, column: column ?? null, rows: 1, values });
    if (sheet !== null && row !== undefined) this.#mark({ code, level, values }, { sheet, row, column });
  }

  #mark(
    finding: Pick<UploadFinding, 'code' | 'level' | 'values'>,
    { sheet, row, column }: { sheet: string; row: number; column?: string | undefined },
  ): void {
    const columns = this.#sheets.find(({ name }) => name === sheet)?.columns ?? [];
    const at = columns.findIndex(({ key }) => key === column);
    const rows = this.#ofRows.get(sheet) ?? new Map<number, UploadRow['findings']>();
    this.#ofRows.set(sheet, rows);
    const ofRow = rows.get(row) ?? [];
    rows.set(row, ofRow);
    ofRow.push({ ...finding, column: at < 0 ? null : at });
  }

  /** Errors first, in the order of the file. */
  lines(): UploadFinding[] {
    const sheetOf = ({ sheet }: UploadFinding) => this.#sheets.findIndex(({ name }) => name === sheet);
    return [...this.#lines.values()].sort(
      (a, b) => a.level.localeCompare(b.level) || sheetOf(a) - sheetOf(b) || (a.row ?? 0) - (b.row ?? 0),
    );
  }

  ofRow(sheet: string, row: number): UploadRow['findings'] {
    return this.#ofRows.get(sheet)?.get(row) ?? [];
  }

  rowsWithFindings(sheet: string): number {
    return this.#ofRows.get(sheet)?.size ?? 0;
  }

  count(level: UploadFinding['level'], sheet?: string): number {
    let count = 0;
    for (const line of this.#lines.values()) if (line.level === level && (sheet === undefined || line.sheet === sheet)) count += line.rows;
    return count;
  }
}
