import { type Data, DataType, RecordBatchReader, type Vector } from 'apache-arrow';
import { readInstant } from '../instants.ts';
import type { ColumnSink } from './column-sink.ts';

export interface ArrowShape {
  /** Place of the time among the fields, from 0. */
  timeField: number;
  /** Column per place; -1 where a field is none. */
  columnOfField: Int32Array;
  latestMs: number;
}

/**
 * Reads a stream of Arrow batches where it lies: the numbers of its columns are the bytes of the file.
 *
 * @returns false where something of it is packed or of a rare type: the engine reads those
 * @throws Error when the bytes are no whole stream
 */
export function readArrowColumns(bytes: Uint8Array, sink: ColumnSink, shape: ArrowShape): boolean {
  const reader = RecordBatchReader.from(bytes);
  reader.open();
  const { fields } = reader.schema;
  const isReadable = fields.every(({ type }, place) => (place === shape.timeField ? isTime(type) : isPlain(type)));
  if (!isReadable) return false;
  let firstRow = 0;
  for (const batch of reader) {
    const time = batch.getChildAt(shape.timeField);
    const instants = Array.from({ length: batch.numRows }, (_, row) => instantOf(time, row, shape.latestMs));
    for (const [place, column] of shape.columnOfField.entries()) {
      const data = column < 0 ? undefined : batch.data.children[place];
      if (data !== undefined) readColumn(data, sink, { column, firstRow, instants });
    }
    firstRow += batch.numRows;
  }
  return true;
}

/** Times and values differ in nothing but their place. */
function readColumn(
  { values, nullCount, length, nullBitmap, offset }: Data,
  sink: ColumnSink,
  { column, firstRow, instants }: { column: number; firstRow: number; instants: readonly ReturnType<typeof readInstant>[] },
): void {
  for (let row = 0; row < length; row++) {
    if (nullCount > 0 && !isBitSet(nullBitmap, offset + row)) continue;
    const instant = instants[row] ?? 'timeInvalid';
    if (typeof instant === 'number') sink.add(column, firstRow + row, instant, Number(values[row]));
    else sink.reject(column, firstRow + row, instant);
  }
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
