interface KeptAnswer {
  stamp: string;
  answer: unknown;
  bytes: number;
}

/**
 * Answers by their question, for as long as the stamp of the days they were made of stays the same: a screen that several
 * people look at, or that refreshes itself, is computed once. The longest unused are forgotten first.
 */
export class AnswerCache {
  readonly #kept = new Map<string, KeptAnswer>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The kept answer, or a new one. Whoever gets it must not change it. */
  async answer<T>({ question, stamp }: { question: string; stamp: string }, make: () => Promise<{ answer: T; bytes: number }>): Promise<T> {
    const kept = this.#kept.get(question);
    if (kept?.stamp === stamp) {
      this.#kept.delete(question);
      this.#kept.set(question, kept);
      return kept.answer as T;
    }
    const { answer, bytes } = await make();
    this.keep(question, { stamp, answer, bytes });
    return answer;
  }

  /** Whether there is an answer, of whichever stamp. */
  has(question: string): boolean {
    return this.#kept.has(question);
  }

  /** In the place of an older answer. */
  keep(question: string, { stamp, answer, bytes: ofAnswer }: KeptAnswer): void {
    this.#forget(question);
    const bytes = ofAnswer + 2 * question.length;
    // One answer never pushes out most of the others.
    if (bytes > this.#maxBytes / 4) return;
    this.#kept.set(question, { stamp, answer, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#forget(oldest);
    }
  }

  clear(): void {
    this.#kept.clear();
    this.#bytes = 0;
  }

  #forget(question: string): void {
    this.#bytes -= this.#kept.get(question)?.bytes ?? 0;
    this.#kept.delete(question);
  }
}
