import { createConnection, type Socket } from 'node:net';
import { AppError } from '@solvane/contract/errors';
import type { Lane } from '../work-options.ts';
import {
  type EngineHello,
  encodeFrame,
  encodeJsonFrame,
  FRAME,
  type Frame,
  FrameReader,
  type ResponseSize,
  type RunFailure,
  type RunRequest,
  type RunSummary,
} from './frames.ts';
import type { ChangeQuery, ChangeResponse } from './last-changes.ts';

export interface LinkOptions {
  socketPath: string;
  /** How long a statement waits for an engine that is starting or starting again. */
  timeoutMs?: number;
}

export interface Statement {
  sql: string;
  /** Default: what the statement names, else TabSeparated. */
  format?: string;
  lane?: Lane;
  signal?: AbortSignal | undefined;
}

export interface StatementResponse {
  bytes: Buffer;
  summary: RunSummary;
}

/** The engine's own refusal of a statement, in its words (`Code: 62. DB::Exception: ...`). */
export class EngineError extends Error {
  override readonly name = 'EngineError';
}

interface Pending {
  /** What the engine sends before the end of its response. */
  receive(frame: Frame): void;
  resolve(payload: Buffer): void;
  reject(error: Error): void;
}

const RETRY_MS = 25;
/** As much as a Unix socket holds. */
const READ_BYTES = 256 * 1024;
const EMPTY: Buffer = Buffer.alloc(0);

/** A client's connection to the engine. Opens itself, and again after a crash; statements in flight fail then, later ones wait for the new engine. */
export class EngineLink {
  readonly #options: Required<LinkOptions>;
  readonly #pending = new Map<number, Pending>();
  #socket: Promise<Socket> | undefined;
  #hello: EngineHello | undefined;
  #requests = 0;
  #isClosed = false;

  constructor({ socketPath, timeoutMs = 15_000 }: LinkOptions) {
    this.#options = { socketPath, timeoutMs };
  }

  /**
   * @throws EngineError when the engine refuses the statement
   * @throws AppError `signals.unavailable` when there is no engine, or it went away before it answered
   */
  async run({ sql, format = 'TabSeparated', lane = 'interactive', signal }: Statement): Promise<StatementResponse> {
    let [bytes, filled] = [EMPTY, 0];
    const receive = ({ kind, payload }: Frame) => {
      if (kind === FRAME.size) bytes = Buffer.allocUnsafeSlow((JSON.parse(payload.toString()) as ResponseSize).bytes);
      else filled += payload.copy(bytes, filled);
    };
    const end = await this.#ask(encodeRun({ sql, format, lane }), { signal, receive });
    return { bytes, summary: JSON.parse(end.toString()) as RunSummary };
  }

  /**
   * Another number after every statement that may have changed the requested days, from any sender: what was read after one response stays valid until
   * there is another.
   *
   * @throws AppError `signals.unavailable`
   */
  async findChange(query: ChangeQuery): Promise<ChangeResponse> {
    const response = await this.#ask((request) => encodeJsonFrame(FRAME.queryChange, request, query), {});
    return JSON.parse(response.toString()) as ChangeResponse;
  }

  /**
   * The engine's hello when this link last connected.
   *
   * @param timeoutMs - how long an engine that is not there is waited for, where that is not as long as for a statement
   */
  async hello(timeoutMs = this.#options.timeoutMs): Promise<EngineHello> {
    await this.#connect(timeoutMs);
    if (this.#hello === undefined) throw unavailable('the engine went away');
    return this.#hello;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const socket = await this.#socket?.catch(() => undefined);
    socket?.destroy();
    this.#fail(unavailable('the link was closed'));
  }

  async #ask(
    encode: (request: number) => Buffer,
    { signal, receive = () => undefined }: { signal?: AbortSignal | undefined; receive?: (frame: Frame) => void },
  ): Promise<Buffer> {
    signal?.throwIfAborted();
    const socket = await this.#connect();
    signal?.throwIfAborted();
    const request = this.#nextRequest();
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const cancel = () => {
      this.#pending.delete(request);
      if (!socket.destroyed) socket.write(encodeFrame(FRAME.cancel, request));
      reject(signal?.reason);
    };
    this.#pending.set(request, { receive, resolve, reject });
    signal?.addEventListener('abort', cancel, { once: true });
    if (socket.destroyed) this.#fail(unavailable('the connection closed'));
    else socket.write(encode(request));
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  #connect(timeoutMs = this.#options.timeoutMs): Promise<Socket> {
    this.#socket ??= this.#connectPatiently(timeoutMs).catch((error: unknown) => {
      this.#socket = undefined;
      throw error;
    });
    return this.#socket;
  }

  async #connectPatiently(timeoutMs: number): Promise<Socket> {
    const giveUpMs = performance.now() + timeoutMs;
    for (;;) {
      if (this.#isClosed) throw unavailable('the link was closed');
      try {
        return await this.#open();
      } catch (error) {
        if (performance.now() > giveUpMs) throw unavailable('no engine responds', error);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  /** Resolves at the engine's greeting: a socket file alone may be left over from an engine that died. */
  #open(): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const reader = new FrameReader();
      const read = (chunk: Buffer): void => {
        try {
          for (const frame of reader.push(chunk)) {
            if (frame.kind === FRAME.hello) {
              const hello: EngineHello = JSON.parse(frame.payload.toString());
              this.#hello = hello;
              resolve(socket);
            } else this.#receive(frame);
          }
        } catch (error) {
          socket.destroy(error instanceof Error ? error : undefined);
        }
      };
      // Every read goes into the same memory: new memory for each 64 KB of a response is a third of its garbage.
      const into = Buffer.allocUnsafeSlow(READ_BYTES);
      const socket = createConnection({
        path: this.#options.socketPath,
        onread: {
          buffer: into,
          callback: (length) => {
            read(into.subarray(0, length));
            return true;
          },
        },
      });
      socket.once('error', reject);
      socket.on('close', () => {
        reject(new Error('The engine closed the connection'));
        this.#socket = undefined;
        this.#fail(unavailable('the engine went away'));
      });
    });
  }

  #receive(frame: Frame): void {
    const { kind, request, payload } = frame;
    const pending = this.#pending.get(request);
    if (pending === undefined) return; // cancelled meanwhile
    if (kind === FRAME.size || kind === FRAME.data) {
      pending.receive(frame);
      return;
    }
    this.#pending.delete(request);
    if (kind === FRAME.done || kind === FRAME.change) pending.resolve(payload);
    else pending.reject(new EngineError((JSON.parse(payload.toString()) as RunFailure).message));
  }

  #fail(error: AppError): void {
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
  }

  #nextRequest(): number {
    this.#requests = (this.#requests + 1) % 0xffff_ffff;
    return this.#requests;
  }
}

function encodeRun(run: RunRequest): (request: number) => Buffer {
  return (request) => encodeJsonFrame(FRAME.run, request, run);
}

function unavailable(why: string, cause?: unknown): AppError {
  return new AppError('signals.unavailable', { detail: { why }, cause });
}
