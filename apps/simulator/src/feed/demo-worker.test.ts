import { createServer } from 'node:http';
import { Worker } from 'node:worker_threads';
import { type DemoMessage, type DemoOrder, demoMessageSchema } from '@solvane/contract/demo-worker';
import { expect, test } from 'vitest';

test('the thread describes the demo, feeds it and stops when told', async () => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ accepted: 0, rejected: 0, reasons: [] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const worker = new Worker(new URL('./demo.worker.ts', import.meta.url));
  const messages: DemoMessage[] = [];
  const tell = (order: DemoOrder) => worker.postMessage(order);
  const exited = new Promise<number>((resolve) => worker.on('exit', resolve));
  worker.on('message', (received: unknown) => {
    const message = demoMessageSchema.parse(received);
    messages.push(message);
    if (message.type === 'described') {
      tell({
        type: 'feed',
        demo: 'small',
        baseUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
        ingestionKey: 'k',
      });
    }
    if (message.type === 'progress' && message.progress.stage === 'live') tell({ type: 'stop' });
  });
  tell({ type: 'describe', demo: 'small' });
  expect(await exited).toBe(0);
  server.close();
  const described = messages.find((message) => message.type === 'described');
  expect(described?.description.fleet.sites).toHaveLength(3);
  expect(described?.description.eventCodes.map(({ manufacturer }) => manufacturer)).toEqual(['Lumenar', 'Aerostrom', 'Kelvar']);
  expect(messages.findLast((message) => message.type === 'state')?.state).toMatchObject({ version: 1, demo: 'small' });
  expect(messages.at(-1)).toEqual({ type: 'stopped' });
}, 30_000);

test('a thread that feeds nothing stops at once', async () => {
  const worker = new Worker(new URL('./demo.worker.ts', import.meta.url));
  worker.postMessage({ type: 'stop' } satisfies DemoOrder);
  expect(await new Promise((resolve) => worker.on('exit', resolve))).toBe(0);
});
