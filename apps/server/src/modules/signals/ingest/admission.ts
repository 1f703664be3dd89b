export interface Admission {
  /** Waits for a slot and works in it. @param key - of the sender: none takes all slots */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

interface Waiting {
  key: string;
  begin(): void;
}

/** How many bodies are worked on at once, and how many of one key. Who waits is bounded by who may send. */
export function createAdmission({ slots, slotsPerKey }: { slots: number; slotsPerKey: number }): Admission {
  const queue: Waiting[] = [];
  const busy = new Map<string, number>();
  let all = 0;

  const mayBegin = (key: string): boolean => all < slots && (busy.get(key) ?? 0) < slotsPerKey;
  const count = (key: string, change: 1 | -1): void => {
    all += change;
    const left = (busy.get(key) ?? 0) + change;
    if (left > 0) busy.set(key, left);
    else busy.delete(key);
  };
  const beginNext = (): void => {
    const next = queue.findIndex(({ key }) => mayBegin(key));
    const [waiting] = next < 0 ? [] : queue.splice(next, 1);
    if (!waiting) return;
    count(waiting.key, 1);
    waiting.begin();
  };

  return {
    run: async (key, work) => {
      if (mayBegin(key)) count(key, 1);
      else await new Promise<void>((begin) => queue.push({ key, begin }));
      try {
        return await work();
      } finally {
        count(key, -1);
        beginNext();
      }
    },
  };
}
