import { type Data, DataType, type RecordBatch, RecordBatchReader, type Vector } from 'apache-arrow';
import { readInstant } from '../instants.ts';
import { assertCounts } from './arrow-counts.ts';
import type { ColumnSink } from './column-sink.ts';
import type { ArrowField } from './columns-messages.ts';

export interface ArrowShape {
  /** Place of the time among the fields, from 0. */
  timeField: number;
  /** Column per place; -1 where a field is none. */
  columnOfField: Int32Array;
  /** Of any column. */
  latestMs: number;
}

/** The fields of a stream, of which these are the first bytes. @throws Error when they are none */
export function readArrowFields(bytes: Uint8Array): ArrowField[] {
  // Its first message is the schema; what follows may be cut here.
  assertCounts(bytes, 0);
  const reader = RecordBatchReader.from(bytes);
  reader.open();
  return reader.schema.fields.map(({ name, type }) => ({
    name: String(name),
    isNumeric: isNumeric(type),
    isInteger: DataType.isInt(type),
    isTimestamp: DataType.isTimestamp(type),
  }));
}

function isNumeric(type: DataType): boolean {
  if (DataType.isDictionary(type)) return isNumeric(type.dictionary);
  return DataType.isInt(type) || DataType.isFloat(type) || DataType.isDecimal(type) || DataType.isNull(type);
}

/**
 * Reads a stream of Arrow batches where it lies: the numbers of its columns are the bytes of the file.
 *
 * @returns false where something of it is packed or of a rare type: the engine reads those
 * @throws Error when the bytes are no whole stream
 */
export function readArrowColumns(bytes: Uint8Array, sink: ColumnSink, shape: ArrowShape): boolean {
  for (let start: number | undefined = 0; start !== undefined; ) start = assertCounts(bytes, start);
  const reader = RecordBatchReader.from(bytes);
  reader.open();
  const { fields } = reader.schema;
  const isReadable = fields.every(({ type }, place) => (place === shape.timeField ? isTime(type) : isPlain(type)));
  if (!isReadable) return false;
  let firstRow = 0;
  for (const batch of reader) {
    assertWhole(batch, bytes.byteLength);
    const time = batch.getChildAt(shape.timeField);
    const instantAt = (row: number): ReturnType<typeof readInstant> => instantOf(time, row, shape.latestMs);
    const timesMs = Float64Array.from({ length: batch.numRows }, (_, row) => toTime(instantAt(row)));
    for (const [place, column] of shape.columnOfField.entries()) {
      const data = column < 0 ? undefined : batch.data.children[place];
      if (data !== undefined) readColumn(data, sink, { column, firstRow, timesMs, instantAt });
    }
    firstRow += batch.numRows;
  }
  return true;
}

/** A length that a broken stream tells is not to be believed: every row has at least a byte for its time, and every column all rows. */
function assertWhole({ numRows, data }: RecordBatch, byteLength: number): void {
  const isWhole = (column: Data): boolean =>
    column.length === numRows && (column.values === undefined || column.values.length > 0 || numRows === 0);
  if (!(numRows >= 0 && numRows <= byteLength) || !data.children.every(isWhole)) throw new RangeError('Columns of different length');
}

/** Times and values differ in nothing but their place. */
function readColumn({ values, nullCount, length, nullBitmap, offset }: Data, sink: ColumnSink, rows: BatchRows): void {
  const { column, firstRow, timesMs, instantAt } = rows;
  for (let row = 0; row < length; row++) {
    if (nullCount > 0 && !isBitSet(nullBitmap, offset + row)) continue;
    const timeMs = timesMs[row] ?? Number.NaN;
    const reason = Number.isNaN(timeMs) ? instantAt(row) : undefined;
    if (typeof reason === 'string') sink.reject(column, firstRow + row, reason);
    else sink.add(column, firstRow + row, timeMs, Number(values[row]));
  }
}

interface BatchRows {
  column: number;
  firstRow: number;
  /** NaN: no time that can be used. */
  timesMs: Float64Array;
  instantAt(row: number): ReturnType<typeof readInstant>;
}

function toTime(instant: ReturnType<typeof readInstant>): number {
  return typeof instant === 'number' ? instant : Number.NaN;
}

function isBitSet(bitmap: Uint8Array, index: number): boolean {
  return (((bitmap[index >> 3] ?? 0) >> (index & 7)) & 1) === 1;
}

function isTime(type: DataType): boolean {
  return DataType.isTimestamp(type) || DataType.isInt(type) || DataType.isUtf8(type);
}

function isPlain(type: DataType): boolean {
  return DataType.isInt(type) || (DataType.isFloat(type) && type.precision > 0);
}

/** Timestamps finer than a millisecond lose the rest. */
function instantOf(times: Vector | null, row: number, latestMs: number): ReturnType<typeof readInstant> {
  const time: unknown = times?.get(row);
  if (typeof time === 'number' || typeof time === 'bigint') return readInstant(Math.floor(Number(time)), latestMs);
  return readInstant(time, latestMs);
}
