/** Reads what there is for each key; keys without a row are absent. */
type ReadMany<K, V> = (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>;

/**
 * Callers at one time share a question. While one is on its way, those who come meanwhile wait for the next: what they receive was read after they asked.
 *
 * @returns reads in the same way; there may be rows of other callers' keys among those received
 */
export function gatherReads<K, V>(read: ReadMany<K, V>): ReadMany<K, V> {
  let running: Promise<unknown> = Promise.resolve();
  let next: { keys: Set<K>; rows: Promise<ReadonlyMap<K, V>> } | undefined;
  const begin = (keys: Set<K>) => {
    next = undefined;
    const rows = read([...keys]);
    running = rows.catch(() => undefined);
    return rows;
  };
  return (keys) => {
    if (!next) {
      const gathered = new Set<K>();
      next = { keys: gathered, rows: running.then(() => begin(gathered)) };
    }
    for (const key of keys) next.keys.add(key);
    return next.rows;
  };
}
