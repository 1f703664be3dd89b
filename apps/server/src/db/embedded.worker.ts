import fs, { constants } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { memoryShare } from '../memory.ts';
import { MessageSplitter } from './message-splitter.ts';

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

export interface EmbeddedOptions {
  /** Folder of the database; undefined: in memory. */
  folder: string | undefined;
  /** Copy of a database folder to begin with. */
  loadFrom: string | undefined;
}

export interface EmbeddedWorkerData extends EmbeddedOptions {
  /** Makes the folder and ends. */
  isCreation: boolean;
}

/**
 * The engine's own 128 MB are twice in memory: its files are in that of the operating system as well (decision 0178).
 */
const BUFFER_MB = 64;
const LEAST_BUFFER_MB = 32;

const port = parentPort;
if (!port) throw new RangeError('embedded.worker.ts runs as a worker thread only');
const { folder, loadFrom, isCreation }: EmbeddedWorkerData = workerData;

const reply = (message: WorkerReply): void =>
  port.postMessage(message, message.type === 'data' || message.type === 'dump' ? [message.bytes.buffer] : []);

keepFilesPrivate();

try {
  const dump = loadFrom === undefined ? undefined : new Blob([await readFile(loadFrom)]);
  // Files of the log that are kept for what will be written next.
  const settings = [`shared_buffers=${Math.max(LEAST_BUFFER_MB, BUFFER_MB * memoryShare())}MB`, 'min_wal_size=32MB', 'max_wal_size=64MB'];
  const pglite = await PGlite.create({
    ...(folder === undefined ? {} : { dataDir: folder }),
    ...(dump ? { loadDataDir: dump } : {}),
    startParams: [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])],
  });
  if (isCreation) await pglite.close();
  else serve(pglite, port);
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
      if (folder !== undefined) await cp(folder, request.to, { recursive: true, mode: constants.COPYFILE_FICLONE });
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

/** The engine opens some of its files to everybody by changing their mode, whatever the umask says. In this thread that is not granted. */
function keepFilesPrivate(): void {
  const { chmodSync, fchmodSync } = fs;
  const toPrivate = (mode: fs.Mode): number => Number(typeof mode === 'string' ? Number.parseInt(mode, 8) : mode) & ~0o077;
  fs.chmodSync = (path, mode) => chmodSync(path, toPrivate(mode));
  fs.fchmodSync = (file, mode) => fchmodSync(file, toPrivate(mode));
}
