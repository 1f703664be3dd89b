/** Rows by key that hold until a change is announced. A row that is being read when one comes is not kept: it may be older. */
export class RowsUntilChange<K, V> {
  readonly #limit: number;
  readonly #rows = new Map<K, V>();
  #changes = 0;

  /** @param limit - of rows: beyond it all are forgotten. 0: none are kept */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @param read - undefined: there is no such row, which is not kept */
  async get(key: K, read: () => Promise<V | undefined>): Promise<V | undefined> {
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const changes = this.#changes;
    const row = await read();
    if (row !== undefined && changes === this.#changes) this.#keep(key, row);
    return row;
  }

  /** For a change that is not announced. @param row - what was kept; where it is not any more, nothing is replaced */
  replace(key: K, row: V, changed: V): void {
    if (this.#rows.get(key) === row) this.#rows.set(key, changed);
  }

  forgetAll(): void {
    this.#changes += 1;
    this.#rows.clear();
  }

  #keep(key: K, row: V): void {
    if (this.#rows.size >= this.#limit) this.#rows.clear();
    if (this.#limit > 0) this.#rows.set(key, row);
  }
}
