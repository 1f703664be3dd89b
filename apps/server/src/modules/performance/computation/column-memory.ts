import { releaseBuffers } from '../../../signals/release-buffer.ts';

const PIECE_BYTES = 4 * 1024 * 1024;

type ColumnType<C> = {
  new (buffer: ArrayBuffer, from: number, length: number): C;
  readonly BYTES_PER_ELEMENT: number;
};

/**
 * Columns in few large pieces of memory, which are given back together. A month of a site is thousands of columns: by themselves each of them is looked at
 * by the collector, and they are found to be of no use any more only when it goes through everything.
 */
export class ColumnMemory {
  readonly #pieces: Uint8Array<ArrayBuffer>[] = [];
  /** Bytes of the last piece. */
  #used = 0;

  /** A column of zeros. */
  column<C>(Column: ColumnType<C>, length: number): C {
    // Where one begins, numbers of any width may.
    const room = Math.ceil((length * Column.BYTES_PER_ELEMENT) / Float64Array.BYTES_PER_ELEMENT) * Float64Array.BYTES_PER_ELEMENT;
    const { buffer } = this.#pieceWith(room);
    const from = this.#used;
    this.#used += room;
    return new Column(buffer, from, length);
  }

  /** All columns are empty from then on. */
  releaseBuffer(): void {
    releaseBuffers(this.#pieces.splice(0));
  }

  #pieceWith(room: number): Uint8Array<ArrayBuffer> {
    const last = this.#pieces.at(-1);
    if (last && this.#used + room <= last.byteLength) return last;
    const piece = new Uint8Array(Math.max(PIECE_BYTES, room));
    this.#pieces.push(piece);
    this.#used = 0;
    return piece;
  }
}
