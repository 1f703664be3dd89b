/** Whether people are at work in the product. What takes the whole machine may do so only while there are none. */
export interface Presence {
  /** A user requested something; what a screen requests by itself does not count. */
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
