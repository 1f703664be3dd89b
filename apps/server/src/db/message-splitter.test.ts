import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MessageSplitter } from './message-splitter.ts';

function message(type: string, body: string): Buffer {
  const header = Buffer.alloc(5);
  header.write(type, 'latin1');
  header.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([header, Buffer.from(body)]);
}

const startup = (() => {
  const bytes = Buffer.alloc(16);
  bytes.writeInt32BE(16, 0);
  bytes.writeInt32BE(196_608, 4);
  return bytes;
})();

test('a parse, bind, execute and sync are one batch', () => {
  const splitter = new MessageSplitter();
  const query = Buffer.concat([message('P', 'select 1'), message('B', ''), message('E', ''), message('S', '')]);
  expect(splitter.push(Buffer.concat([startup, query, message('Q', 'begin')])).map(toBytes)).toEqual(
    [startup, query, message('Q', 'begin')].map(toBytes),
  );
});

test('the end of a session is not passed on', () => {
  const splitter = new MessageSplitter();
  expect(splitter.push(Buffer.concat([startup, message('X', ''), message('Q', 'x')])).map(toBytes)).toEqual([
    toBytes(startup),
    toBytes(message('Q', 'x')),
  ]);
});

test('however the stream is cut into pieces, the batches are the same', () => {
  const messageArbitrary = fc.tuple(
    fc.constantFrom('P', 'B', 'D', 'E', 'S', 'Q', 'C'),
    fc.string({ unit: 'grapheme-ascii', maxLength: 40 }),
  );
  fc.assert(
    fc.property(
      fc.array(messageArbitrary, { maxLength: 30 }),
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }),
      (messages, sizes) => {
        const stream = Buffer.concat([startup, ...messages.map(([type, body]) => message(type, body))]);
        const whole = new MessageSplitter().push(stream).map(toBytes);
        const splitter = new MessageSplitter();
        const pieces: Uint8Array[] = [];
        for (let start = 0, turn = 0; start < stream.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          pieces.push(...splitter.push(stream.subarray(start, start + size)));
          start += size;
        }
        expect(pieces.map(toBytes)).toEqual(whole);
      },
    ),
  );
});

function toBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}
