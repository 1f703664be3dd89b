import { once } from 'node:events';
import { type AddressInfo, createConnection } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { plantCommandEndpoints } from '@solvane/contract/plant-commands';
import { systemEndpoints } from '@solvane/contract/system';
import { widgetEndpoints } from '@solvane/contract/widgets/widget-data';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { testApp } from '../testing/test-app.ts';

/** The product on a socket, and what it logs beyond its requests. */
async function listening() {
  const problems: string[] = [];
  const log = pino({ level: 'warn', base: null }, { write: (line) => void problems.push(line) });
  const product = await testApp({ log });
  await product.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = product.app.server.address() as AddressInfo;
  /** Sends a request and goes away after so many turns of the event loop; undefined: with the first bytes of the answer. */
  const sendAndLeave = async ({ head, body = '' }: Sent, turns: number | undefined): Promise<void> => {
    const socket = createConnection(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    socket.write(`${head}\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n\r\n${body}`);
    if (turns === undefined) await once(socket, 'data');
    else for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    // Every other client goes without a word.
    if (turns !== undefined && turns % 2 === 1) socket.resetAndDestroy();
    else socket.destroy();
  };
  const noConnections = () =>
    vi.waitFor(async () => {
      const { promise, resolve } = Promise.withResolvers<number>();
      product.app.server.getConnections((_error, count) => resolve(count));
      expect(await promise).toBe(0);
    });
  return { ...product, port, problems, sendAndLeave, noConnections };
}

interface Sent {
  head: string;
  body?: string;
  /** The body ends too early: nothing is answered, so no client can wait for it. */
  isUnfinished?: boolean;
}

const QUERIES = JSON.stringify({ queries: Array.from({ length: 12 }, (_, index) => ({ id: String(index), kind: 'siteStatus' })) });
const POST_FRAMES = `POST ${widgetEndpoints.data.path} HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: ${QUERIES.length}`;

const MOMENTS = [undefined, ...Array.from({ length: 40 }, (_, turns) => turns * 3)];

test.each<[string, (headers: string) => Sent]>([
  ['numbers of the product', () => ({ head: `GET ${systemEndpoints.metrics.path} HTTP/1.1` })],
  ['a list', (headers) => ({ head: `GET /api/jobs/list HTTP/1.1${headers}` })],
  ['the event stream', (headers) => ({ head: `GET ${systemEndpoints.stream.path} HTTP/1.1${headers}` })],
  ['frames of widgets', (headers) => ({ head: POST_FRAMES + headers, body: QUERIES })],
  [
    'frames of widgets, before they are asked for',
    (headers) => ({ head: POST_FRAMES + headers, body: QUERIES.slice(0, 40), isUnfinished: true }),
  ],
])('a client that goes away at any moment is no failure: %s', async (_name, sent) => {
  const { as, given, problems, sendAndLeave, noConnections } = await listening();
  await given.site({ enterpriseId: 'solvind' });
  const user = await as({ of: 'solvind' });
  const headers = Object.entries(user.headers)
    .map(([name, value]) => `\r\n${name}: ${value}`)
    .join('');
  const request = sent(headers);
  for (const turns of request.isUnfinished ? MOMENTS.slice(1) : MOMENTS) await sendAndLeave(request, turns);
  await noConnections();
  expect(problems).toEqual([]);
  expect((await user.send(widgetEndpoints.data, { body: JSON.parse(QUERIES) })).statusCode).toBe(200);
});

test('one connection of a plant asks for commands a hundred times and gathers no listeners', async () => {
  const { app, asKey, given, port } = await listening();
  const site = await given.site({ enterpriseId: 'solvind' });
  const key = await asKey([site.id]);
  const accepted = once(app.server, 'connection');
  const socket = createConnection(port, '127.0.0.1');
  const [served] = await accepted;
  const request = `GET ${plantCommandEndpoints.next.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nauthorization: ${key.headers.authorization}\r\n\r\n`;
  const ask = async (): Promise<number> => {
    const answered = once(socket, 'data');
    socket.write(request);
    expect(String((await answered)[0])).toContain('200 OK');
    return served.listenerCount('close');
  };
  const first = await ask();
  for (let times = 0; times < 100; times += 1) expect(await ask()).toBeLessThanOrEqual(first + 1);
  socket.destroy();
});
