import { uniformNoise } from '../noise/hash-noise.ts';

export interface ResetRequest {
  segmentId: string;
  requestedAtMs: number;
}

/** What a plant's controller says to a reset. */
export interface ResetReply {
  isSuccess: boolean;
  message: string;
  /** How long the controller takes. */
  afterMs: number;
}

/** Share of resets a controller refuses. */
const REFUSED_SHARE = 0.25;
const REFUSALS = ['Safety chain open', 'Service switch on', 'Grid out of limits', 'Fault still active'] as const;
const SHORTEST_MS = 2_000;
const LONGEST_MS = 15_000;
const SECOND_MS = 1_000;

/** The same request is always answered the same way: by the seed of the fleet, the device and the second it was asked. */
export function resetReply(fleetSeed: number, { segmentId, requestedAtMs }: ResetRequest): ResetReply {
  const seed = (fleetSeed ^ textHash(segmentId)) >>> 0;
  const second = Math.floor(requestedAtMs / SECOND_MS) % 2 ** 31;
  const luck = uniformNoise(seed, second);
  const afterMs = Math.round(SHORTEST_MS + uniformNoise(seed, second + 1) * (LONGEST_MS - SHORTEST_MS));
  if (luck >= REFUSED_SHARE) return { isSuccess: true, message: 'Reset done', afterMs };
  return { isSuccess: false, message: REFUSALS[Math.floor((luck / REFUSED_SHARE) * REFUSALS.length)] ?? REFUSALS[0], afterMs };
}

/** @see Fowler, Noll and Vo: FNV-1a, 32 bits */
function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
