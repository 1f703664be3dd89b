import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '@solvane/contract/errors';
import { reachStore } from '../../../signals/reach-store.ts';
import type { StoreReach } from '../../../signals/signals.ts';
import { yieldToUsers } from '../../../threads/yield-to-users.ts';
import type { RegisterSeries } from './batch.ts';
import type { BatchMessage, BatchOrder } from './batch-messages.ts';
import { compareBatch } from './compare-batch.ts';
import { computeBatch } from './compute-batch.ts';
import { previewBatch } from './preview-batch.ts';

if (!parentPort) throw new Error('This is the code of a thread');
yieldToUsers();
const port = parentPort;
const store = reachStore(workerData as StoreReach);
const waiting = new Map<number, { resolve(numbers: number[]): void; reject(error: Error): void }>();

port.on('message', (order: BatchOrder) => {
  if (order.type === 'run' || order.type === 'preview' || order.type === 'compare') void run(order);
  else if (order.type === 'registered') waiting.get(order.id)?.resolve(order.numbers);
  else waiting.get(order.id)?.reject(new Error(order.message));
});

async function run(order: Extract<BatchOrder, { type: 'run' | 'preview' | 'compare' }>): Promise<void> {
  const { id } = order;
  try {
    if (order.type === 'preview') return say({ type: 'previewed', id, signals: await previewBatch(store, order.task) });
    if (order.type === 'compare') return say({ type: 'compared', id, comparison: await compareBatch(store, order.task) });
    const register: RegisterSeries = (keys) =>
      new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        say({ type: 'register', id, keys: [...keys] });
      });
    say({ type: 'done', id, result: await computeBatch({ store, register }, order.task) });
  } catch (error) {
    say({
      type: 'failed',
      id,
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      code: error instanceof AppError ? error.code : undefined,
    });
  } finally {
    waiting.delete(id);
  }
}

function say(message: BatchMessage): void {
  port.postMessage(message);
}
