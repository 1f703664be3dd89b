import { giveBackAll } from '../../../signals/sql/give-back.ts';

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
  #used = PIECE_BYTES;

  /** A column of zeros. */
  column<C>(Column: ColumnType<C>, length: number): C {
    const { buffer, from } = this.#take(length * Column.BYTES_PER_ELEMENT);
    return new Column(buffer, from, length);
  }

  /** All columns are empty from then on. */
  giveBack(): void {
    giveBackAll(this.#pieces.splice(0));
    this.#used = PIECE_BYTES;
  }

  /** Room that begins where numbers of any width may. */
  #take(bytes: number): { buffer: ArrayBuffer; from: number } {
    const room = Math.ceil(bytes / Float64Array.BYTES_PER_ELEMENT) * Float64Array.BYTES_PER_ELEMENT;
    const last = this.#pieces.at(-1);
    if (last && this.#used + room <= last.byteLength) {
      const from = this.#used;
      this.#used += room;
      return { buffer: last.buffer, from };
    }
    const { buffer } = this.#begin(Math.max(PIECE_BYTES, room));
    this.#used = room;
    return { buffer, from: 0 };
  }

  #begin(bytes: number): Uint8Array<ArrayBuffer> {
    const piece = new Uint8Array(bytes);
    this.#pieces.push(piece);
    return piece;
  }
}
