/** Frontend messages after which the server answers: CopyDone, CopyFail, Flush, PasswordMessage, Query, Sync. */
const ANSWERED = new Set([...'cfHpQS'].map((type) => type.charCodeAt(0)));
const TERMINATE = 'X'.charCodeAt(0);
const PROTOCOL_3 = 196_608;

/**
 * Cuts the byte stream of a PostgreSQL client into batches that end where the client waits for an answer. PGlite then runs a whole
 * parse-bind-execute-sync in one call (20 µs instead of 70 µs message by message).
 */
export class MessageSplitter {
  #chunks: Uint8Array[] = [];
  #length = 0;
  /** Bytes of the buffer that hold complete messages, none of them answered yet. */
  #scanned = 0;
  #started = false;

  push(chunk: Uint8Array): Uint8Array[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length - this.#scanned < 5) return [];
    if (this.#chunks.length > 1 && !this.#isComplete()) return [];
    const bytes = this.#joined();
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const batches: Uint8Array[] = [];
    let batchStart = 0;
    let position = this.#scanned;
    while (position + 8 <= bytes.length || (this.#started && position + 5 <= bytes.length)) {
      const isStartup = !this.#started;
      const end = position + (isStartup ? view.getInt32(position) : 1 + view.getInt32(position + 1));
      if (end > bytes.length) break;
      const type = isStartup ? undefined : bytes[position];
      if (isStartup) this.#started = view.getInt32(position + 4) === PROTOCOL_3;
      if (type === TERMINATE) batchStart = end;
      else if (isStartup || (type !== undefined && ANSWERED.has(type))) {
        batches.push(bytes.slice(batchStart, end));
        batchStart = end;
      }
      position = end;
    }
    this.#keep(bytes.subarray(batchStart), position - batchStart);
    return batches;
  }

  /** False while the message that is being received is known to go on, so that a large body is joined once and not with every chunk. */
  #isComplete(): boolean {
    const header = this.#peek(this.#scanned, 5);
    if (!header || !this.#started) return true;
    return this.#scanned + 1 + new DataView(header.buffer, header.byteOffset).getInt32(1) <= this.#length;
  }

  #peek(from: number, size: number): Uint8Array<ArrayBuffer> | undefined {
    const result = new Uint8Array(size);
    let filled = 0;
    let offset = 0;
    for (const chunk of this.#chunks) {
      const inside = chunk.subarray(Math.max(0, from + filled - offset), Math.max(0, from + size - offset));
      result.set(inside, filled);
      filled += inside.length;
      offset += chunk.length;
      if (filled === size) return result;
    }
    return undefined;
  }

  #joined(): Uint8Array {
    const [only] = this.#chunks;
    if (only && this.#chunks.length === 1) return only;
    return Buffer.concat(this.#chunks);
  }

  #keep(rest: Uint8Array, scanned: number): void {
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#length = rest.length;
    this.#scanned = scanned;
  }
}
