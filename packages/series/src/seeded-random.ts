/**
 * Numbers that look random and are the same for the same seed, for resampling that must give one answer on every machine.
 *
 * @param seed - any integer; only its lower 32 bits count
 * @returns next number, 0 ≤ x < 1, at each call
 * @see mulberry32, a 32-bit generator in the public domain; not for secrets
 */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
