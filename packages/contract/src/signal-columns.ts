import { z } from 'zod';
import { type Series, seriesSchema, signalValuesResponseSchema } from './signals.ts';

const COLUMN_NAMES = ['timesMs', 'values', 'min', 'max', 'completeness'] as const;
type ColumnName = (typeof COLUMN_NAMES)[number];

/** A series whose columns are doubles; NaN is missing. */
export interface ColumnSeries extends Omit<Series, ColumnName> {
  timesMs: Float64Array;
  values: Float64Array;
  min?: Float64Array | undefined;
  max?: Float64Array | undefined;
  completeness?: Float64Array | undefined;
}

export interface SignalColumns extends Omit<z.infer<typeof signalValuesResponseSchema>, 'series'> {
  series: ColumnSeries[];
}

/** Where a column stands among the doubles: first, count. */
const placeSchema = z.tuple([z.number().int().min(0), z.number().int().min(0)]);
const headSchema = signalValuesResponseSchema.extend({
  series: z.array(
    seriesSchema.extend({
      timesMs: placeSchema,
      values: placeSchema,
      min: placeSchema.optional(),
      max: placeSchema.optional(),
      completeness: placeSchema.optional(),
    }),
  ),
});
type Head = z.infer<typeof headSchema>;
type Place = z.infer<typeof placeSchema>;

/** `SVC1`, little endian. */
const MAGIC = 0x31435653;
const HEAD_AT = 8;

/**
 * Bytes of a response: `SVC1`, the length of the head (UInt32), the head as JSON padded with spaces to a multiple of 8 bytes, the doubles (little endian).
 * In the head each column is `[first, count]` among the doubles; columns that follow each other and are the same, as times usually are, stand there once.
 */
export function encodeSignalColumns({ series, ...response }: SignalColumns): Uint8Array<ArrayBuffer> {
  const columns: Float64Array[] = [];
  let count = 0;
  const newest = new Map<ColumnName, { column: Float64Array; place: Place }>();
  const placeOf = (name: ColumnName, column: Float64Array): Place => {
    const known = newest.get(name);
    if (known !== undefined && isSameColumn(known.column, column)) return known.place;
    const place: Place = [count, column.length];
    newest.set(name, { column, place });
    columns.push(column);
    count += column.length;
    return place;
  };
  const heads = series.map(({ timesMs, values, min, max, completeness, ...own }) => ({
    ...own,
    timesMs: placeOf('timesMs', timesMs),
    values: placeOf('values', values),
    ...(min ? { min: placeOf('min', min) } : {}),
    ...(max ? { max: placeOf('max', max) } : {}),
    ...(completeness ? { completeness: placeOf('completeness', completeness) } : {}),
  }));
  const head = new TextEncoder().encode(JSON.stringify({ ...response, series: heads } satisfies Head));
  const doublesAt = Math.ceil((HEAD_AT + head.length) / 8) * 8;
  const bytes = new Uint8Array(doublesAt + count * 8);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, doublesAt - HEAD_AT, true);
  bytes.fill(32, HEAD_AT, doublesAt).set(head, HEAD_AT);
  const doubles = new Float64Array(bytes.buffer, doublesAt);
  let first = 0;
  for (const column of columns) {
    doubles.set(column, first);
    first += column.length;
  }
  return bytes;
}

/**
 * The response again. Columns are views of the bytes, not copies; series with the same times share them.
 *
 * @throws RangeError when the bytes are none or are cut off
 */
export function decodeSignalColumns(bytes: ArrayBuffer): SignalColumns {
  if (bytes.byteLength < HEAD_AT) throw new RangeError('No columns of signals');
  const view = new DataView(bytes);
  const doublesAt = HEAD_AT + view.getUint32(4, true);
  if (view.getUint32(0, true) !== MAGIC || doublesAt > bytes.byteLength || bytes.byteLength % 8 !== 0)
    throw new RangeError('No columns of signals');
  const { series, ...response } = headSchema.parse(
    JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, HEAD_AT, doublesAt - HEAD_AT))),
  );
  const doubles = new Float64Array(bytes, doublesAt);
  const shared = new Map<string, Float64Array>();
  const columnAt = ([first, count]: Place): Float64Array => {
    if (first + count > doubles.length) throw new RangeError('The columns of signals are cut off');
    const known = shared.get(`${first} ${count}`) ?? doubles.subarray(first, first + count);
    shared.set(`${first} ${count}`, known);
    return known;
  };
  return {
    ...response,
    series: series.map(({ timesMs, values, min, max, completeness, ...own }) => ({
      ...own,
      timesMs: columnAt(timesMs),
      values: columnAt(values),
      ...(min ? { min: columnAt(min) } : {}),
      ...(max ? { max: columnAt(max) } : {}),
      ...(completeness ? { completeness: columnAt(completeness) } : {}),
    })),
  };
}

/** Whether two columns hold the same doubles, bit for bit but for the many forms of NaN. */
export function isSameColumn(left: Float64Array, right: Float64Array): boolean {
  if (left === right) return true;
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index += 1) if (!Object.is(left[index], right[index])) return false;
  return true;
}
