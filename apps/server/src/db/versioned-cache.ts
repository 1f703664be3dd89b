/**
 * Rows by key, kept for as long as a version of the database holds. The version is read with the session of each request, so that a change made by any
 * process is seen by the next request, and what did not change costs no query.
 */
export class VersionedCache<K, V> {
  readonly #limit: number;
  #version: string | undefined;
  /** undefined as a value: there is no such row. */
  #rows = new Map<K, V | undefined>();
  /** On their way, by each of their keys. */
  #readings = new Map<K, Promise<ReadonlyMap<K, V>>>();

  /** @param limit - of rows: beyond it the cache starts again */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * The rows that exist, in the order of the keys. Requests at one time share one reading.
   *
   * @param version - undefined: not known, nothing is taken from memory or kept
   * @param load - reads rows by key; keys without a row are absent
   */
  async getMany(
    version: string | undefined,
    keys: readonly K[],
    load: (missing: readonly K[]) => Promise<ReadonlyMap<K, V>>,
  ): Promise<Map<K, V>> {
    if (version === undefined) return new Map(await load(keys));
    if (version !== this.#version) this.#restart(version);
    const known = findEach(keys, this.#rows);
    if (known) return known;
    const rows = this.#rows;
    const readings = this.#readings;
    const missing = keys.filter((key) => !rows.has(key) && !readings.has(key));
    if (missing.length > 0) this.#read(version, missing, load);
    const loaded = await Promise.all(new Set(keys.flatMap((key) => readings.get(key) ?? [])));
    const found = new Map<K, V>();
    for (const key of keys) {
      const row = rows.get(key) ?? loaded.find((each) => each.has(key))?.get(key);
      if (row !== undefined) found.set(key, row);
    }
    return found;
  }

  #read(version: string, keys: readonly K[], load: (missing: readonly K[]) => Promise<ReadonlyMap<K, V>>): void {
    const readings = this.#readings;
    const reading = load(keys).then((loaded) => {
      this.#keep(version, keys, loaded);
      return loaded;
    });
    for (const key of keys) readings.set(key, reading);
    const forget = (): void => {
      for (const key of keys) readings.delete(key);
    };
    // What could not be read is asked again.
    reading.then(forget, forget);
  }

  /** What was read before a change must not be kept under the version after it. */
  #keep(version: string, keys: readonly K[], loaded: ReadonlyMap<K, V>): void {
    if (version !== this.#version) return;
    if (this.#rows.size + keys.length > this.#limit) this.#rows = new Map();
    for (const key of keys) this.#rows.set(key, loaded.get(key));
  }

  #restart(version: string): void {
    this.#version = version;
    this.#rows = new Map();
    this.#readings = new Map();
  }
}

/** Mostly all of them are there: then one look at each does. @returns undefined: not all of them are */
function findEach<K, V>(keys: readonly K[], rows: ReadonlyMap<K, V | undefined>): Map<K, V> | undefined {
  const found = new Map<K, V>();
  for (const key of keys) {
    const row = rows.get(key);
    if (row !== undefined) found.set(key, row);
    else if (!rows.has(key)) return undefined;
  }
  return found;
}
