import { type SegmentId, segmentIdSchema } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { type SignalDefinition, signalEndpoints } from '@solvane/contract/signals';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { createBatch } from '../../api/batch.ts';
import { call } from '../../api/call.ts';
import { signalDefinitionCache } from '../../api/signal-cache.ts';

const STALE_MS = LIMITS.signalDefinitionsStaleHours * 3_600_000;

const known = new Map<SegmentId, { value: SignalDefinition[]; storedAtMs: number }>();

const definitions = createBatch<SegmentId, SignalDefinition[]>({
  maxSize: LIMITS.selectedDevices,
  load: async (segmentIds, signal) => {
    const { items } = await call(signalEndpoints.definitions, { body: { segmentIds }, signal });
    const bySegment = Map.groupBy(items, ({ segmentId }) => segmentId);
    return new Map(segmentIds.map((id) => [id, bySegment.get(id) ?? []]));
  },
});

/** Signals of some devices. Each device is remembered by itself: one more device asks for one more answer. */
export function signalDefinitionsQuery(segmentIds: readonly SegmentId[]) {
  return queryOptions({
    queryKey: ['signals', 'definitions', segmentIds],
    queryFn: ({ signal }) => readDefinitions(segmentIds, signal),
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
    enabled: segmentIds.length > 0,
  });
}

/** Forgets what was read before: the next question goes to the server. */
export async function forgetSignalDefinitions(): Promise<void> {
  known.clear();
  await signalDefinitionCache.clear();
}

async function readDefinitions(segmentIds: readonly SegmentId[], signal: AbortSignal): Promise<SignalDefinition[]> {
  const nowMs = Date.now();
  const isFresh = (id: SegmentId): boolean => nowMs - (known.get(id)?.storedAtMs ?? 0) < STALE_MS;
  const unknown = segmentIds.filter((id) => !isFresh(id));
  if (unknown.length > 0) {
    const cached = await signalDefinitionCache.readMany(unknown);
    for (const [id, record] of cached) known.set(segmentIdSchema.parse(id), record);
  }
  const missing = segmentIds.filter((id) => !isFresh(id));
  if (missing.length > 0) {
    const answers = await Promise.all(missing.map(async (id) => [id, (await definitions.get(id, signal)) ?? []] as const));
    for (const [id, value] of answers) known.set(id, { value, storedAtMs: nowMs });
    void signalDefinitionCache.writeMany(new Map(answers));
  }
  return segmentIds.flatMap((id) => known.get(id)?.value ?? []);
}
