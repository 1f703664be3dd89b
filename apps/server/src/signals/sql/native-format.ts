/**
 * ClickHouse's `Native` format: blocks of whole columns, little endian. Columns become typed arrays almost without work, in both directions.
 */

/** Numbers of every width arrive as doubles: exact up to 2^53, which no column that we read goes beyond. */
export type Column = Float64Array | string[];

export interface Columns {
  rowCount: number;
  byName: ReadonlyMap<string, Column>;
}

/** Types of numbers that are written. `DateTime64(3)` and `Int64` take whole doubles. */
export type NumberType = 'UInt8' | 'UInt16' | 'UInt32' | 'Int32' | 'Int64' | 'Float64' | "DateTime64(3, 'UTC')" | 'Date32';

export type WritableColumn =
  | { name: string; type: NumberType; values: ArrayLike<number> }
  | { name: string; type: 'String'; values: readonly string[] };

/** @throws RangeError when columns differ in length, or a number does not fit its type */
export function encodeNative(columns: readonly WritableColumn[]): Buffer {
  return Buffer.concat(encodeNativeParts(columns));
}

/** As `encodeNative`, in parts that follow each other: a million rows need not be copied once more. */
export function encodeNativeParts(columns: readonly WritableColumn[]): Uint8Array[] {
  const rowCount = columns[0]?.values.length ?? 0;
  const parts: Uint8Array[] = [Buffer.concat([varUInt(columns.length), varUInt(rowCount)])];
  for (const column of columns) {
    const { name, type, values } = column;
    if (values.length !== rowCount) throw new RangeError(`Column ${name} has ${values.length} values, not ${rowCount}`);
    parts.push(Buffer.concat([text(name), text(type)]));
    parts.push(column.type === 'String' ? Buffer.concat(column.values.map(text)) : encodeNumbers(column.type, column.values));
  }
  return parts;
}

/** @throws RangeError for a type that none of our statements returns, or when the bytes end too early */
export function decodeNative(bytes: Buffer): Columns {
  const reader = new NativeReader(bytes);
  const parts = new Map<string, Column[]>();
  let rowCount = 0;
  while (!reader.isAtEnd) {
    const columnCount = reader.varUInt();
    const blockRows = reader.varUInt();
    rowCount += blockRows;
    for (let n = 0; n < columnCount; n++) {
      const name = reader.text();
      const column = readColumn(reader, reader.text(), blockRows);
      const known = parts.get(name);
      if (known === undefined) parts.set(name, [column]);
      else known.push(column);
    }
  }
  return { rowCount, byName: new Map([...parts].map(([name, columns]) => [name, joinColumns(columns)])) };
}

/** @throws RangeError when the answer has no such column of numbers; an answer without any block has empty columns */
export function numbersOf({ rowCount, byName }: Columns, name: string): Float64Array {
  const column = byName.get(name);
  if (column instanceof Float64Array) return column;
  if (column === undefined && rowCount === 0) return new Float64Array(0);
  throw new RangeError(`No column of numbers ${name}`);
}

/** @throws RangeError when the answer has no such column of texts */
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
    if (this.#offset + length > this.#bytes.byteLength) throw new RangeError('The answer ends in the middle of a column');
    this.#offset += length;
    return this.#bytes.subarray(this.#offset - length, this.#offset);
  }
}

const WIDTHS: Record<string, { bytes: number; read: (view: DataView, count: number) => Float64Array }> = {
  Float64: { bytes: 8, read: (view, count) => new Float64Array(copyOf(view, count * 8)) },
  Float32: { bytes: 4, read: (view, count) => Float64Array.from(new Float32Array(copyOf(view, count * 4))) },
  UInt8: { bytes: 1, read: (view, count) => Float64Array.from(new Uint8Array(copyOf(view, count))) },
  Int8: { bytes: 1, read: (view, count) => Float64Array.from(new Int8Array(copyOf(view, count))) },
  UInt16: { bytes: 2, read: (view, count) => Float64Array.from(new Uint16Array(copyOf(view, count * 2))) },
  Int16: { bytes: 2, read: (view, count) => Float64Array.from(new Int16Array(copyOf(view, count * 2))) },
  UInt32: { bytes: 4, read: (view, count) => Float64Array.from(new Uint32Array(copyOf(view, count * 4))) },
  Int32: { bytes: 4, read: (view, count) => Float64Array.from(new Int32Array(copyOf(view, count * 4))) },
  UInt64: { bytes: 8, read: (view, count) => fromWords(view, count, false) },
  Int64: { bytes: 8, read: (view, count) => fromWords(view, count, true) },
};
const SAME_WIDTH: [RegExp, string][] = [
  [/^DateTime64\(/, 'Int64'],
  [/^DateTime(\(|$)/, 'UInt32'],
  [/^Date32$/, 'Int32'],
  [/^Date$/, 'UInt16'],
  [/^Bool$/, 'UInt8'],
];

function readColumn(reader: NativeReader, type: string, rowCount: number): Column {
  if (type === 'String') return Array.from({ length: rowCount }, () => reader.text());
  const nullable = /^Nullable\((.+)\)$/.exec(type)?.[1];
  if (nullable !== undefined) return withNulls(reader.take(rowCount), readColumn(reader, nullable, rowCount));
  const plain = SAME_WIDTH.find(([pattern]) => pattern.test(type))?.[1] ?? type;
  const width = WIDTHS[plain];
  if (width === undefined) throw new RangeError(`A column of type ${type}`);
  const bytes = reader.take(rowCount * width.bytes);
  return width.read(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), rowCount);
}

function withNulls(nulls: Buffer, column: Column): Column {
  if (Array.isArray(column)) throw new RangeError('A column of texts that may be missing');
  for (let i = 0; i < column.length; i++) if (nulls[i] !== 0) column[i] = Number.NaN;
  return column;
}

/** Typed arrays must begin at a multiple of their width; columns begin anywhere. */
function copyOf(view: DataView, byteLength: number): ArrayBuffer {
  const copy = new ArrayBuffer(byteLength);
  new Uint8Array(copy).set(new Uint8Array(view.buffer, view.byteOffset, byteLength));
  return copy;
}

function fromWords(view: DataView, count: number, isSigned: boolean): Float64Array {
  const words = new Uint32Array(copyOf(view, count * 8));
  const numbers = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const high = words[2 * i + 1] ?? 0;
    numbers[i] = (isSigned ? high | 0 : high) * TWO_TO_32 + (words[2 * i] ?? 0);
  }
  return numbers;
}

function joinColumns(columns: readonly Column[]): Column {
  const [first] = columns;
  if (first !== undefined && columns.length === 1) return first;
  if (columns.some((column) => Array.isArray(column))) return columns.flatMap((column) => (Array.isArray(column) ? column : []));
  const joined = new Float64Array(columns.reduce((length, column) => length + column.length, 0));
  let offset = 0;
  for (const column of columns) {
    if (Array.isArray(column)) continue;
    joined.set(column, offset);
    offset += column.length;
  }
  return joined;
}
