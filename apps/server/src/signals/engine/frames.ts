import type { ChangeQuestion } from './last-changes.ts';

/**
 * The protocol between the engine and its clients: frames of `length of the rest (u32), kind (u8), request (u32), payload`, little endian.
 * Requests of one client run side by side; a large answer is cut into slices, so that a small one passes between them.
 */
export const FRAME = {
  /** client → engine: a statement (JSON of `RunRequest`). */
  run: 1,
  /** client → engine: nobody waits for this request any more. */
  cancel: 2,
  /** client → engine: when were these days last changed (JSON of `ChangeQuestion`)? */
  askChange: 3,
  /** engine → client: the engine is ready for statements (JSON of `EngineHello`). */
  hello: 16,
  /** engine → client: a slice of the answer. */
  data: 17,
  /** engine → client: the answer is complete (JSON of `RunSummary`). */
  done: 18,
  /** engine → client: the statement failed (JSON of `RunFailure`). */
  failed: 19,
  /** engine → client: the answer to `askChange` (JSON of `ChangeAnswer`). */
  change: 20,
} as const;

export type FrameKind = (typeof FRAME)[keyof typeof FRAME];

/**
 * `interactive`: somebody waits for a page. `ingest`: a plant waits for its acknowledgement. `background`: nobody waits. Each has its own places in the
 * engine, so that none keeps another waiting.
 */
export const LANE_NAMES = ['interactive', 'ingest', 'background'] as const;
export type Lane = (typeof LANE_NAMES)[number];

export interface RunRequest {
  sql: string;
  /** Format of the answer where the statement names none. */
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
  /** Where the statement asked for it: the last change before it began, as `ChangeAnswer` has it. */
  lastChange?: string;
}

export interface ChangeAnswer {
  /** Another text after every change of what was asked about, and for every engine. */
  newest: string;
}

export interface RunFailure {
  /** The engine's words, with `Code: N`. */
  message: string;
}

export interface Frame {
  kind: number;
  request: number;
  payload: Buffer;
}

/** Slices of an answer; large enough to cost nothing, small enough that a hundred small answers a second pass between two. */
export const SLICE_BYTES = 256 * 1024;

const HEADER_BYTES = 9;
/** No statement of ours is longer: a list of a million series is 8 MB. */
const PAYLOAD_MAX_BYTES = 64 * 1024 * 1024;

export function encodeFrame(kind: FrameKind, request: number, payload: Uint8Array = EMPTY): Buffer {
  const frame = Buffer.allocUnsafe(HEADER_BYTES + payload.byteLength);
  frame.writeUInt32LE(HEADER_BYTES - 4 + payload.byteLength, 0);
  frame.writeUInt8(kind, 4);
  frame.writeUInt32LE(request, 5);
  frame.set(payload, HEADER_BYTES);
  return frame;
}

type Message = RunRequest | EngineHello | RunSummary | RunFailure | ChangeQuestion | ChangeAnswer;

export function encodeJsonFrame(kind: FrameKind, request: number, value: Message): Buffer {
  return encodeFrame(kind, request, Buffer.from(JSON.stringify(value)));
}

/** Puts frames together again from what a socket delivers. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #bytes = 0;

  /**
   * @returns frames that are complete now
   * @throws RangeError when the bytes are not this protocol: the connection is of no further use
   */
  push(chunk: Buffer): Frame[] {
    this.#chunks.push(chunk);
    this.#bytes += chunk.byteLength;
    const frames: Frame[] = [];
    for (;;) {
      const length = this.#peekLength();
      if (length === undefined || this.#bytes < 4 + length) return frames;
      const frame = this.#take(4 + length);
      frames.push({ kind: frame.readUInt8(4), request: frame.readUInt32LE(5), payload: frame.subarray(HEADER_BYTES) });
    }
  }

  #peekLength(): number | undefined {
    if (this.#bytes < HEADER_BYTES) return undefined;
    const first = this.#chunks[0];
    if (first === undefined || first.byteLength < HEADER_BYTES) this.#chunks = [Buffer.concat(this.#chunks)];
    const length = this.#chunks[0]?.readUInt32LE(0) ?? 0;
    if (length < HEADER_BYTES - 4 || length > PAYLOAD_MAX_BYTES) throw new RangeError(`A frame of ${length} bytes`);
    return length;
  }

  #take(length: number): Buffer {
    const joined = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
    if (joined === undefined) return Buffer.alloc(0);
    const rest = joined.subarray(length);
    this.#chunks = rest.byteLength > 0 ? [rest] : [];
    this.#bytes = rest.byteLength;
    return joined.subarray(0, length);
  }
}

const EMPTY = new Uint8Array(0);
