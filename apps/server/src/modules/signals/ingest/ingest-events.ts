import type { SegmentId, SiteId } from '@solvane/contract/ids';
import type { IngestAnswer, ingestEventSchema, RejectReason } from '@solvane/contract/ingest';
import { LIMITS } from '@solvane/contract/limits';
import { parseTime } from '@solvane/energy/time/local-time';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { rawEvents } from '../../../db/schema/arrivals.ts';
import type { KeyCaller } from '../../../http/caller.ts';
import { type ArrivalDeps, type Rejection, recordArrivals, type SiteArrival, toAnswer } from './arrivals.ts';
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

/** Stores event codes. The same device, code and start replaces what was there; one bad event never costs the rest. */
export async function ingestEvents(
  deps: ArrivalDeps,
  caller: Pick<KeyCaller, 'siteIds'> & { keyId?: string },
  events: readonly IncomingEvent[],
): Promise<IngestAnswer> {
  const { db, now } = deps;
  const segments = await findWritableSegments(
    db,
    caller.siteIds,
    events.map(({ segmentId }) => segmentId),
  );
  const latestMs = now() + LIMITS.ingestFutureMinutes * 60_000;
  const accepted = new Map<string, StoredEvent>();
  const rejections = new Map<string, Rejection & { lines: number[] }>();
  let acceptedCount = 0;
  events.forEach((event, index) => {
    const segment = segments.get(event.segmentId);
    const times = readTimes(event, latestMs);
    const reason = segment ? times.reason : 'unknownDevice';
    if (!segment || reason) {
      addRejection(
        rejections,
        { siteId: segment?.siteId, segmentId: event.segmentId, signal: event.code, reason: reason ?? 'unknownDevice' },
        index,
      );
      return;
    }
    acceptedCount += 1;
    const { segmentId, siteId } = segment;
    accepted.set(`${segmentId}\n${event.code}\n${times.startMs}`, {
      segmentId,
      siteId,
      code: event.code,
      startMs: times.startMs,
      endMs: times.endMs,
      message: event.text ?? '',
    });
  });
  const rows = [...accepted.values()];
  await db.transaction(async (tx) => {
    for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
      await tx
        .insert(rawEvents)
        .values(rows.slice(from, from + ROWS_PER_STATEMENT).map((row) => ({ ...row, receivedAtMs: now() })))
        .onConflictDoUpdate({
          target: [rawEvents.segmentId, rawEvents.code, rawEvents.startMs],
          set: { endMs: sql`excluded.end_ms`, message: sql`excluded.message`, receivedAtMs: sql`excluded.received_at_ms` },
        });
    }
    await recordArrivals(
      { ...deps, db: tx },
      { what: 'events', keyId: caller.keyId, sites: sitesOf(rows, now()), rejections: [...rejections.values()] },
    );
  });
  return toAnswer(acceptedCount, [...rejections.values()]);
}

interface EventTimes {
  startMs: number;
  endMs: number | null;
  reason: RejectReason | undefined;
}

function readTimes({ start, end }: IncomingEvent, latestMs: number): EventTimes {
  const begin = readInstant(start);
  const finish = end === null ? { ms: null, reason: undefined } : readInstant(end);
  const [startMs, endMs] = [begin.ms ?? Number.NaN, finish.ms];
  const reason =
    begin.reason ??
    finish.reason ??
    (Math.max(startMs, endMs ?? startMs) > latestMs ? 'inFuture' : endMs !== null && endMs < startMs ? 'timeInvalid' : undefined);
  return { startMs, endMs, reason };
}

function readInstant(time: number | string): { ms: number | null; reason: RejectReason | undefined } {
  if (typeof time === 'number') return Number.isSafeInteger(time) ? { ms: time, reason: undefined } : { ms: null, reason: 'timeInvalid' };
  const reading = parseTime(time.trim(), 'UTC');
  if (reading.kind !== 'ok') return { ms: null, reason: 'timeInvalid' };
  const hasZone = /(Z|[+-]\d{2}(:?\d{2})?)$/.test(time.trim().slice(11));
  return hasZone ? { ms: reading.instantMs, reason: undefined } : { ms: null, reason: 'timeWithoutZone' };
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
    const known = bySite.get(siteId) ?? { siteId, count: 0, firstMs: startMs, lastMs };
    bySite.set(siteId, {
      siteId,
      count: known.count + 1,
      firstMs: Math.min(known.firstMs, startMs),
      lastMs: Math.max(known.lastMs, lastMs),
    });
  }
  return [...bySite.values()];
}
