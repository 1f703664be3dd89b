import { readSync } from 'node:fs';
import { readInstant } from '../instants.ts';
import type { ColumnSink } from './column-sink.ts';

export interface CsvShape {
  /** Place of the time among the cells of a row, from 0. */
  timeCell: number;
  /** Column per place; -1 where a cell is none. */
  columnOfCell: Int32Array;
  /** Of any column. */
  latestMs: number;
}

/** A body that ends inside quotes, or whose row never ends. */
export class BrokenCsv extends Error {
  override readonly name = 'BrokenCsv';
}

const CHUNK_BYTES = 4 * 1024 * 1024;
const LONGEST_ROW_BYTES = 64 * 1024 * 1024;
const [TAB, NEW_LINE, RETURN, SPACE, QUOTE, COMMA, MINUS, DOT, ZERO] = [9, 10, 13, 32, 34, 44, 45, 46, 48];

/**
 * Reads a CSV file whose first line is its header. Numbers are read from the bytes: as a text of its own each would take ten times as long.
 *
 * @param file - descriptor, read from its beginning
 * @throws BrokenCsv
 */
export function readCsvColumns(file: number, sink: ColumnSink, shape: CsvShape): void {
  let bytes: Buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let [filled, line, isEnd] = [0, 1, false];
  while (!isEnd) {
    if (filled === bytes.length) bytes = doubled(bytes);
    const count = readSync(file, bytes, filled, bytes.length - filled, null);
    isEnd = count === 0;
    filled += count;
    const rows = new CsvRows(bytes.subarray(0, filled), sink, shape);
    line = rows.read(line, isEnd);
    bytes.copyWithin(0, rows.offset, filled);
    filled -= rows.offset;
  }
}

function doubled(bytes: Buffer): Buffer {
  if (bytes.length >= LONGEST_ROW_BYTES) throw new BrokenCsv('A row without an end');
  const larger = Buffer.allocUnsafe(bytes.length * 2);
  bytes.copy(larger);
  return larger;
}

/** The rows of a range of a file. */
class CsvRows {
  /** Where the first row begins that is not whole. */
  offset = 0;
  readonly #bytes: Buffer;
  readonly #sink: ColumnSink;
  readonly #shape: CsvShape;
  #nextQuote = -1;
  /** Line breaks inside of the quotes of the row that was found last. */
  #innerLines = 0;
  /** The row at hand. */
  #line = 0;
  #end = 0;
  #timeMs = Number.NaN;

  constructor(bytes: Buffer, sink: ColumnSink, shape: CsvShape) {
    this.#bytes = bytes;
    this.#sink = sink;
    this.#shape = shape;
  }

  /** @returns line of the first row that is not whole */
  read(firstLine: number, isEnd: boolean): number {
    this.#line = firstLine;
    while (this.offset < this.#bytes.length) {
      // The header was read before, as one line.
      let end = this.#line === 1 ? this.#bytes.indexOf(NEW_LINE, this.offset) : this.#findEnd(this.offset);
      if (end < 0) {
        if (!isEnd) break;
        if (end === INSIDE_QUOTES) throw new BrokenCsv('A quote without an end');
        end = this.#bytes.length;
      }
      this.#end = this.#bytes[end - 1] === RETURN ? end - 1 : end;
      if (this.#line > 1 && this.#end > this.offset) this.#readRow(this.offset);
      this.offset = Math.min(end + 1, this.#bytes.length);
      this.#line += 1 + this.#innerLines;
    }
    return this.#line;
  }

  /** The line break behind a row; `NONE_YET` or `INSIDE_QUOTES` where it is not there. A quote counts where a cell begins. */
  #findEnd(start: number): number {
    const bytes = this.#bytes;
    this.#innerLines = 0;
    const end = bytes.indexOf(NEW_LINE, start);
    if (this.#nextQuote < start) {
      const quote = bytes.indexOf(QUOTE, start);
      this.#nextQuote = quote < 0 ? bytes.length : quote;
    }
    if (this.#nextQuote >= (end < 0 ? bytes.length : end)) return end < 0 ? NONE_YET : end;
    let [isQuoted, isCellStart] = [false, true];
    for (let at = start; at < bytes.length; at++) {
      const byte = bytes[at];
      if (isQuoted) {
        if (byte === NEW_LINE) this.#innerLines += 1;
        else if (byte === QUOTE && bytes[at + 1] === QUOTE) at += 1;
        else if (byte === QUOTE) isQuoted = false;
        continue;
      }
      if (byte === NEW_LINE) return at;
      isQuoted = byte === QUOTE && isCellStart;
      isCellStart = byte === COMMA || (isCellStart && (byte === SPACE || byte === TAB));
    }
    return isQuoted ? INSIDE_QUOTES : NONE_YET;
  }

  #readRow(start: number): void {
    const { timeCell, columnOfCell, latestMs } = this.#shape;
    const time = readCsvTime(this.#cellText(start, timeCell), latestMs);
    this.#timeMs = typeof time === 'number' ? time : Number.NaN;
    for (let [cell, at] = [0, start]; cell < columnOfCell.length && at <= this.#end; cell++) {
      const column = columnOfCell[cell] ?? -1;
      const next = column < 0 || typeof time !== 'number' ? -1 : this.#readPlainNumber(column, at);
      if (next >= 0) {
        at = next;
        continue;
      }
      const stop = this.#cellEnd(at);
      if (column >= 0) this.#takeText(column, this.#textOf(at, stop), time);
      at = stop + 1;
    }
  }

  #takeText(column: number, text: string, time: ReturnType<typeof readInstant>): void {
    const value = readCsvValue(text);
    if (value === undefined) return;
    if (typeof time === 'string') this.#sink.reject(column, this.#line, time);
    else if (typeof value === 'string') this.#sink.reject(column, this.#line, value);
    else this.#sink.add(column, this.#line, time, value);
  }

  /**
   * Digits with a sign and a point, as nearly all cells are. Up to fifteen digits divided by a power of ten come out as the nearest double, like any
   * other way of reading them.
   *
   * @returns start of the next cell; -1 where the cell holds anything else, or more
   */
  #readPlainNumber(column: number, start: number): number {
    const [bytes, end] = [this.#bytes, this.#end];
    const firstDigit = bytes[start] === MINUS ? start + 1 : start;
    let [at, mantissa, point] = [firstDigit, 0, -1];
    for (; at < end; at++) {
      const digit = (bytes[at] ?? 0) - ZERO;
      if (digit >= 0 && digit <= 9) mantissa = mantissa * 10 + digit;
      else if (digit === DOT - ZERO && point < 0) point = at;
      else break;
    }
    const digits = at - firstDigit - (point < 0 ? 0 : 1);
    if (digits === 0 || digits > 15 || (at < end && bytes[at] !== COMMA)) return -1;
    const value = point < 0 ? mantissa : mantissa / (POWERS_OF_TEN[at - point - 1] ?? 1);
    this.#sink.add(column, this.#line, this.#timeMs, firstDigit > start ? -value : value);
    return at + 1;
  }

  #cellText(start: number, wanted: number): string {
    let at = start;
    for (let cell = 0; cell < wanted; cell++) {
      at = this.#cellEnd(at) + 1;
      if (at > this.#end) return '';
    }
    return this.#textOf(at, this.#cellEnd(at));
  }

  #textOf(start: number, stop: number): string {
    const text = this.#bytes.toString('utf8', start, stop).trim();
    const quoted = /^"(.*?)"?$/s.exec(text)?.[1];
    return quoted === undefined ? text : quoted.replaceAll('""', '"').trim();
  }

  /** The comma behind a cell, or the end of the row. */
  #cellEnd(start: number): number {
    const [bytes, end] = [this.#bytes, this.#end];
    let at = start;
    while (at < end && (bytes[at] === SPACE || bytes[at] === TAB)) at++;
    if (bytes[at] === QUOTE) {
      for (at++; at < end; at++) {
        if (bytes[at] !== QUOTE) continue;
        if (bytes[at + 1] !== QUOTE) break;
        at++;
      }
    }
    while (at < end && bytes[at] !== COMMA) at++;
    return at;
  }
}

const NONE_YET = -1;
const INSIDE_QUOTES = -2;
const POWERS_OF_TEN = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const NOT_FINITE = /^[+-]?(nan|inf|infinity)$/i;
/** What means "no value" in a cell. */
const NO_VALUE = new Set(['', 'null', 'NULL', '\\N']);

/** The number of a cell, why it is none, or undefined where there is no value. */
export function readCsvValue(text: string): number | 'valueInvalid' | undefined {
  if (NO_VALUE.has(text)) return undefined;
  if (NUMBER.test(text)) return Number(text);
  return NOT_FINITE.test(text) ? Number.NaN : 'valueInvalid';
}

/** Whole epoch milliseconds, or ISO 8601 with a zone. */
function readCsvTime(text: string, latestMs: number): ReturnType<typeof readInstant> {
  return readInstant(/^-?\d{1,15}$/.test(text) ? Number(text) : text, latestMs);
}
