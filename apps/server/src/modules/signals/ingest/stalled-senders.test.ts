import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { ingestEndpoints } from '@solvane/contract/ingest';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { TestClient } from '../../../testing/test-app.ts';
import { CSV_TYPE, JSON_TYPE, NOON_MS, openPlant, type Plant } from '../testing/plant.ts';

/** Senders on real connections: what a slow line, a broken gateway or an attacker does to everyone else. */

interface Line extends Plant {
  port: number;
  /** A connection that sends the head of a request, and so much of its body. */
  open(sender: TestClient, options: { type: string; begin: string; length?: number }): Promise<Socket>;
  /** A whole write, that the server has to answer. */
  write(sender: TestClient): Promise<number>;
}

async function openLine(): Promise<Line> {
  const plant = await openPlant();
  await plant.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = plant.app.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return {
    ...plant,
    port,
    open: async (sender, { type, begin, length = 1_000_000 }) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      sockets.push(socket);
      await once(socket, 'connect');
      const head = [
        `POST ${ingestEndpoints.points.path} HTTP/1.1`,
        'host: 127.0.0.1',
        `content-type: ${type}`,
        `content-length: ${length}`,
      ];
      const credentials = Object.entries(sender.headers).map(([name, value]) => `${name}: ${value}`);
      socket.write(`${[...head, ...credentials].join('\r\n')}\r\n\r\n${begin}`);
      return socket;
    },
    write: async (sender) => {
      const body = JSON.stringify({ series: [{ segmentId: 'inv-1', signal: 'ActivePower', t: [NOON_MS], v: [1] }] });
      const response = await fetch(`http://127.0.0.1:${port}${ingestEndpoints.points.path}`, {
        method: 'POST',
        headers: { ...sender.headers, 'content-type': JSON_TYPE },
        body,
        signal: AbortSignal.timeout(20_000),
      });
      await response.arrayBuffer();
      return response.status;
    },
  };
}

test('200 stalled senders of one key hold up neither another key nor, for long, their own', async () => {
  const line = await openLine();
  const other = await line.asKey([line.siteId]);
  await Promise.all(
    Array.from({ length: 200 }, (_, at) => line.open(line.key, { type: at % 2 ? CSV_TYPE : JSON_TYPE, begin: 't,inv-1/Act' })),
  );
  expect(await line.write(other)).toBe(200);
  await vi.waitFor(async () => expect(await line.write(line.key)).toBe(200), { timeout: 20_000, interval: 200 });
});
