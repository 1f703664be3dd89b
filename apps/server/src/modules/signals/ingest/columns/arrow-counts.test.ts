import { Float64, Table, TimestampMillisecond, tableToIPC, vectorFromArray } from 'apache-arrow';
import { expect, test } from 'vitest';
import { readArrowColumns, readArrowFields } from './arrow-columns.ts';
import { ColumnSink } from './column-sink.ts';

const STREAM = tableToIPC(
  new Table({ t: vectorFromArray([0, 600_000], new TimestampMillisecond()), 'inv-1/ActivePower': vectorFromArray([1, 2], new Float64()) }),
  'stream',
);

/** @returns points that can be taken, or the name of the refusal */
function read(bytes: Uint8Array): number | string | undefined {
  try {
    readArrowFields(bytes);
    const sink = new ColumnSink(Float64Array.of(Number.POSITIVE_INFINITY), 10);
    const shape = { timeField: 0, columnOfField: Int32Array.of(-1, 0), latestMs: Number.POSITIVE_INFINITY };
    return readArrowColumns(bytes, sink, shape) ? sink.profiles()[0]?.good : undefined;
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}

test('a stream as it was sent is read', () => {
  expect(read(STREAM)).toBe(2);
});

test('lists that are stated longer than they are cost nothing, wherever they stand', { timeout: 60_000 }, () => {
  const refusals = new Set<number | string | undefined>();
  for (let at = 0; at + 4 <= STREAM.length; at += 4)
    for (const count of [0x7f_ff_ff_ff, 0x00_ff_ff_ff]) {
      const altered = STREAM.slice();
      new DataView(altered.buffer).setUint32(at, count, true);
      refusals.add(read(altered));
    }
  expect(refusals).toContain('RangeError');
});
