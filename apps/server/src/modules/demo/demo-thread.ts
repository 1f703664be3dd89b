import { Worker } from 'node:worker_threads';
import { type DemoMessage, type DemoOrder, demoMessageSchema } from '@solvane/contract/demo-worker';

/** The thread that plays the demo plants. It is no part of the server: it knows ingestion and nothing else of it. */
export interface DemoThread {
  order(order: DemoOrder): void;
  /** Resolves when the thread has ended. */
  stop(): Promise<void>;
}

const THREAD = new URL('../../../../simulator/src/feed/demo.worker.ts', import.meta.url);

export function openDemoThread({
  onMessage,
  onEnd,
}: {
  onMessage: (message: DemoMessage) => void;
  onEnd: (error: Error | undefined) => void;
}): DemoThread {
  const worker = new Worker(THREAD);
  let failure: Error | undefined;
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      resolve();
      onEnd(failure);
    });
  });
  worker.on('error', (error) => {
    failure = error instanceof Error ? error : new Error(String(error));
  });
  worker.on('message', (message: unknown) => onMessage(demoMessageSchema.parse(message)));
  const order = (next: DemoOrder): void => worker.postMessage(next);
  return {
    order,
    stop: () => {
      order({ type: 'stop' });
      return ended;
    },
  };
}
