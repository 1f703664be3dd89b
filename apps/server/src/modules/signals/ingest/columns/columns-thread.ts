import { Worker } from 'node:worker_threads';
import { AppError } from '@solvane/contract/errors';
import type { SeriesProfile } from '../series-profile.ts';
import type { ColumnProfile } from './column-sink.ts';
import type { ArrowField, ColumnsMessage, ColumnsOrder, ColumnsTask, SeriesTask } from './columns-messages.ts';
import type { ColumnTargets } from './stored-order.ts';

export interface ColumnsReader {
  /**
   * Reads a body with one column per series.
   *
   * @returns undefined where only the engine can read it
   * @throws AppError request.malformed
   */
  read(task: ColumnsTask): Promise<ReadPoints<ColumnProfile> | undefined>;
  /** The same for a body of the JSON form. @throws AppError when it is none, or holds more than one request may */
  readSeries(task: SeriesTask): Promise<ReadPoints<SeriesProfile>>;
  /** Names of the columns of a CSV file. @throws AppError request.malformed, ingest.tooManySeries */
  readHeader(path: string): Promise<string[]>;
  /** @throws AppError request.malformed for what is no Arrow stream */
  readFields(path: string): Promise<ArrowField[]>;
  close(): Promise<void>;
}

/** The points of a body, kept by the thread until they are forgotten. */
export interface ReadPoints<Profile> {
  /** What the body holds per column or series. */
  profiles: Profile[];
  /** Writes a file for `SignalWriter.writeRawSpooled`. @throws AppError service.unavailable when the thread has ended since */
  write(to: string, targets: ColumnTargets): Promise<void>;
  forget(): void;
}

interface Waiting {
  resolve(message: ColumnsMessage): void;
  reject(error: Error): void;
}

const THREAD = new URL('./columns.worker.ts', import.meta.url);

/** Points lie outside of it. A broken stream that tells of a billion columns costs the thread, not the product. */
const HEAP_MB = 256;

/** A thread, begun with the first body, so that a body of millions of points delays no other request. */
export function openColumnsReader(): ColumnsReader {
  let worker: Worker | undefined;
  let orders = 0;
  const waiting = new Map<number, Waiting>();

  function start(): Worker {
    const thread = new Worker(THREAD, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
    let failure: unknown = new Error('The thread ended');
    thread.unref();
    thread.on('error', (error) => {
      failure = error;
    });
    thread.once('exit', () => {
      if (worker === thread) worker = undefined;
      const isTooLarge = failure instanceof Error && 'code' in failure && failure.code === 'ERR_WORKER_OUT_OF_MEMORY';
      for (const [id, { resolve, reject }] of waiting) {
        if (isTooLarge) resolve({ id, outcome: 'unread' });
        else reject(new AppError('service.unavailable', { cause: failure }));
      }
      waiting.clear();
    });
    thread.on('message', (message: ColumnsMessage) => {
      const requested = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.outcome === 'malformed') requested?.reject(new AppError('request.malformed', { detail: { message: message.message } }));
      else if (message.outcome === 'refused') requested?.reject(new AppError(message.code, message));
      else if (message.outcome === 'failed') requested?.reject(Object.assign(new Error(message.message), { code: message.code }));
      else requested?.resolve(message);
    });
    return thread;
  }

  function ask(order: ColumnsOrder): Promise<ColumnsMessage> {
    worker ??= start();
    const response = new Promise<ColumnsMessage>((resolve, reject) => waiting.set(order.id, { resolve, reject }));
    worker.postMessage(order);
    return response;
  }

  function readPoints<Profile>(of: number, profiles: Profile[]): ReadPoints<Profile> {
    return {
      profiles,
      write: async (to, targets) => {
        const message = await ask({ id: ++orders, what: 'write', of, to, targets });
        // The thread ended: its file is not whole.
        if (message.outcome !== 'done') throw new AppError('service.unavailable');
      },
      // A thread that has ended has forgotten them, too.
      forget: () => void ask({ id: ++orders, what: 'forget', of }).catch(() => undefined),
    };
  }

  return {
    read: async (task) => {
      const message = await ask({ id: ++orders, what: 'points', task });
      return message.outcome === 'points' ? readPoints(message.id, message.profiles) : undefined;
    },
    readSeries: async (task) => {
      const message = await ask({ id: ++orders, what: 'series', task });
      if (message.outcome !== 'series') throw new AppError('request.tooLarge');
      return readPoints(message.id, message.profiles);
    },
    readHeader: async (path) => {
      const message = await ask({ id: ++orders, what: 'header', path });
      if (message.outcome !== 'header') throw new AppError('request.malformed');
      return message.names;
    },
    readFields: async (path) => {
      const message = await ask({ id: ++orders, what: 'fields', path });
      if (message.outcome !== 'fields') throw new AppError('request.malformed');
      return message.fields;
    },
    close: async () => {
      await worker?.terminate();
    },
  };
}
