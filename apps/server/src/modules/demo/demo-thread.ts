import { Worker } from 'node:worker_threads';
import type { DemoOrder } from '@solvane/contract/demo-worker';

/** The thread that plays the demo plants. It is no part of the server: it knows ingestion and nothing else of it. */
export interface DemoThread {
  order(order: DemoOrder): void;
  /** Resolves when the thread has ended, with what ended it if that was a failure. */
  ended: Promise<Error | undefined>;
}

/** Messages of the thread are checked by the receiver. */
export type OpenDemoThread = (onMessage: (message: unknown) => void) => DemoThread;

const THREAD = new URL('../../../../simulator/src/feed/demo.worker.ts', import.meta.url);

export function openDemoThread(onMessage: (message: unknown) => void): DemoThread {
  const worker = new Worker(THREAD);
  let failure: Error | undefined;
  worker.on('error', (error) => {
    failure = error instanceof Error ? error : new Error(String(error));
  });
  worker.on('message', (message: unknown) => {
    if (!isWatchReport(message)) onMessage(message);
  });
  return {
    order: (order) => worker.postMessage(order),
    ended: new Promise((resolve) => {
      worker.once('exit', () => resolve(failure));
    }),
  };
}

/** `node --watch` has threads report the modules that they load, as messages like their own. */
function isWatchReport(message: unknown): boolean {
  return typeof message === 'object' && message !== null && Object.keys(message).some((key) => key.startsWith('watch:'));
}
