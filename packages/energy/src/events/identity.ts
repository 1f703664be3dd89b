import { overlapMs } from './overlap.ts';

/** An event as it was stored. */
export interface KnownEvent {
  id: string;
  code: string;
  startMs: number;
  endMs: number;
}

export interface IdentityMatch {
  /** Id each computed event keeps; undefined: it is new. shape (computed) */
  ids: (string | undefined)[];
  /** Stored events that are gone, and the position of the computed event their comments and acknowledgement move to. */
  archived: { id: string; movesTo: number | undefined }[];
}

/** Shared time, as a share of the time either covers, from which two events are the same. */
const SAME_FROM = 0.5;

/**
 * Finds out which computed event is which stored one, so that links, comments and acknowledgements survive a recalculation.
 *
 * Pairs are settled by most shared time first, ties by earliest start. An event stays itself when it shares at least half of the joint time,
 * or any time with the same code.
 *
 * @param stored - events of the device in the recalculated period
 * @param computed - events that replace them
 * @returns who keeps which id, and what becomes of the rest
 */
export function matchEvents(stored: readonly KnownEvent[], computed: readonly Omit<KnownEvent, 'id'>[]): IdentityMatch {
  const pairs = stored.flatMap((before, from) =>
    computed.flatMap((after, to) => {
      const sharedMs = overlapMs(before, after);
      return sharedMs > 0 ? [{ from, to, before, after, sharedMs }] : [];
    }),
  );
  pairs.sort((a, b) => b.sharedMs - a.sharedMs || a.after.startMs - b.after.startMs || a.before.startMs - b.before.startMs);

  const ids = new Array<string | undefined>(computed.length).fill(undefined);
  const kept = new Set<number>();
  for (const { from, to, before, after, sharedMs } of pairs) {
    if (kept.has(from) || ids[to] !== undefined) continue;
    const jointMs = Math.max(before.endMs, after.endMs) - Math.min(before.startMs, after.startMs);
    if (before.code !== after.code && sharedMs / jointMs < SAME_FROM) continue;
    ids[to] = before.id;
    kept.add(from);
  }
  const archived = stored.flatMap(({ id }, from) =>
    kept.has(from) ? [] : [{ id, movesTo: pairs.find((pair) => pair.from === from)?.to }],
  );
  return { ids, archived };
}
