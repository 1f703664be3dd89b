import { Worker } from 'node:worker_threads';
import { AppError } from '@solvane/contract/errors';
import type { ColumnProfile } from './column-sink.ts';
import type { ColumnsMessage, ColumnsOrder, ColumnsTask } from './columns-messages.ts';

export interface ColumnsReader {
  /**
   * Reads a body with one column per series, and writes its points to a file.
   *
   * @returns what it holds per column; undefined where only the engine can read it
   * @throws AppError request.malformed
   */
  read(task: ColumnsTask): Promise<ColumnProfile[] | undefined>;
  close(): Promise<void>;
}

interface Waiting {
  resolve(profiles: ColumnProfile[] | undefined): void;
  reject(error: Error): void;
}

const THREAD = new URL('./columns.worker.ts', import.meta.url);

/** A thread, begun with the first body, so that a body of millions of points keeps nobody else waiting. */
export function openColumnsReader(): ColumnsReader {
  let worker: Worker | undefined;
  let orders = 0;
  const waiting = new Map<number, Waiting>();

  function start(): Worker {
    const thread = new Worker(THREAD, { execArgv: [] });
    let failure: unknown = new Error('The thread ended');
    thread.unref();
    thread.on('error', (error) => {
      failure = error;
    });
    thread.once('exit', () => {
      if (worker === thread) worker = undefined;
      for (const { reject } of waiting.values()) reject(new AppError('service.unavailable', { cause: failure }));
      waiting.clear();
    });
    thread.on('message', (message: ColumnsMessage) => {
      const asked = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.outcome === 'read') asked?.resolve(message.profiles);
      else if (message.outcome === 'unread') asked?.resolve(undefined);
      else if (message.outcome === 'malformed') asked?.reject(new AppError('request.malformed', { detail: { message: message.message } }));
      else asked?.reject(Object.assign(new Error(message.message), message.code === undefined ? {} : { code: message.code }));
    });
    return thread;
  }

  return {
    read: (task) => {
      worker ??= start();
      const order: ColumnsOrder = { ...task, id: ++orders };
      const answer = new Promise<ColumnProfile[] | undefined>((resolve, reject) => waiting.set(order.id, { resolve, reject }));
      worker.postMessage(order);
      return answer;
    },
    close: async () => {
      await worker?.terminate();
    },
  };
}
