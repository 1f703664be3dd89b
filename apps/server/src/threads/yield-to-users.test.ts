import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

const file = new URL('./yield-to-users.ts', import.meta.url).href;
const CODE = `
  const { readlinkSync } = await import('node:fs');
  const { getPriority } = await import('node:os');
  const { parentPort } = await import('node:worker_threads');
  const { yieldToUsers } = await import(${JSON.stringify(file)});
  const own = () => getPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)));
  const before = own();
  yieldToUsers();
  parentPort.postMessage([before, own()]);
`;

test.skipIf(process.platform !== 'linux')('a thread that calculates goes behind the others, and only that thread', async () => {
  const ofProcess = getPriority();
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(CODE)}`), { execArgv: [] });
  const [before, after] = await new Promise<[number, number]>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  await worker.terminate();
  expect(before).toBe(ofProcess);
  expect(after).toBeGreaterThan(before);
  expect(getPriority()).toBe(ofProcess);
});
