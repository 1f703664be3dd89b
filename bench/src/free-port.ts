import { createServer } from 'node:net';

/** A port of this machine that is free. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port'))));
    });
  });
}

/** Resolves when the question is answered without an error. */
export async function untilReady(name: string, ask: () => Promise<unknown>): Promise<void> {
  for (let turn = 0; turn < 300; turn += 1) {
    const isReady = await ask().then(
      () => true,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${name} did not start`);
}
