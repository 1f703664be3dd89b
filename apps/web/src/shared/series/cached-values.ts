import { LIMITS } from '@solvane/contract/limits';
import { SIGNAL_COLUMNS_TYPE } from '@solvane/contract/signal-columns-type';
import { type SignalValuesRequest, signalEndpoints } from '@solvane/contract/signals';
import { callForResponse } from '../../api/call.ts';
import { signalValuesCache } from '../../api/signal-cache.ts';

export const VALUES_STALE_MS = LIMITS.signalValuesStaleMinutes * 60_000;
/** Larger responses would fill the browser's storage, and are mostly looked at once. */
const MAX_CACHED_BYTES = 8 * 1024 * 1024;

export interface CachedBytes {
  bytes: ArrayBuffer;
  /** Since the response was received. */
  ageMs: number;
}

/**
 * A response of `signals.values` in the binary form: the one in the browser's cache while it is fresh, else a new one (spec §9).
 *
 * @param fetchKey - holds everything that the response depends on
 */
export async function readSignalValues(
  request: SignalValuesRequest,
  { fetchKey, useCache, signal }: { fetchKey: string; useCache: boolean; signal: AbortSignal },
): Promise<CachedBytes> {
  const cached = useCache ? (await signalValuesCache.readMany([fetchKey])).get(fetchKey) : undefined;
  const ageMs = cached ? Date.now() - cached.storedAtMs : Number.NaN;
  if (cached && ageMs >= 0 && ageMs < VALUES_STALE_MS) return { bytes: cached.value.bytes, ageMs };
  const response = await callForResponse(signalEndpoints.values, { body: request, signal, accept: SIGNAL_COLUMNS_TYPE });
  const bytes = await response.arrayBuffer();
  if (bytes.byteLength <= MAX_CACHED_BYTES) void signalValuesCache.writeMany(new Map([[fetchKey, { bytes }]]));
  return { bytes, ageMs: 0 };
}
