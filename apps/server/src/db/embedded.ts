import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { WorkerReply, WorkerRequest } from './embedded.worker.ts';
import type { EmbeddedOptions } from './open-pglite.ts';

/** An engine that owes an answer for so long is stuck. No statement of the product comes near it. */
const STUCK_AFTER_MS = 300_000;
/** A full disk may stop the engine in the middle of writing its log, holding locks that it never lets go. */
const ERROR_RESPONSE = 'E'.charCodeAt(0);
const DISK_FULL = Buffer.from('C53100\0');

/**
 * PostgreSQL inside this process: PGlite in a worker thread, spoken to in the PostgreSQL protocol, so that the ordinary driver works.
 * There is one session, hence one connection at a time. After a crash of the engine the next connection starts it again.
 */
export class EmbeddedPostgres {
  readonly #options: EmbeddedOptions;
  #worker: Worker | undefined;
  #ready: Promise<void> | undefined;
  #connection: EmbeddedStream | undefined;
  #connections = 0;
  /** Messages sent; answers say which one they belong to. */
  #requests = 0;
  #onFailed: (error: Error) => void = () => undefined;
  #watch: NodeJS.Timeout | undefined;
  #onCopied: (() => void) | undefined;
  #onDump: ((bytes: Uint8Array) => void) | undefined;

  constructor(options: EmbeddedOptions) {
    this.#options = options;
  }

  /** Resolves when the engine has recovered its log and answers. */
  start(): Promise<void> {
    this.#ready ??= this.#createFolder().then(
      () => this.#open(),
      (error: unknown) => {
        this.#ready = undefined;
        throw error;
      },
    );
    return this.#ready;
  }

  /** In a process that ends: what making a database takes, 400 MB, would otherwise in part stay with the product. */
  async #createFolder(): Promise<void> {
    const { folder, loadFrom } = this.#options;
    if (folder === undefined || loadFrom !== undefined || existsSync(join(folder, 'PG_VERSION'))) return;
    try {
      await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'create-embedded.ts'), folder]);
    } catch (error) {
      throw new Error(`The embedded database could not be made: ${error instanceof Error ? error.message : error}`, { cause: error });
    }
  }

  #open(): Promise<void> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./embedded.worker.ts', import.meta.url), { workerData: this.#options, execArgv: [] });
      this.#worker = worker;
      this.#onFailed = reject;
      worker.on('message', (message: WorkerReply) => {
        if (this.#worker !== worker) return;
        if (message.type === 'ready') resolve();
        else this.#hear(worker, message);
      });
      worker.on('error', (error: Error) => this.#giveUp(worker, error));
      worker.on('exit', () => this.#giveUp(worker, new Error('The embedded database ended')));
    });
  }

  /** A stream for the `pg` driver, in the place of its socket. */
  connect(): EmbeddedStream {
    return new EmbeddedStream({
      open: async (stream) => {
        await this.start();
        // A pool of one asks for the next connection only when it has given up the one before.
        this.#connection?.destroy();
        this.#connection = stream;
        this.#connections += 1;
        this.#post({ type: 'connect', connection: this.#connections });
      },
      send: (bytes) => this.#post({ type: 'data', connection: this.#connections, request: ++this.#requests, bytes }),
      close: (stream) => {
        if (this.#connection !== stream) return;
        this.#connection = undefined;
        this.#post({ type: 'disconnect', connection: this.#connections });
      },
    });
  }

  /** A copy of the database folder, taken between two requests. */
  async dump(): Promise<Uint8Array> {
    await this.start();
    return new Promise((resolve) => {
      this.#onDump = resolve;
      this.#post({ type: 'dump' });
    });
  }

  /**
   * Copies the database folder between two statements: as after a power cut, so that it opens with all that was committed. On file systems
   * that share blocks this takes no time, on others about a second per gigabyte, while statements wait.
   */
  async copyFolder(to: string): Promise<void> {
    await this.start();
    return new Promise((resolve, reject) => {
      this.#onCopied = resolve;
      this.#onFailed = reject;
      this.#post({ type: 'copy', to });
    });
  }

  async stop(): Promise<void> {
    await this.#ready?.catch(() => undefined);
    const worker = this.#worker;
    if (!worker) return;
    const exit = new Promise((resolve) => worker.once('exit', resolve));
    this.#post({ type: 'stop' });
    await exit;
  }

  #hear(worker: Worker, message: Exclude<WorkerReply, { type: 'ready' }>): void {
    if (message.type === 'data') this.#receive(message);
    else if (message.type === 'dump') this.#onDump?.(message.bytes);
    else if (message.type === 'copied') this.#onCopied?.();
    else if (message.type === 'failed') this.#giveUp(worker, new Error(`The embedded database stopped: ${message.message}`));
  }

  #receive({ connection, request, bytes }: Extract<WorkerReply, { type: 'data' }>): void {
    if (request === this.#requests) this.#endWatch();
    else this.#watch?.refresh();
    if (connection === this.#connections) this.#connection?.push(bytes);
    const isDiskFull = bytes[0] === ERROR_RESPONSE && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(DISK_FULL);
    const worker = this.#worker;
    // The failure itself reaches the caller first.
    if (isDiskFull && worker) setImmediate(() => this.#giveUp(worker, new Error('The embedded database stopped: the disk is full')));
  }

  #post(request: WorkerRequest): void {
    const worker = this.#worker;
    if (!worker) return;
    if (request.type === 'data') {
      this.#watch ??= setTimeout(() => this.#giveUp(worker, new Error('The embedded database does not answer')), STUCK_AFTER_MS).unref();
    }
    worker.postMessage(request, request.type === 'data' ? [request.bytes.buffer] : []);
  }

  #endWatch(): void {
    clearTimeout(this.#watch);
    this.#watch = undefined;
  }

  /** Ends the engine, however it is: what was acknowledged is in its log, from which the next start recovers. */
  #giveUp(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#onFailed(error);
    this.#endWatch();
    this.#worker = undefined;
    this.#ready = undefined;
    const connection = this.#connection;
    this.#connection = undefined;
    connection?.destroy(error);
    void worker.terminate();
  }
}

interface EmbeddedStreamEnds {
  open(stream: EmbeddedStream): Promise<void>;
  send(bytes: Uint8Array<ArrayBuffer>): void;
  close(stream: EmbeddedStream): void;
}

/** What the `pg` driver uses of a socket. */
class EmbeddedStream extends Duplex {
  readonly #ends: EmbeddedStreamEnds;

  constructor(ends: EmbeddedStreamEnds) {
    super({ allowHalfOpen: false });
    this.#ends = ends;
  }

  connect(): this {
    this.#ends.open(this).then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    // The worker pushes.
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    this.#ends.send(new Uint8Array(chunk));
    done();
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: () => void): void {
    this.#ends.send(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))));
    done();
  }

  override _final(done: () => void): void {
    this.#ends.close(this);
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#ends.close(this);
    done(error);
  }
}
