import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { registerSlowSenders } from './slow-senders.ts';

const WINDOW_MS = 300;

async function openServer(): Promise<{ open(length: number): Promise<Socket> }> {
  const app = fastify();
  registerSlowSenders(app, { minBytesPerSecond: 1_000, windowMs: WINDOW_MS });
  app.post('/', async (request) => ({ bytes: JSON.stringify(request.body).length }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return {
    open: async (length) => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(
        `POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`,
      );
      return socket;
    },
  };
}

test('a body that stops arriving is answered with what it fell short of, and its connection is closed', async () => {
  const server = await openServer();
  const socket = await server.open(10_000);
  socket.write('"begin');
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('request.tooSlow');
  expect(answer).toContain('"minBytesPerSecond":1000');
});

test('a body that trickles is cut off too', async () => {
  const server = await openServer();
  const socket = await server.open(10_000);
  socket.write('"');
  const trickle = setInterval(() => socket.write('x'), 20);
  onTestFinished(() => clearInterval(trickle));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

test('a body that arrives steadily over many windows is taken', async () => {
  const server = await openServer();
  const parts = 20;
  const socket = await server.open(parts * 1_000 + 2);
  socket.write('"');
  let sent = 0;
  const steady = setInterval(() => {
    socket.write('x'.repeat(1_000));
    if (++sent < parts) return;
    clearInterval(steady);
    socket.write('"');
  }, WINDOW_MS / 5);
  onTestFinished(() => clearInterval(steady));
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain(`{"bytes":${parts * 1_000 + 2}}`);
});
