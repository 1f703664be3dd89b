interface CachedResponse {
  stamp: string;
  response: unknown;
  bytes: number;
}

/**
 * Responses by the key of their query, for as long as the stamp of the days they were made of stays the same: a screen that several
 * people look at, or that refreshes itself, is computed once. The longest unused are evicted first.
 */
export class ResponseCache {
  readonly #entries = new Map<string, CachedResponse>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The cached response, or a new one. Callers must not change it. */
  async getOrMake<T>({ key, stamp }: { key: string; stamp: string }, make: () => Promise<{ response: T; bytes: number }>): Promise<T> {
    const cached = this.#entries.get(key);
    if (cached?.stamp === stamp) {
      this.#entries.delete(key);
      this.#entries.set(key, cached);
      return cached.response as T;
    }
    const { response, bytes } = await make();
    this.set(key, { stamp, response, bytes });
    return response;
  }

  /** Whether there is a response, of whichever stamp. */
  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** In the place of an older response. */
  set(key: string, { stamp, response, bytes: ofResponse }: CachedResponse): void {
    this.#evict(key);
    const bytes = ofResponse + 2 * key.length;
    // One response never pushes out most of the others.
    if (bytes > this.#maxBytes / 4) return;
    this.#entries.set(key, { stamp, response, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#evict(oldest);
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  #evict(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
