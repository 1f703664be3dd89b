import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { resetReply } from '../plant/reset-reply.ts';
import { replyToCommands } from './reply-to-commands.ts';

test('a demo plant fetches a command with its key and answers it as its controller would, also after the server was away', async () => {
  const requestedAtMs = Date.UTC(2026, 5, 10);
  const command = {
    commandId: '00000000-0000-4000-8000-000000000001',
    kind: 'reset',
    siteId: 's01',
    segmentId: 's01-inv-1',
    code: '301',
    requestedAtMs,
    expiresAtMs: requestedAtMs + 120_000,
  };
  const stop = new AbortController();
  const asked: (string | undefined)[] = [];
  const waits: number[] = [];
  let answered: unknown;
  const server = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.headers.authorization} ${request.headers.prefer ?? ''}`);
    if (asked.length === 1) return response.writeHead(503).end();
    response.setHeader('content-type', 'application/json');
    if (request.method === 'GET')
      return response.end(JSON.stringify({ items: answered === undefined && asked.length === 2 ? [command] : [] }));
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    answered = JSON.parse(Buffer.concat(parts).toString());
    response.end('{"isAccepted":true}');
    stop.abort();
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new RangeError('no address');
  await replyToCommands({
    baseUrl: `http://127.0.0.1:${address.port}`,
    ingestionKey: 'key-1',
    fleetSeed: 7,
    signal: stop.signal,
    log: { warn: () => undefined },
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
  });
  const { isSuccess, message, afterMs } = resetReply(7, command);
  expect(answered).toEqual({ commandId: command.commandId, isSuccess, message });
  expect(waits).toEqual([5_000, afterMs]);
  expect(asked.slice(0, 2)).toEqual(['GET Bearer key-1 wait=25', 'GET Bearer key-1 wait=25']);
});
