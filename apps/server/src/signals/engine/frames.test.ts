import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeFrame, FRAME, FrameReader } from './frames.ts';

test('frames arrive whole and in order, however the socket cuts them', () => {
  const frame = fc.record({ request: fc.nat(), payload: fc.uint8Array({ maxLength: 300 }) });
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 20 }), fc.array(fc.integer({ min: 1, max: 64 }), { minLength: 1 }), (sent, cuts) => {
      const bytes = Buffer.concat(sent.map(({ request, payload }) => encodeFrame(FRAME.data, request, payload)));
      const reader = new FrameReader();
      const received = [];
      for (let offset = 0, n = 0; offset < bytes.byteLength; n++) {
        const length = cuts[n % cuts.length] ?? 1;
        received.push(...reader.push(bytes.subarray(offset, offset + length)));
        offset += length;
      }
      expect(received.map(({ kind, request, payload }) => ({ kind, request, payload: [...payload] }))).toEqual(
        sent.map(({ request, payload }) => ({ kind: FRAME.data, request, payload: [...payload] })),
      );
    }),
  );
});

test('bytes of another protocol are refused before memory is taken for them', () => {
  expect(() => new FrameReader().push(Buffer.from('GET / HTTP/1.1\r\n'))).toThrow(RangeError);
  expect(() => new FrameReader().push(Buffer.alloc(64))).toThrow(RangeError);
});
