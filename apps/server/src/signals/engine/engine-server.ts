import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { encodeHeader, encodeJsonFrame, FRAME, type Frame, FrameReader, LANE_NAMES, type RunRequest, SLICE_BYTES } from './frames.ts';
import { type ChangeQuery, type ChangeResponse, changesOf, LastChanges, lastChangeText, vouchedOf } from './last-changes.ts';
import { ENGINE_ABORTED, type RunningStatement, type SessionPool } from './session-pool.ts';

export interface EngineServerOptions {
  pool: SessionPool;
  socketPath: string;
  /** The engine is broken inside: the process must end. */
  onAborted: (message: string) => void;
}

/** Answers statements of any number of clients on a Unix socket. */
export class EngineServer {
  readonly #options: EngineServerOptions;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #changes = new LastChanges();

  constructor(options: EngineServerOptions) {
    this.#options = options;
    this.#server = createServer((socket) => this.#serve(socket));
  }

  async listen(): Promise<void> {
    const { socketPath } = this.#options;
    // The pool holds the folder's lock, so a socket that is still here belongs to an engine that died.
    await rm(socketPath, { force: true });
    this.#server.listen(socketPath);
    await once(this.#server, 'listening');
    await chmod(socketPath, 0o600);
  }

  /** Takes no more clients; those connected are let go when their responses are sent. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.end();
    await closed;
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.setMaxListeners(0); // every response that waits for room listens
    const running = new Map<number, RunningStatement>();
    const reader = new FrameReader();
    socket.on('data', (chunk: Buffer) => {
      try {
        for (const frame of reader.push(chunk)) this.#handle(socket, running, frame);
      } catch (error) {
        process.stderr.write(`A client was turned away: ${String(error)}\n`);
        socket.destroy();
      }
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.#sockets.delete(socket);
      for (const statement of running.values()) statement.cancel();
    });
    const { engineVersion, startedAt } = this.#options.pool;
    socket.write(encodeJsonFrame(FRAME.hello, 0, { engineVersion, startedAt, pid: process.pid }));
  }

  #handle(socket: Socket, running: Map<number, RunningStatement>, { kind, request, payload }: Frame): void {
    if (kind === FRAME.cancel) running.get(request)?.cancel();
    else if (kind === FRAME.queryChange) {
      socket.write(encodeJsonFrame(FRAME.change, request, this.#findChange(parseChangeQuery(payload))));
    } else if (kind === FRAME.run) {
      const run = parseRunRequest(payload);
      const changes = changesOf(run.sql);
      const vouched = vouchedOf(run.sql);
      const lastChange = vouched && lastChangeText(this.#findChange(vouched));
      const statement = this.#options.pool.run(run);
      running.set(request, statement);
      // Before anybody is told that it ended, whether it failed, and whether its client is still there.
      const noted = statement.result.finally(() => this.#changes.note(changes));
      void this.#response(socket, request, { response: noted, lastChange }).finally(() => running.delete(request));
    } else throw new RangeError(`A frame of kind ${kind}`);
  }

  #findChange(query: ChangeQuery): ChangeResponse {
    return { engine: this.#options.pool.startedAt, newest: this.#changes.find(query), counted: this.#changes.counted };
  }

  async #response(
    socket: Socket,
    request: number,
    { response, lastChange }: { response: RunningStatement['result']; lastChange: string | undefined },
  ): Promise<void> {
    try {
      const result = await response;
      const bytes = result.bytes();
      // A small response goes out in one chunk, and wakes its reader once.
      socket.cork();
      socket.write(encodeJsonFrame(FRAME.size, request, { bytes: bytes.byteLength }));
      for (let offset = 0; offset < bytes.byteLength && !socket.destroyed; offset += SLICE_BYTES) {
        const slice = bytes.subarray(offset, offset + SLICE_BYTES);
        socket.write(encodeHeader(FRAME.data, request, slice.byteLength));
        const isAccepted = socket.write(slice);
        const isLast = offset + SLICE_BYTES >= bytes.byteLength;
        if (isAccepted || isLast) continue;
        socket.uncork();
        await drained(socket);
        socket.cork();
      }
      const { rowsRead, bytesRead, elapsed } = result;
      const summary = { rowsRead, bytesRead, elapsedSeconds: elapsed, ...(lastChange !== undefined && { lastChange }) };
      if (!socket.destroyed) socket.write(encodeJsonFrame(FRAME.done, request, summary));
      socket.uncork();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (!socket.destroyed) socket.write(encodeJsonFrame(FRAME.failed, request, { message }));
      if (ENGINE_ABORTED.test(message)) this.#options.onAborted(message);
    }
  }
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    function done() {
      socket.off('drain', done);
      socket.off('close', done);
      resolve();
    }
    socket.on('drain', done);
    socket.on('close', done);
  });
}

function parseRunRequest(payload: Buffer): RunRequest {
  const value: unknown = JSON.parse(payload.toString());
  if (typeof value !== 'object' || value === null || !('sql' in value) || !('format' in value) || !('lane' in value)) {
    throw new RangeError('Not a statement');
  }
  const { sql, format, lane } = value;
  const known = LANE_NAMES.find((name) => name === lane);
  if (typeof sql !== 'string' || typeof format !== 'string' || known === undefined) throw new RangeError('Not a statement');
  return { sql, format, lane: known };
}

function parseChangeQuery(payload: Buffer): ChangeQuery {
  const value: unknown = JSON.parse(payload.toString());
  if (typeof value !== 'object' || value === null || !('blocks' in value) || !('first' in value) || !('last' in value)) {
    throw new RangeError('Not a query for changes');
  }
  const { blocks, first, last } = value;
  const isList = Array.isArray(blocks) && blocks.every((block): block is number => typeof block === 'number');
  if (!isList || typeof first !== 'number' || typeof last !== 'number') throw new RangeError('Not a query for changes');
  return { blocks, first, last };
}
