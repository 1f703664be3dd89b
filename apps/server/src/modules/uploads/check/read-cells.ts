import type { UploadCode } from '@solvane/contract/uploads/upload-codes';
import { parseIsoDate } from '@solvane/energy/time/local-day';
import type { Findings, FindingValues, TableRow, UploadTable } from './findings.ts';

interface Bounds {
  min?: number;
  max?: number;
  isWhole?: boolean;
}

/** Reads the cells of one row; whatever is wrong with them is a finding, and the cell undefined. */
export class RowReader {
  readonly number: number;
  readonly #row: TableRow;
  readonly #table: UploadTable;
  readonly #findings: Findings;

  constructor(row: TableRow, table: UploadTable, findings: Findings) {
    this.number = row.number;
    this.#row = row;
    this.#table = table;
    this.#findings = findings;
  }

  refuse(code: UploadCode, column: string | undefined, values: FindingValues = {}): undefined {
    this.#findings.add(code, { sheet: this.#table.sheet.name, row: this.number, column }, values);
  }

  /** '': empty. */
  raw(column: string): string {
    return this.#row.cells[this.#table.sheet.columns.findIndex(({ key }) => key === column)] ?? '';
  }

  /** A text that has to be there. */
  text(column: string): string | undefined {
    return this.raw(column) || this.refuse('cellEmpty', column, { column: this.#headerOf(column) });
  }

  /** A number that has to be there. */
  requiredNumber(column: string, bounds: Bounds = {}): number | undefined {
    return this.raw(column) === '' ? this.refuse('cellEmpty', column, { column: this.#headerOf(column) }) : this.#parse(column, bounds);
  }

  /** null: the cell is empty. */
  optionalNumber(column: string, bounds: Bounds = {}): number | null | undefined {
    return this.raw(column) === '' ? null : this.#parse(column, bounds);
  }

  /** What an empty cell means, with a warning that says so. */
  numberOr(column: string, meant: number, bounds: Bounds = {}): number | undefined {
    if (this.raw(column) !== '') return this.#parse(column, bounds);
    this.warnDefault(column);
    return meant;
  }

  /** ISO date that has to be there. */
  date(column: string): string | undefined {
    const text = this.text(column);
    if (text === undefined) return undefined;
    return parseIsoDate(text) === undefined ? this.refuse('dateInvalid', column, { value: text }) : text;
  }

  warnDefault(column: string): void {
    const found = this.#table.sheet.columns.find(({ key }) => key === column);
    if (found?.emptyMeans !== undefined) this.refuse('cellDefault', column, { column: found.header, meant: found.emptyMeans });
  }

  #headerOf(column: string): string {
    return this.#table.sheet.columns.find(({ key }) => key === column)?.header ?? column;
  }

  #parse(column: string, { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, isWhole = false }: Bounds): number | undefined {
    const text = this.raw(column);
    const value = toNumber(text, this.#table.hasDecimalComma);
    if (value === undefined) return this.refuse('notANumber', column, { value: text });
    if (isWhole && !Number.isInteger(value)) return this.refuse('notAWholeNumber', column, { value: text });
    if (value < min) return this.refuse('belowMin', column, { value: text, min });
    if (value > max) return this.refuse('aboveMax', column, { value: text, max });
    return value;
  }
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function toNumber(text: string, hasDecimalComma: boolean): number | undefined {
  const plain = hasDecimalComma ? text.replace(',', '.') : text;
  return NUMBER.test(plain) ? Number(plain) : undefined;
}
