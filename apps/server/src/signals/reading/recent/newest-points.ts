import type { ChangeResponse } from '../../engine/last-changes.ts';
import type { LatestColumns } from '../../signal-reader.ts';
import { blockOf, SERIES_PER_BLOCK } from '../../sql/point-tables.ts';

/** The newest points of a block, by the slot of their series, and until when they are valid. */
interface NewestOfBlock extends Pick<ChangeResponse, 'engine' | 'counted'> {
  /** NaN: there is no point. */
  timesMs: Float64Array;
  values: Float64Array;
  flags: Float64Array;
}

/** Of 256 series each, 6 kB. */
const MAX_BLOCKS = 4_096;

/** Newest points of whole blocks, as long as the engine vouches for them. The longest unused blocks are evicted first. */
export class NewestPoints {
  readonly #blocks = new Map<number, NewestOfBlock>();

  /**
   * What the engine would return, in the order of the series.
   *
   * @param change - its last change of any day of their blocks
   * @returns undefined: not all of them are cached, or they have changed
   */
  lookUp(series: readonly number[], change: ChangeResponse): LatestColumns | undefined {
    const blocks = this.#find(series, change);
    if (blocks === undefined) return undefined;
    const numbers = Float64Array.from(new Set(series)).sort();
    const [timesMs, values, flags] = [numbers.slice(), numbers.slice(), numbers.slice()];
    let count = 0;
    for (let i = 0; i < numbers.length; i++) {
      const number = numbers[i] ?? Number.NaN;
      const [block, slot] = [blocks.get(blockOf(number)), number % SERIES_PER_BLOCK];
      const timeMs = block?.timesMs[slot] ?? Number.NaN;
      if (Number.isNaN(timeMs)) continue;
      numbers[count] = number;
      timesMs[count] = timeMs;
      values[count] = block?.values[slot] ?? Number.NaN;
      flags[count] = block?.flags[slot] ?? Number.NaN;
      count += 1;
    }
    const part = (column: Float64Array) => column.subarray(0, count);
    return { series: part(numbers), timesMs: part(timesMs), values: part(values), flags: part(flags) };
  }

  /**
   * @param blocks - of which there are all the points
   * @param change - their last change before they were read
   */
  add(blocks: readonly number[], { series, timesMs, values, flags }: LatestColumns, { engine, counted }: ChangeResponse): void {
    const missing = () => new Float64Array(SERIES_PER_BLOCK).fill(Number.NaN);
    for (const block of blocks) {
      this.#blocks.delete(block);
      this.#blocks.set(block, { engine, counted, timesMs: missing(), values: missing(), flags: missing() });
    }
    const wanted = new Set(blocks);
    for (let i = 0; i < series.length; i++) {
      const number = series[i] ?? Number.NaN;
      const [own, slot] = [blockOf(number), number % SERIES_PER_BLOCK];
      const block = wanted.has(own) ? this.#blocks.get(own) : undefined;
      if (block === undefined) continue;
      block.timesMs[slot] = timesMs[i] ?? Number.NaN;
      block.values[slot] = values[i] ?? Number.NaN;
      block.flags[slot] = flags[i] ?? Number.NaN;
    }
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= MAX_BLOCKS) return;
      this.#blocks.delete(oldest);
    }
  }

  clear(): void {
    this.#blocks.clear();
  }

  #find(series: readonly number[], { engine, newest }: ChangeResponse): Map<number, NewestOfBlock> | undefined {
    const found = new Map<number, NewestOfBlock>();
    for (const number of new Set(series.map(blockOf))) {
      const block = this.#blocks.get(number);
      if (block?.engine !== engine || newest > block.counted) return undefined;
      found.set(number, block);
    }
    for (const [number, block] of found) {
      this.#blocks.delete(number);
      this.#blocks.set(number, block);
    }
    return found;
  }
}
