import type { SegmentId } from '@solvane/contract/ids';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { seenEventCodes } from '../../../db/schema/arrivals.ts';

interface ArrivedEvent {
  segmentId: SegmentId;
  code: string;
  startMs: number;
  endMs: number | null;
  message: string;
}

interface StoredCode {
  segmentId: SegmentId;
  code: string;
  /** False: it replaced an event that was counted before. */
  isNew: boolean;
}

/** Counts the codes of events that were just stored. Part of the transaction that stores them. */
export async function countSeenCodes(tx: Db, events: readonly ArrivedEvent[], stored: readonly StoredCode[]): Promise<void> {
  const seen = new Map<string, typeof seenEventCodes.$inferInsert>();
  for (const { segmentId, code, startMs, endMs, message } of events) {
    const key = keyOf({ segmentId, code });
    const known = seen.get(key);
    const lastSeenMs = endMs ?? startMs;
    if (!known) seen.set(key, { segmentId, code, message, eventCount: 0, firstSeenMs: startMs, lastSeenMs });
    else {
      known.firstSeenMs = Math.min(known.firstSeenMs, startMs);
      known.lastSeenMs = Math.max(known.lastSeenMs, lastSeenMs);
      if (message !== '') known.message = message;
    }
  }
  for (const row of stored) {
    const known = seen.get(keyOf(row));
    if (known && row.isNew) known.eventCount += 1;
  }
  if (seen.size === 0) return;
  // Concurrent counts lock rows in the same order.
  const rows = [...seen].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, row]) => row);
  await tx
    .insert(seenEventCodes)
    .values(rows)
    .onConflictDoUpdate({
      target: [seenEventCodes.segmentId, seenEventCodes.code],
      set: {
        message: sql`case when excluded.message = '' then ${seenEventCodes.message} else excluded.message end`,
        eventCount: sql`${seenEventCodes.eventCount} + excluded.event_count`,
        firstSeenMs: sql`least(${seenEventCodes.firstSeenMs}, excluded.first_seen_ms)`,
        lastSeenMs: sql`greatest(${seenEventCodes.lastSeenMs}, excluded.last_seen_ms)`,
      },
    });
}

function keyOf({ segmentId, code }: { segmentId: string; code: string }): string {
  return `${segmentId}\n${code}`;
}
