import { releaseBuffer } from '../release-buffer.ts';
import type { ArrayColumn, Column, Columns } from '../signal-tables.ts';

/**
 * ClickHouse's `Native` format: blocks of whole columns, little endian. Columns become typed arrays almost without work, in both directions.
 */

/** Types of numbers that are written. `DateTime64(3)` and `Int64` take whole doubles, `DateTime` whole seconds. */
export type NumberType =
  | 'UInt8'
  | 'UInt16'
  | 'UInt32'
  | 'Int32'
  | 'Int64'
  | 'Float64'
  | "DateTime64(3, 'UTC')"
  | "DateTime('UTC')"
  | 'Date32';

export type WritableColumn =
  | { name: string; type: NumberType; values: ArrayLike<number> }
  | { name: string; type: 'String'; values: readonly string[] }
  | WritableArrays;

/** Several numbers per row: those of row i end before `ends[i]`. */
export interface WritableArrays {
  name: string;
  type: `Array(${'UInt8' | 'UInt32' | 'Float64'})`;
  ends: ArrayLike<number>;
  values: ArrayLike<number>;
}

/** @throws RangeError when columns differ in length, or a number does not fit its type */
export function encodeNative(columns: readonly WritableColumn[]): Buffer {
  return Buffer.concat(encodeNativeParts(columns));
}

/** As `encodeNative`, in parts that follow each other: a million rows need not be copied once more. */
export function encodeNativeParts(columns: readonly WritableColumn[]): Uint8Array[] {
  const rowCount = columns[0] ? rowsOf(columns[0]) : 0;
  const parts: Uint8Array[] = [Buffer.concat([varUInt(columns.length), varUInt(rowCount)])];
  for (const column of columns) {
    const { name, type } = column;
    if (rowsOf(column) !== rowCount) throw new RangeError(`Column ${name} has ${rowsOf(column)} values, not ${rowCount}`);
    parts.push(Buffer.concat([text(name), text(type)]));
    if (column.type === 'String') parts.push(Buffer.concat(column.values.map(text)));
    else if (isArrays(column)) parts.push(...encodeArrays(column));
    else parts.push(encodeNumbers(column.type, column.values));
  }
  return parts;
}

export function isArrays(column: WritableColumn): column is WritableArrays {
  return 'ends' in column;
}

function rowsOf(column: WritableColumn): number {
  return isArrays(column) ? column.ends.length : column.values.length;
}

const ELEMENTS = { 'Array(UInt8)': 'UInt8', 'Array(UInt32)': 'UInt32', 'Array(Float64)': 'Float64' } as const;

function encodeArrays({ name, type, ends, values }: WritableArrays): Uint8Array[] {
  const last = ends.length === 0 ? 0 : (ends[ends.length - 1] ?? 0);
  if (last !== values.length) throw new RangeError(`Arrays of column ${name} end at ${last}, not ${values.length}`);
  return [encodeNumbers('Int64', ends), encodeNumbers(ELEMENTS[type], values)];
}

/** @throws RangeError for a type that none of our statements returns, or when the bytes end too early */
export function decodeNative(bytes: Buffer): Columns {
  const reader = new NativeReader(bytes);
  const parts = new Map<string, ColumnPart[]>();
  let rowCount = 0;
  while (!reader.isAtEnd) {
    const columnCount = reader.varUInt();
    const blockRows = reader.varUInt();
    rowCount += blockRows;
    for (let n = 0; n < columnCount; n++) {
      const name = reader.text();
      const part = readPart(reader, reader.text(), blockRows);
      const known = parts.get(name);
      if (known === undefined) parts.set(name, [part]);
      else known.push(part);
    }
  }
  return { rowCount, byName: new Map([...parts].map(([name, ofColumn]) => [name, joinParts(ofColumn, rowCount)])) };
}

/** @throws RangeError when the response has no such column of numbers; a response without any block has empty columns */
export function numbersOf({ rowCount, byName }: Columns, name: string): Float64Array {
  const column = byName.get(name);
  if (column instanceof Float64Array) return column;
  if (column === undefined && rowCount === 0) return new Float64Array(0);
  throw new RangeError(`No column of numbers ${name}`);
}

/** Rows with the same columns of numbers, behind each other. */
export function joinRows(parts: readonly Columns[]): Columns {
  const [first] = parts;
  if (first && parts.length === 1) return first;
  const rowCount = parts.reduce((sum, part) => sum + part.rowCount, 0);
  const join = (name: string): Float64Array => {
    const column = new Float64Array(rowCount);
    let at = 0;
    for (const part of parts) {
      column.set(numbersOf(part, name), at);
      at += part.rowCount;
    }
    return column;
  };
  return { rowCount, byName: new Map([...(first?.byName.keys() ?? [])].map((name): [string, Column] => [name, join(name)])) };
}

/** @throws RangeError when the response has no such column of arrays */
export function arraysOf({ rowCount, byName }: Columns, name: string): ArrayColumn {
  const column = byName.get(name);
  if (column !== undefined && 'ends' in column) return column;
  if (column === undefined && rowCount === 0) return { ends: new Float64Array(0), values: new Float64Array(0) };
  throw new RangeError(`No column of arrays ${name}`);
}

/** @throws RangeError when the response has no such column of texts */
export function textsOf({ rowCount, byName }: Columns, name: string): string[] {
  const column = byName.get(name);
  if (Array.isArray(column)) return column;
  if (column === undefined && rowCount === 0) return [];
  throw new RangeError(`No column of texts ${name}`);
}

const TWO_TO_32 = 2 ** 32;
const PER_TWO_TO_32 = 2 ** -32;

function encodeNumbers(type: NumberType, numbers: ArrayLike<number>): Uint8Array {
  switch (type) {
    case 'Float64':
      return bytesOf(numbers instanceof Float64Array ? numbers : new Float64Array(numbers));
    case 'UInt8':
      return bytesOf(numbers instanceof Uint8Array ? numbers : checked(new Uint8Array(numbers), numbers));
    case 'UInt16':
      return bytesOf(numbers instanceof Uint16Array ? numbers : checked(new Uint16Array(numbers), numbers));
    case 'UInt32':
    case "DateTime('UTC')":
      return bytesOf(numbers instanceof Uint32Array ? numbers : checked(new Uint32Array(numbers), numbers));
    case 'Int32':
    case 'Date32':
      return bytesOf(numbers instanceof Int32Array ? numbers : checked(new Int32Array(numbers), numbers));
    case 'Int64':
    case "DateTime64(3, 'UTC')":
      return bytesOf(toInt64Words(numbers));
  }
}

type Narrow = Uint8Array | Uint16Array | Uint32Array | Int32Array;

function checked<T extends Narrow>(narrow: T, numbers: ArrayLike<number>): T {
  for (let i = 0; i < numbers.length; i++) {
    if (narrow[i] !== numbers[i]) throw new RangeError(`${numbers[i]} does not fit ${narrow.constructor.name}`);
  }
  return narrow;
}

function toInt64Words(numbers: ArrayLike<number>): Uint32Array {
  const words = new Uint32Array(numbers.length * 2);
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i] ?? Number.NaN;
    const high = Math.floor(value * PER_TWO_TO_32);
    const low = value - high * TWO_TO_32;
    words[2 * i] = low;
    words[2 * i + 1] = high;
    if (words[2 * i] !== low || !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) throw new RangeError(`${value} is no whole number`);
  }
  return words;
}

function bytesOf(array: Float64Array | Narrow): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function varUInt(value: number): Uint8Array {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) {
      bytes.push(rest);
      return Uint8Array.from(bytes);
    }
    bytes.push((rest % 128) | 128);
  }
}

function text(value: string): Uint8Array {
  const bytes = Buffer.from(value);
  return Buffer.concat([varUInt(bytes.byteLength), bytes]);
}

class NativeReader {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#offset >= this.#bytes.byteLength;
  }

  varUInt(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.take(1).readUInt8(0);
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  text(): string {
    return this.take(this.varUInt()).toString('utf8');
  }

  take(length: number): Buffer {
    if (this.#offset + length > this.#bytes.byteLength) throw new RangeError('The response ends in the middle of a column');
    this.#offset += length;
    return this.#bytes.subarray(this.#offset - length, this.#offset);
  }
}

/** Reads numbers, which begin at any byte, into their place in a column. */
type ReadNumbers = (view: DataView, into: Float64Array) => void;

const WIDTHS: Record<string, { bytes: number; read: ReadNumbers }> = {
  // The bytes of doubles are what we have in memory, too.
  Float64: { bytes: 8, read: (view, into) => bytesOf(into).set(new Uint8Array(view.buffer, view.byteOffset, into.byteLength)) },
  Float32: { bytes: 4, read: convert(Float32Array) },
  UInt8: { bytes: 1, read: convert(Uint8Array) },
  Int8: { bytes: 1, read: convert(Int8Array) },
  UInt16: { bytes: 2, read: convert(Uint16Array) },
  Int16: { bytes: 2, read: convert(Int16Array) },
  UInt32: { bytes: 4, read: convert(Uint32Array) },
  Int32: { bytes: 4, read: convert(Int32Array) },
  // Loops of their own: a number that a function returns to a shared loop is an object for each row.
  UInt64: {
    bytes: 8,
    read: (view, into) => {
      for (let i = 0; i < into.length; i++) into[i] = view.getUint32(8 * i + 4, true) * TWO_TO_32 + view.getUint32(8 * i, true);
    },
  },
  Int64: {
    bytes: 8,
    read: (view, into) => {
      for (let i = 0; i < into.length; i++) into[i] = view.getInt32(8 * i + 4, true) * TWO_TO_32 + view.getUint32(8 * i, true);
    },
  },
};

type NarrowArray = Float32Array | Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array;

/** Numbers that are in memory as they are sent, but for where they begin. */
function convert(Numbers: { new (buffer: ArrayBuffer): NarrowArray }): ReadNumbers {
  return ({ buffer, byteOffset, byteLength }, into) => {
    const bytes = new Uint8Array(buffer, byteOffset, byteLength).slice();
    into.set(new Numbers(bytes.buffer));
    releaseBuffer(bytes);
  };
}

const SAME_WIDTH: [RegExp, string][] = [
  [/^DateTime64\(/, 'Int64'],
  [/^DateTime(\(|$)/, 'UInt32'],
  [/^Date32$/, 'Int32'],
  [/^Date$/, 'UInt16'],
  [/^Bool$/, 'UInt8'],
];

/** Rows of a column as one block has them. */
type ColumnPart = { texts: string[] } | { ends: NumbersPart; elements: NumbersPart } | NumbersPart;

interface NumbersPart {
  numbers: DataView;
  read: ReadNumbers;
  rowCount: number;
  nulls?: Buffer;
}

function readPart(reader: NativeReader, type: string, rowCount: number): ColumnPart {
  if (type === 'String') return { texts: Array.from({ length: rowCount }, () => reader.text()) };
  const element = /^Array\((.+)\)$/.exec(type)?.[1];
  if (element !== undefined) {
    const ends = readNumbers(reader, 'UInt64', rowCount);
    return { ends, elements: readNumbers(reader, element, toColumn([ends], rowCount).at(-1) ?? 0) };
  }
  return readNumbers(reader, type, rowCount);
}

function readNumbers(reader: NativeReader, type: string, rowCount: number): NumbersPart {
  const nullable = /^Nullable\((.+)\)$/.exec(type)?.[1];
  if (nullable !== undefined) {
    const nulls = reader.take(rowCount);
    return { ...readNumbers(reader, nullable, rowCount), nulls };
  }
  const plain = SAME_WIDTH.find(([pattern]) => pattern.test(type))?.[1] ?? type;
  const width = WIDTHS[plain];
  if (width === undefined) throw new RangeError(`A column of type ${type}`);
  const bytes = reader.take(rowCount * width.bytes);
  return { numbers: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), read: width.read, rowCount };
}

/** Each column is put together where it stays: what is thrown away at once costs as much again as it did to read. */
function joinParts(parts: readonly ColumnPart[], rowCount: number): Column {
  if (parts.some((part) => 'texts' in part)) return parts.flatMap((part) => ('texts' in part ? part.texts : []));
  const arrays = parts.filter((part) => 'ends' in part);
  if (arrays.length > 0) return joinArrays(arrays, rowCount);
  return toColumn(
    parts.filter((part) => 'numbers' in part),
    rowCount,
  );
}

function joinArrays(parts: readonly { ends: NumbersPart; elements: NumbersPart }[], rowCount: number): ArrayColumn {
  const elements = parts.map((part) => part.elements);
  const ends = toColumn(
    parts.map((part) => part.ends),
    rowCount,
  );
  // Each block counts its elements from 0.
  let [row, before] = [0, 0];
  for (const part of parts) {
    for (const end = row + part.ends.rowCount; row < end; row++) ends[row] = (ends[row] ?? 0) + before;
    before += part.elements.rowCount;
  }
  return { ends, values: toColumn(elements, before) };
}

function toColumn(parts: readonly NumbersPart[], rowCount: number): Float64Array {
  const column = new Float64Array(rowCount);
  let from = 0;
  for (const part of parts) {
    const rows = column.subarray(from, from + part.rowCount);
    part.read(part.numbers, rows);
    part.nulls?.forEach((isNull, row) => {
      if (isNull !== 0) rows[row] = Number.NaN;
    });
    from += part.rowCount;
  }
  return column;
}
