import type { SiteDayOutputs } from '@solvane/energy/site-day/outputs';
import { giveBackAll } from '../../../signals/sql/give-back.ts';

const PIECE_BYTES = 4 * 1024 * 1024;

/**
 * Columns of computed days in few large pieces of memory until they are stored. A month of a site is a hundred thousand columns: by themselves each of them
 * is moved and looked at by the collector, and they are found to be of no use any more only when it goes through everything.
 */
export class DayMemory {
  readonly #pieces: Uint8Array<ArrayBuffer>[] = [];
  #used = PIECE_BYTES;

  /** @returns the same with copies of its columns, which are empty once the memory is given back */
  keep(outputs: SiteDayOutputs): SiteDayOutputs {
    return {
      ...outputs,
      validated: outputs.validated.map((column) => ({
        ...column,
        values: this.#copy(column.values, Float64Array),
        flags: this.#copy(column.flags, Int32Array),
        methods: this.#copy(column.methods, Uint8Array),
      })),
      derived: outputs.derived.map((column) => ({
        ...column,
        values: this.#copy(column.values, Float64Array),
        ...(column.weights && { weights: this.#copy(column.weights, Float64Array) }),
      })),
    };
  }

  giveBack(): void {
    giveBackAll(this.#pieces.splice(0));
    this.#used = PIECE_BYTES;
  }

  #copy<C extends Numbers>(column: C, Column: new (buffer: ArrayBuffer, from: number, length: number) => C): C {
    const { buffer, from } = this.#take(column.byteLength);
    const copy = new Column(buffer, from, column.length);
    copy.set(column);
    return copy;
  }

  /** Room that begins where numbers of any width may. */
  #take(bytes: number): { buffer: ArrayBuffer; from: number } {
    const room = Math.ceil(bytes / Float64Array.BYTES_PER_ELEMENT) * Float64Array.BYTES_PER_ELEMENT;
    if (this.#used + room > PIECE_BYTES || this.#pieces.length === 0) {
      this.#pieces.push(new Uint8Array(Math.max(PIECE_BYTES, room)));
      this.#used = 0;
    }
    const from = this.#used;
    this.#used += room;
    const { buffer } = this.#pieces.at(-1) ?? new Uint8Array(room);
    return { buffer, from };
  }
}

type Numbers = Float64Array | Int32Array | Uint8Array;
