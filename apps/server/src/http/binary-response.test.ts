import { once } from 'node:events';
import { createConnection } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BinaryResponse } from './binary-response.ts';

let app: FastifyInstance;
let url: URL;
/** What was sent, by the first byte of each response. */
let sent: Map<number, Uint8Array<ArrayBuffer>>;

beforeEach(async () => {
  sent = new Map();
  app = fastify();
  app.get('/:first/:size', (request, reply) => {
    const { first, size } = request.params as { first: string; size: string };
    const bytes = new Uint8Array(Number(size)).fill(Number(first));
    sent.set(Number(first), bytes);
    const release = () => void bytes.buffer.transfer(0);
    return new BinaryResponse({ contentType: 'application/octet-stream', bytes, release }).send(reply);
  });
  url = new URL(await app.listen({ port: 0 }));
});
afterEach(() => app.close());

const isGivenBack = (first: number) => vi.waitFor(() => expect(sent.get(first)?.byteLength).toBe(0), { timeout: 20_000, interval: 5 });

test('responses that are sent side by side are each whole, and their memory is released', async () => {
  const sizes = [100_000, 3_000_000, 700_000, 1_200_000];
  const responses = await Promise.all(
    sizes.map(async (size, first) => new Uint8Array(await (await fetch(`${url}${first}/${size}`)).arrayBuffer())),
  );
  for (const [first, size] of sizes.entries()) {
    expect(responses[first]?.byteLength).toBe(size);
    expect(responses[first]?.every((byte) => byte === first)).toBe(true);
    await isGivenBack(first);
  }
});

test('a response whose reader goes away in the middle is given back, too, and the next one is whole', async () => {
  const reader = createConnection(Number(url.port), url.hostname);
  reader.write('GET /1/50000000 HTTP/1.1\r\nHost: plant\r\n\r\n');
  await once(reader, 'data');
  expect(sent.get(1)?.byteLength).toBe(50_000_000);
  reader.destroy();
  await isGivenBack(1);
  const next = new Uint8Array(await (await fetch(`${url}2/1000000`)).arrayBuffer());
  expect([next.byteLength, next.every((byte) => byte === 2)]).toEqual([1_000_000, true]);
});
