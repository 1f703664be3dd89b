interface KeptAnswer {
  stamp: string;
  answer: unknown;
  bytes: number;
}

/**
 * Answers that were made of roll-ups, by their question, for as long as the marks of the days they were made of stay the same: a screen that several
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

  keep(question: string, { stamp, answer, bytes }: KeptAnswer): void {
    this.#keep(question, { stamp, answer, bytes: bytes + 2 * question.length });
  }

  clear(): void {
    this.#kept.clear();
    this.#bytes = 0;
  }

  #keep(question: string, kept: KeptAnswer): void {
    this.#forget(question);
    // One answer never pushes out most of the others.
    if (kept.bytes > this.#maxBytes / 4) return;
    this.#kept.set(question, kept);
    this.#bytes += kept.bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#forget(oldest);
    }
  }

  #forget(question: string): void {
    this.#bytes -= this.#kept.get(question)?.bytes ?? 0;
    this.#kept.delete(question);
  }
}
