/** Whether people are at work in the product. What takes the whole machine may do so only while nobody is. */
export interface Presence {
  /** Somebody asked for something of their own accord; what a screen asks by itself does not count. */
  note(): void;
  isAnybodyHere(): boolean;
}

/** Who reads a screen asks again after about as long. */
const GONE_AFTER_MS = 30_000;

/** @param now - any clock in milliseconds */
export function createPresence(now: () => number = () => performance.now()): Presence {
  let lastMs = Number.NEGATIVE_INFINITY;
  return {
    note: () => {
      lastMs = now();
    },
    isAnybodyHere: () => now() - lastMs < GONE_AFTER_MS,
  };
}
