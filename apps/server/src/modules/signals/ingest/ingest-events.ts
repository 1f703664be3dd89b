import { setImmediate } from 'node:timers/promises';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { type IngestResponse, ingestEventSchema, type RejectReason } from '@solvane/contract/ingest';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { rawEvents } from '../../../db/schema/arrivals.ts';
import type { KeyCaller } from '../../../http/caller.ts';
import { type ArrivalDeps, type Rejection, recordArrivals, type SiteArrival, toIngestResponse } from './arrivals.ts';
import { latestMs, readInstant } from './instants.ts';
import type { WritableSegment } from './resolve-series.ts';
import { countSeenCodes } from './seen-codes.ts';
import { findWritableSegments } from './writable-segments.ts';

export type IncomingEvent = z.output<typeof ingestEventSchema>;

interface StoredEvent {
  segmentId: SegmentId;
  siteId: SiteId;
  code: string;
  startMs: number;
  endMs: number | null;
  message: string;
}

const ROWS_PER_STATEMENT = 2_000;
const EVENTS_PER_TURN = 5_000;
const DAY_MS = 86_400_000;

/** Stores event codes. The same device, code and start replaces what was there; one bad event never costs the rest. */
export async function ingestEvents(
  deps: ArrivalDeps,
  caller: Pick<KeyCaller, 'siteIds'> & { keyId?: string },
  events: readonly unknown[],
): Promise<IngestResponse> {
  const { db, now } = deps;
  const incoming = await inTurns(events, (event) => ingestEventSchema.safeParse(event).data);
  const segments = await findWritableSegments(
    db,
    caller.siteIds,
    incoming.flatMap((event) => event?.segmentId ?? []),
  );
  const latest = latestMs(now());
  const accepted = new Map<string, StoredEvent>();
  const rejections = new Map<string, Rejection & { lines: number[] }>();
  let acceptedCount = 0;
  await inTurns(incoming, (event, index) => {
    const segment = event && segments.get(event.segmentId);
    const judged = judge(event, segment, latest);
    if (typeof judged === 'string') {
      const names = { siteId: segment?.siteId, segmentId: event?.segmentId ?? null, signal: event?.code ?? null };
      addRejection(rejections, { ...names, reason: judged }, index);
      return;
    }
    acceptedCount += 1;
    accepted.set(`${judged.segmentId}\n${judged.code}\n${judged.startMs}`, judged);
  });
  const rows = [...accepted.values()];
  await db.transaction(async (tx) => {
    for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
      const part = rows.slice(from, from + ROWS_PER_STATEMENT);
      const stored = await tx
        .insert(rawEvents)
        .values(part.map((row) => ({ ...row, receivedAtMs: now() })))
        .onConflictDoUpdate({
          target: [rawEvents.segmentId, rawEvents.code, rawEvents.startMs],
          set: { endMs: sql`excluded.end_ms`, message: sql`excluded.message`, receivedAtMs: sql`excluded.received_at_ms` },
        })
        // A row that replaced nothing was never locked.
        .returning({ segmentId: rawEvents.segmentId, code: rawEvents.code, isNew: sql<boolean>`xmax = 0` });
      await countSeenCodes(tx, part, stored);
    }
    await recordArrivals(
      { ...deps, db: tx },
      { what: 'events', keyId: caller.keyId, sites: sitesOf(rows, now()), rejections: [...rejections.values()] },
    );
  });
  return toIngestResponse(acceptedCount, [...rejections.values()]);
}

/** Others have their turn after some thousands of events. */
async function inTurns<T, R>(items: readonly T[], work: (item: T, index: number) => R): Promise<R[]> {
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    if (index % EVENTS_PER_TURN === EVENTS_PER_TURN - 1) await setImmediate();
    results.push(work(item, index));
  }
  return results;
}

/** The event as it is stored, or why it cannot be. */
function judge(event: IncomingEvent | undefined, segment: WritableSegment | undefined, latest: number): StoredEvent | RejectReason {
  if (!event) return 'rowInvalid';
  if (!segment) return 'unknownDevice';
  const startMs = readInstant(event.start, latest);
  const endMs = event.end === null ? null : readInstant(event.end, latest);
  if (typeof startMs === 'string') return startMs;
  if (typeof endMs === 'string') return endMs;
  if (endMs !== null && endMs < startMs) return 'timeInvalid';
  const { segmentId, siteId } = segment;
  return { segmentId, siteId, code: withoutZeros(event.code), startMs, endMs, message: withoutZeros(event.text ?? '') };
}

/** The database refuses one character of what a plant may write. */
function withoutZeros(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}

function addRejection(
  rejections: Map<string, Rejection & { lines: number[] }>,
  rejection: Pick<Rejection, 'siteId' | 'segmentId' | 'signal' | 'reason'>,
  line: number,
): void {
  const key = `${rejection.segmentId}\n${rejection.signal}\n${rejection.reason}`;
  const known = rejections.get(key) ?? { ...rejection, count: 0, lines: [] };
  known.count += 1;
  if (known.lines.length < 20) known.lines.push(line);
  rejections.set(key, known);
}

function sitesOf(rows: readonly StoredEvent[], nowMs: number): SiteArrival[] {
  const bySite = new Map<SiteId, SiteArrival>();
  for (const { siteId, startMs, endMs } of rows) {
    const lastMs = endMs ?? nowMs;
    const known = bySite.get(siteId) ?? { siteId, count: 0, firstMs: startMs, lastMs, measured: null, utcDays: new Set() };
    bySite.set(siteId, {
      siteId,
      count: known.count + 1,
      firstMs: Math.min(known.firstMs, startMs),
      lastMs: Math.max(known.lastMs, lastMs),
      measured: null,
      utcDays: known.utcDays.union(utcDaysOf(startMs, Math.min(lastMs, nowMs))),
    });
  }
  return [...bySite.values()];
}

function utcDaysOf(startMs: number, endMs: number): Set<number> {
  const first = Math.floor(startMs / DAY_MS);
  return new Set(Array.from({ length: Math.max(1, Math.floor(endMs / DAY_MS) - first + 1) }, (_, i) => first + i));
}
