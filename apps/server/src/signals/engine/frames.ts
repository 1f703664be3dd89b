import type { Lane } from '../work-options.ts';
import type { ChangeQuery, ChangeResponse } from './last-changes.ts';

/**
 * The protocol between the engine and its clients: frames of `length of the rest (u32), kind (u8), request (u32), payload`, little endian.
 * Requests of one client run side by side; a large response is cut into slices, so that a small one passes between them.
 */
export const FRAME = {
  /** client → engine: a statement (JSON of `RunRequest`). */
  run: 1,
  /** client → engine: this request is cancelled. */
  cancel: 2,
  /** client → engine: when were these days last changed (JSON of `ChangeQuery`)? */
  queryChange: 3,
  /** engine → client: the engine is ready for statements (JSON of `EngineHello`). */
  hello: 16,
  /** engine → client: the next bytes of the response, whose size was announced. */
  data: 17,
  /** engine → client: the response is complete (JSON of `RunSummary`). */
  done: 18,
  /** engine → client: the statement failed (JSON of `RunFailure`). */
  failed: 19,
  /** engine → client: the response to `queryChange` (JSON of `ChangeResponse`). */
  change: 20,
  /** engine → client: the response is about to come (JSON of `ResponseSize`). */
  size: 21,
} as const;

export type FrameKind = (typeof FRAME)[keyof typeof FRAME];

/**
 * `interactive`: a user waits for a page. `ingest`: a plant waits for its acknowledgement. `background`: no user waits. Each has its own slots in the
 * engine, so that none delays another.
 */
export const LANE_NAMES = ['interactive', 'ingest', 'background'] as const satisfies readonly Lane[];

export interface RunRequest {
  sql: string;
  /** Format of the response where the statement names none. */
  format: string;
  lane: Lane;
}

export interface EngineHello {
  engineVersion: string;
  pid: number;
  /** Nanoseconds of the engine's clock when it was opened, as text: no statement is older. */
  startedAt: string;
}

export interface RunSummary {
  rowsRead: number;
  bytesRead: number;
  elapsedSeconds: number;
  /** Where the statement requested it: the last change before it began (`lastChangeText`). */
  lastChange?: string;
}

export interface ResponseSize {
  bytes: number;
}

export interface RunFailure {
  /** The engine's words, with `Code: N`. */
  message: string;
}

/** Of a response's bytes (`FRAME.data`) a frame is passed on in chunks, as they come: views that hold until the next ones are read. */
export interface Frame {
  kind: number;
  request: number;
  payload: Buffer;
}

/** Slices of a response; large enough to cost nothing, small enough that a hundred small responses a second pass between two. */
export const SLICE_BYTES = 256 * 1024;

const HEADER_BYTES = 9;
/** No statement of ours is longer: a list of a million series is 8 MB. */
const PAYLOAD_MAX_BYTES = 64 * 1024 * 1024;

export function encodeFrame(kind: FrameKind, request: number, payload: Uint8Array = EMPTY): Buffer {
  return Buffer.concat([encodeHeader(kind, request, payload.byteLength), payload]);
}

/** What stands before a payload: for payloads that are sent from where they are. */
export function encodeHeader(kind: FrameKind, request: number, payloadBytes: number): Buffer {
  const header = Buffer.allocUnsafe(HEADER_BYTES);
  header.writeUInt32LE(HEADER_BYTES - 4 + payloadBytes, 0);
  header.writeUInt8(kind, 4);
  header.writeUInt32LE(request, 5);
  return header;
}

type Message = RunRequest | EngineHello | RunSummary | RunFailure | ChangeQuery | ChangeResponse | ResponseSize;

export function encodeJsonFrame(kind: FrameKind, request: number, value: Message): Buffer {
  return encodeFrame(kind, request, Buffer.from(JSON.stringify(value)));
}

/** Puts frames together again from what a socket delivers. */
export class FrameReader {
  readonly #header = Buffer.alloc(HEADER_BYTES);
  #headerBytes = 0;
  /** The frame whose header is complete. */
  #payload: Buffer | undefined;
  #left = 0;

  /**
   * @param chunk - may be used again for the next bytes once the frames are taken
   * @returns frames that are complete now, and the part of a response that is there
   * @throws RangeError when the bytes are not this protocol: the connection is of no further use
   */
  push(chunk: Buffer): Frame[] {
    const frames: Frame[] = [];
    for (let at = 0; at < chunk.byteLength; ) {
      const copied = chunk.copy(this.#header, this.#headerBytes, at);
      this.#headerBytes += copied;
      at += copied;
      if (this.#headerBytes < HEADER_BYTES) return frames;
      if (copied > 0) this.#begin();
      const piece = chunk.subarray(at, at + this.#left);
      at += piece.byteLength;
      this.#left -= piece.byteLength;
      const frame = this.#take(piece);
      if (frame) frames.push(frame);
      if (this.#left === 0) this.#headerBytes = 0;
    }
    return frames;
  }

  #begin(): void {
    const length = this.#header.readUInt32LE(0);
    if (length < HEADER_BYTES - 4 || length > PAYLOAD_MAX_BYTES) throw new RangeError(`A frame of ${length} bytes`);
    this.#left = length - (HEADER_BYTES - 4);
    this.#payload = this.#kind === FRAME.data ? undefined : Buffer.allocUnsafe(this.#left);
  }

  get #kind(): number {
    return this.#header.readUInt8(4);
  }

  #take(piece: Buffer): Frame | undefined {
    const payload = this.#payload;
    payload?.set(piece, payload.byteLength - this.#left - piece.byteLength);
    if (payload && this.#left > 0) return undefined;
    return { kind: this.#kind, request: this.#header.readUInt32LE(5), payload: payload ?? piece };
  }
}

const EMPTY = new Uint8Array(0);
