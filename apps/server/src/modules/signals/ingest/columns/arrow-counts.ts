const CONTINUATION = -1;
const HEADERS = { schema: 1, dictionaryBatch: 2, recordBatch: 3 } as const;
/** Bytes of one entry of a list: of structs of two 64-bit numbers, of offsets to tables, of 64-bit numbers. */
const [STRUCT_BYTES, OFFSET_BYTES, LONG_BYTES] = [16, 4, 8];

/**
 * Refuses a message of an Arrow stream that states longer lists than its bytes hold. The Arrow library believes the stated lengths, and makes an
 * object for each of up to four billion entries.
 *
 * @returns where the next message begins; undefined: the stream has ended
 * @throws RangeError
 * @see https://arrow.apache.org/docs/format/Columnar.html#encapsulated-message-format
 */
export function assertCounts(bytes: Uint8Array, start: number): number | undefined {
  const stream = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (start + 4 > stream.byteLength) return undefined;
  // Streams of the first versions begin with the length itself.
  const lengthAt = stream.getInt32(start, true) === CONTINUATION ? start + 4 : start;
  if (lengthAt + 4 > stream.byteLength) return undefined;
  const headBytes = stream.getInt32(lengthAt, true);
  if (headBytes <= 0) return undefined;
  const head = new DataView(bytes.buffer, bytes.byteOffset + lengthAt + 4, headBytes);
  const message = head.getUint32(0, true);
  const bodyLengthAt = fieldOf(head, message, 3);
  const bodyBytes = bodyLengthAt === undefined ? 0 : Number(head.getBigInt64(bodyLengthAt, true));
  if (bodyBytes < 0) throw new RangeError('A message states a negative length');
  assertHeader(head, message);
  return lengthAt + 4 + headBytes + bodyBytes;
}

function assertHeader(head: DataView, message: number): void {
  const typeAt = fieldOf(head, message, 1);
  const header = targetOf(head, message, 2);
  if (typeAt === undefined || header === undefined) return;
  const type = head.getUint8(typeAt);
  if (type === HEADERS.recordBatch) assertBatch(head, header);
  if (type === HEADERS.schema) assertFields(head, { table: header, list: 1, metadata: 2 }, { left: head.byteLength });
  const dictionary = type === HEADERS.dictionaryBatch ? targetOf(head, header, 1) : undefined;
  if (dictionary !== undefined) assertBatch(head, dictionary);
}

/** Nodes, buffers and counts of variadic buffers. */
function assertBatch(head: DataView, batch: number): void {
  listOf(head, targetOf(head, batch, 1), STRUCT_BYTES);
  listOf(head, targetOf(head, batch, 2), STRUCT_BYTES);
  listOf(head, targetOf(head, batch, 4), LONG_BYTES);
}

interface FieldList {
  table: number;
  /** Fields of the table that hold the list and its metadata. */
  list: number;
  metadata: number;
}

/** A field and all below it; tables that several lists share are counted each time, as they are read each time. */
function assertFields(head: DataView, { table, list, metadata }: FieldList, budget: { left: number }): void {
  const { count, first } = listOf(head, targetOf(head, table, list), OFFSET_BYTES);
  budget.left -= count + listOf(head, targetOf(head, table, metadata), OFFSET_BYTES).count;
  if (budget.left < 0) throw new RangeError('A schema states more fields than it has bytes');
  for (let index = 0; index < count; index++) {
    const at = first + index * OFFSET_BYTES;
    assertFields(head, { table: at + head.getUint32(at, true), list: 5, metadata: 6 }, budget);
  }
}

function listOf(head: DataView, at: number | undefined, entryBytes: number): { count: number; first: number } {
  if (at === undefined) return { count: 0, first: 0 };
  const count = head.getUint32(at, true);
  if (at + 4 + count * entryBytes > head.byteLength) throw new RangeError('A list is longer than its message');
  return { count, first: at + 4 };
}

/** Position of a field of a table; undefined: it has none. @see https://flatbuffers.dev/internals */
function fieldOf(head: DataView, table: number, field: number): number | undefined {
  const layout = table - head.getInt32(table, true);
  const slot = 4 + field * 2;
  if (slot >= head.getUint16(layout, true)) return undefined;
  const offset = head.getUint16(layout + slot, true);
  return offset === 0 ? undefined : table + offset;
}

function targetOf(head: DataView, table: number, field: number): number | undefined {
  const at = fieldOf(head, table, field);
  return at === undefined ? undefined : at + head.getUint32(at, true);
}
