import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { AppError } from '@solvane/contract/errors';
import type { DiskBudget } from '../../../data-folder/disk-budget.ts';
import type { Admission } from './admission.ts';

/** A body on its way. */
export interface ArrivingBody {
  keyId: string;
  stream: Readable;
  maxBytes: number;
  /** A body of so many bytes at most never touches the disk; 0: every body becomes a file. */
  memoryBytes: number;
  /** Bytes on the wire so far; undefined: unknown. */
  packedBytes(): number | undefined;
  /** Answers its sender, and reads no further. */
  cut(error: AppError): void;
}

/** A body that has arrived: in memory, or as a file that lives as long as it is worked on. */
export type SpooledBody = { bytes: Buffer; path?: undefined } | { bytes?: undefined; path: string };

export interface Spool {
  /**
   * Takes a body in, then works on it where a slot is free: a sender that stalls holds no slot.
   *
   * @throws AppError ingest.busy, request.tooLarge, storage.full
   */
  use<T>(body: ArrivingBody, work: (spooled: SpooledBody) => Promise<T>): Promise<T>;
}

export interface SpoolOptions {
  folder: string;
  budget: DiskBudget;
  admission: Admission;
  /** Bodies that arrive, wait or are worked on. */
  bodies: number;
  bodiesPerKey: number;
  now: () => number;
}

interface Sender {
  body: ArrivingBody;
  isArriving: boolean;
  lastDataMs: number;
  /** Of the disk. */
  bytes: number;
}

const RETRY_AFTER_SECONDS = 5;
/** When there are too many, one that has been silent for so long is cut off for the next one. */
const SILENT_MS = 1_000;
const WRITE_BYTES = 256 * 1024;
/** Points of machines pack ten to forty times; beyond a hundred times a large body is a bomb. */
const FREELY_UNPACKED_BYTES = 64 * 1024 * 1024;
const LARGEST_RATIO = 100;

export function createSpool({ folder, budget, admission, bodies, bodiesPerKey, now }: SpoolOptions): Spool {
  const senders = new Set<Sender>();

  function admit(body: ArrivingBody): Sender {
    const ofKey = [...senders].filter((sender) => sender.body.keyId === body.keyId);
    if (ofKey.length >= bodiesPerKey) cutSilent(ofKey);
    else if (senders.size >= bodies) cutSilent([...senders]);
    const sender = { body, isArriving: true, lastDataMs: now(), bytes: 0 };
    senders.add(sender);
    return sender;
  }

  function cutSilent(among: readonly Sender[]): void {
    const silent = among.filter(({ isArriving, lastDataMs }) => isArriving && now() - lastDataMs >= SILENT_MS);
    const [first] = silent.sort((left, right) => left.lastDataMs - right.lastDataMs);
    const busy = new AppError('ingest.busy', { values: { retryAfterSeconds: RETRY_AFTER_SECONDS } });
    if (!first) throw busy;
    senders.delete(first);
    first.body.cut(busy);
  }

  return {
    use: async (body, work) => {
      const sender = admit(body);
      const path = join(folder, randomUUID());
      try {
        const bytes = await receive(sender, { path, budget, now });
        sender.isArriving = false;
        return await admission.run(body.keyId, () => work(bytes ? { bytes } : { path }));
      } finally {
        senders.delete(sender);
        await rm(path, { force: true });
        budget.release(sender.bytes);
      }
    },
  };
}

/** @returns the body, where it is small enough for memory; else it is in the file */
async function receive(
  sender: Sender,
  { path, budget, now }: { path: string; budget: DiskBudget; now: () => number },
): Promise<Buffer | undefined> {
  const { stream, maxBytes, memoryBytes, packedBytes } = sender.body;
  let file: FileHandle | undefined;
  let [chunks, held, total]: [Buffer[], number, number] = [[], 0, 0];
  const flush = async (): Promise<void> => {
    await budget.take(held);
    sender.bytes += held;
    file ??= await open(path, 'w', 0o600);
    await file.appendFile(Buffer.concat(chunks));
    [chunks, held] = [[], 0];
  };
  try {
    await forEachChunk(stream, async (chunk) => {
      sender.lastDataMs = now();
      total += chunk.length;
      held += chunk.length;
      if (total > maxBytes || isBomb(total, packedBytes())) throw new AppError('request.tooLarge');
      chunks.push(chunk);
      if (held > Math.max(WRITE_BYTES, memoryBytes)) await flush();
    });
    if (!file && memoryBytes > 0 && total <= memoryBytes) return Buffer.concat(chunks);
    await flush();
    return undefined;
  } finally {
    await file?.close();
  }
}

function isBomb(unpacked: number, packed: number | undefined): boolean {
  return packed !== undefined && unpacked > FREELY_UNPACKED_BYTES && unpacked > LARGEST_RATIO * packed;
}

/** Unlike a pipeline this leaves the stream alone when it fails: a request that is destroyed cannot be answered. */
function forEachChunk(stream: Readable, take: (chunk: Buffer) => Promise<void>): Promise<void> {
  if (stream.destroyed && !stream.readableEnded) return Promise.reject(stream.errored ?? new AppError('request.malformed'));
  return new Promise((resolve, reject) => {
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        take(chunk).then(() => done(), done);
      },
    });
    const fail = (error: unknown): void => {
      stream.unpipe(sink);
      reject(error);
    };
    sink.once('finish', resolve);
    sink.once('error', fail);
    stream.on('error', fail);
    stream.once('close', () => {
      if (!sink.writableEnded) fail(new AppError('request.malformed'));
    });
    if (stream.readableEnded) resolve();
    else stream.pipe(sink);
  });
}
