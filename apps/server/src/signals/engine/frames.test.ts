import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeFrame, FRAME, FrameReader } from './frames.ts';

test('frames arrive whole and in order, however the socket cuts them', () => {
  const frame = fc.record({ request: fc.nat(), payload: fc.uint8Array({ maxLength: 300 }) });
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 20 }), fc.array(fc.integer({ min: 1, max: 64 }), { minLength: 1 }), (sent, cuts) => {
      const bytes = Buffer.concat(sent.map(({ request, payload }) => encodeFrame(FRAME.run, request, payload)));
      expect(read(bytes, cuts)).toEqual(sent.map(({ request, payload }) => ({ kind: FRAME.run, request, payload: [...payload] })));
    }),
  );
});

test("a response's bytes are passed on as they come, between other frames", () => {
  const slice = fc.record({ isAnswer: fc.boolean(), payload: fc.uint8Array({ maxLength: 300 }) });
  fc.assert(
    fc.property(fc.array(slice, { maxLength: 20 }), fc.array(fc.integer({ min: 1, max: 64 }), { minLength: 1 }), (sent, cuts) => {
      const kindOf = (isAnswer: boolean) => (isAnswer ? FRAME.data : FRAME.done);
      const bytes = Buffer.concat(sent.map(({ isAnswer, payload }) => encodeFrame(kindOf(isAnswer), 7, payload)));
      const received = read(bytes, cuts);
      const bytesOf = (kind: number) => received.flatMap((frame) => (frame.kind === kind ? frame.payload : []));
      for (const isAnswer of [true, false])
        expect(bytesOf(kindOf(isAnswer))).toEqual(sent.flatMap((each) => (each.isAnswer === isAnswer ? [...each.payload] : [])));
    }),
  );
});

/** What a reader tells whose socket delivers so many bytes at a time, always in the same memory. */
function read(bytes: Buffer, cuts: readonly number[]): { kind: number; request: number; payload: number[] }[] {
  const reader = new FrameReader();
  const memory = Buffer.alloc(64);
  const received = [];
  for (let offset = 0, n = 0; offset < bytes.byteLength; n++) {
    const length = bytes.copy(memory, 0, offset, offset + (cuts[n % cuts.length] ?? 1));
    received.push(...reader.push(memory.subarray(0, length)).map((frame) => ({ ...frame, payload: [...frame.payload] })));
    offset += length;
  }
  return received;
}

test('bytes of another protocol are refused before memory is taken for them', () => {
  expect(() => new FrameReader().push(Buffer.from('GET / HTTP/1.1\r\n'))).toThrow(RangeError);
  expect(() => new FrameReader().push(Buffer.alloc(64))).toThrow(RangeError);
});
