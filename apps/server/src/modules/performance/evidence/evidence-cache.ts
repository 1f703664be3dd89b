/** What a day left behind, as it is stored. */
export interface StoredEvidence {
  /** Site and day. */
  name: string;
  /** Another one after every computation of the day. */
  stamp: string;
  json: string;
}

/** The years of some fifty sites, or of five wind farms. */
export const EVIDENCE_BYTES = 32 * 1024 * 1024;

interface Entry<T> {
  stamp: string;
  value: T;
  size: number;
}

/** What was made of stored evidence, up to a sum of its lengths. What was not asked for longest is forgotten first. */
export class EvidenceCache<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #maxSize: number;
  #size = 0;

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  find({ name, stamp }: Pick<StoredEvidence, 'name' | 'stamp'>): T | undefined {
    const entry = this.#entries.get(name);
    if (entry?.stamp !== stamp) return undefined;
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    return entry.value;
  }

  keep({ name, stamp, json }: StoredEvidence, value: T): void {
    this.#forget(name);
    this.#entries.set(name, { stamp, value, size: json.length });
    this.#size += json.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxSize) return;
      this.#forget(oldest);
    }
  }

  #forget(name: string): void {
    this.#size -= this.#entries.get(name)?.size ?? 0;
    this.#entries.delete(name);
  }
}
