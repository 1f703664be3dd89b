import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { EmbeddedOptions, WorkerReply, WorkerRequest } from './embedded.worker.ts';

/**
 * PostgreSQL inside this process: PGlite in a worker thread, spoken to in the PostgreSQL protocol, so that the ordinary driver works.
 * There is one session, hence one connection at a time. After a crash of the engine the next connection starts it anew.
 */
export class EmbeddedPostgres {
  readonly #options: EmbeddedOptions;
  #worker: Worker | undefined;
  #ready: Promise<void> | undefined;
  #connection: EmbeddedStream | undefined;
  #onDump: ((bytes: Uint8Array) => void) | undefined;

  constructor(options: EmbeddedOptions) {
    this.#options = options;
  }

  /** Resolves when the engine has recovered its log and answers. */
  start(): Promise<void> {
    this.#ready ??= new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./embedded.worker.ts', import.meta.url), { workerData: this.#options, execArgv: [] });
      this.#worker = worker;
      worker.on('message', (message: WorkerReply) => {
        if (message.type === 'ready') resolve();
        if (message.type === 'data') this.#connection?.push(message.bytes);
        if (message.type === 'dump') this.#onDump?.(message.bytes);
        if (message.type === 'failed') this.#fail(new Error(`The embedded database stopped: ${message.message}`), reject);
      });
      worker.on('error', (error: Error) => this.#fail(error, reject));
      worker.on('exit', () => this.#fail(new Error('The embedded database ended'), reject));
    });
    return this.#ready;
  }

  /** A stream for the `pg` driver, in the place of its socket. */
  connect(): EmbeddedStream {
    return new EmbeddedStream({
      open: async (stream) => {
        await this.start();
        if (this.#connection) throw new Error('The embedded database serves one connection at a time');
        this.#connection = stream;
        this.#post({ type: 'connect' });
      },
      send: (bytes) => this.#post({ type: 'data', bytes }),
      close: (stream) => {
        if (this.#connection !== stream) return;
        this.#connection = undefined;
        this.#post({ type: 'disconnect' });
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

  async stop(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    const exit = new Promise((resolve) => worker.once('exit', resolve));
    this.#post({ type: 'stop' });
    await exit;
  }

  #post(request: WorkerRequest): void {
    this.#worker?.postMessage(request, request.type === 'data' ? [request.bytes.buffer] : []);
  }

  #fail(error: Error, reject: (error: Error) => void): void {
    reject(error);
    this.#worker = undefined;
    this.#ready = undefined;
    const connection = this.#connection;
    this.#connection = undefined;
    connection?.destroy(error);
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
