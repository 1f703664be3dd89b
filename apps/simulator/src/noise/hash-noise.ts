const GOLDEN_RATIO_32 = 0x9e3779b1;
const TWO_POW_32 = 2 ** 32;

/**
 * A well mixed 32-bit hash of (seed, index): the only source of chance in the simulator.
 *
 * @param seed - unsigned 32-bit seed of a channel
 * @param index - position in that channel, any integer; only its low 32 bits count
 * @returns unsigned 32-bit integer
 * @see murmur3 finaliser: fmix32((seed ^ index·0x9E3779B1) >>> 0)
 */
export function hash2(seed: number, index: number): number {
  let h = (seed ^ Math.imul(index, GOLDEN_RATIO_32)) >>> 0;
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  h ^= h >>> 16;
  return h >>> 0;
}

/** Uniform in (0, 1), never 0 and never 1. */
export function uniformNoise(seed: number, index: number): number {
  return (hash2(seed, index) + 0.5) / TWO_POW_32;
}

/** Standard normal by Box–Muller from two neighbouring hashes. */
export function normalNoise(seed: number, index: number): number {
  return Math.sqrt(-2 * Math.log(uniformNoise(seed, 2 * index))) * Math.cos(2 * Math.PI * uniformNoise(seed, 2 * index + 1));
}

/**
 * Smooth noise of unit variance at every instant, with knots every `spacing` seconds.
 *
 * @param seed - seed of the channel
 * @param time - epoch seconds
 * @param spacing - knot spacing τ [s]
 */
export function valueNoise(seed: number, time: number, spacing: number): number {
  const position = time / spacing;
  const knot = Math.floor(position);
  const angle = (Math.PI / 2) * (position - knot);
  return Math.cos(angle) * normalNoise(seed, knot) + Math.sin(angle) * normalNoise(seed, knot + 1);
}

/** Seed of one noise channel of one device; device 0 is the site itself. */
export function channelSeed(source: { fleetSeed: number; siteNo: number; deviceNo: number; channel: number }): number {
  return hash2(source.fleetSeed, 4096 * source.siteNo + 64 * source.deviceNo + source.channel);
}
