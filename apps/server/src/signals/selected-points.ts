export interface TouchedSeries {
  series: number;
  firstMs: number;
  lastMs: number;
}

/** Points of a file, which only the store's own files make (see `SignalFiles`): of several points of one series and time the highest line wins. */
export class SelectedPoints {
  readonly #select: string;
  /** First and last time per series: what has to be rolled up again. Too wide is correct, only slower. */
  readonly touched: readonly TouchedSeries[];

  /** @param select - of `series`, `at` (epoch milliseconds), `value` and `line` */
  constructor(select: string, touched: readonly TouchedSeries[]) {
    this.#select = select;
    this.touched = touched;
  }

  /** For the writer of the store. */
  get select(): string {
    return this.#select;
  }
}
