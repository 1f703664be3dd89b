import { constants } from 'node:fs';
import { cp } from 'node:fs/promises';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { MessageSplitter } from './message-splitter.ts';
import { type EmbeddedOptions, openPglite } from './open-pglite.ts';

/** What the main thread may ask; `dump` answers with the whole database folder, `copy` puts one beside it. */
export type WorkerRequest =
  | { type: 'stop' | 'dump' }
  | { type: 'copy'; to: string }
  | { type: 'connect' | 'disconnect'; connection: number }
  | { type: 'data'; connection: number; request: number; bytes: Uint8Array<ArrayBuffer> };
export type WorkerReply =
  | { type: 'ready' }
  | { type: 'stopped' | 'copied' }
  | { type: 'dump'; bytes: Uint8Array<ArrayBuffer> }
  /** Answers to a connection that has ended since are still on their way: each says whose it is. */
  | { type: 'data'; connection: number; request: number; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'failed'; message: string };

const port = parentPort;
if (!port) throw new RangeError('embedded.worker.ts runs as a worker thread only');
const options: EmbeddedOptions = workerData;

const reply = (message: WorkerReply): void =>
  port.postMessage(message, message.type === 'data' || message.type === 'dump' ? [message.bytes.buffer] : []);

try {
  serve(await openPglite(options), port);
} catch (error) {
  fail(error);
}

function serve(pglite: PGlite, requests: MessagePort): void {
  let splitter = new MessageSplitter();
  // One request after the other: PGlite has one session.
  let queue = Promise.resolve();

  const handle = async (request: WorkerRequest): Promise<void> => {
    if (request.type === 'data') {
      const { connection, request: number } = request;
      for (const batch of splitter.push(request.bytes)) {
        await pglite.execProtocolRawStream(batch, {
          onRawData: (chunk) => reply({ type: 'data', connection, request: number, bytes: new Uint8Array(chunk) }),
        });
      }
    } else if (request.type === 'connect') {
      splitter = new MessageSplitter();
    } else if (request.type === 'disconnect') {
      if (pglite.isInTransaction()) await pglite.exec('rollback');
      await pglite.exec('discard all');
    } else if (request.type === 'dump') {
      const copy = await pglite.dumpDataDir('none');
      reply({ type: 'dump', bytes: new Uint8Array(await copy.arrayBuffer()) });
    } else if (request.type === 'copy') {
      await pglite.exec('checkpoint');
      if (options.folder !== undefined) await cp(options.folder, request.to, { recursive: true, mode: constants.COPYFILE_FICLONE });
      reply({ type: 'copied' });
    } else {
      await pglite.close();
      reply({ type: 'stopped' });
      requests.close();
    }
  };

  requests.on('message', (request: WorkerRequest) => {
    queue = queue.then(() => handle(request)).catch(fail);
  });
  reply({ type: 'ready' });
}

/** A panic of the engine (a full disk while writing its log) leaves nothing to go on with: the next start recovers from the log. */
function fail(error: unknown): void {
  reply({ type: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  port?.close();
}
