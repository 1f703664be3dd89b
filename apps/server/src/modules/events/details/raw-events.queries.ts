import type { EventDetails } from '@solvane/contract/events';
import type { SegmentId } from '@solvane/contract/ids';
import { entriesInForce, rawEndEdits } from '@solvane/energy/events/overlay';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import type { GroupEventRow } from '../../../db/schema/events.ts';
import { createLoadOverlays, loadRawEvents } from '../grouping/event-inputs.ts';

const DAY_MS = 86_400_000;
/** As far as one day's calculation looks beyond the day: grouping a part of a timeline looks as far. */
export const RAW_MARGIN_MS = 2 * DAY_MS;

/** What controllers, detectors and people reported that an event was made of, those on its members included. */
export async function readRawEventsOf(
  db: Db,
  { siteId, segmentId, startMs, endMs, rawEventIds, isPromoted, id }: GroupEventRow,
  zone: string,
): Promise<EventDetails['rawEvents']> {
  const period = { startMs: startMs - RAW_MARGIN_MS, endMs: endMs + RAW_MARGIN_MS };
  const wanted = new Set(isPromoted ? await rawIdsOfMembers(db, id) : rawEventIds);
  const raw = (await loadRawEvents(db, siteId, period, zone)).filter((event) => wanted.has(event.id));
  const overlays = await createLoadOverlays({ now: () => period.endMs })(db, siteId, period);
  const ends = new Map([...overlays.values()].flatMap((entries) => [...rawEndEdits(entriesInForce(entries))]));
  const texts = await readTexts(
    db,
    raw.map(({ deviceId }) => deviceId),
    segmentId,
  );
  const messages = await readMessages(db, siteId, period);
  return raw
    .map(({ id: rawEventId, deviceId, code, source, ...event }) => {
      const correctedMs = ends.get(rawEventId);
      return {
        rawEventId,
        segmentId: deviceId as SegmentId,
        deviceName: texts.get(deviceId) ?? deviceId,
        code,
        message: messages.get(rawEventId) ?? '',
        source,
        startMs: event.startMs,
        endMs: correctedMs ?? event.endMs,
        ...(correctedMs !== undefined && { reportedEndMs: event.endMs }),
      };
    })
    .sort((a, b) => a.startMs - b.startMs || (a.rawEventId < b.rawEventId ? -1 : 1));
}

async function rawIdsOfMembers(db: Db, promotedId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select distinct unnest(raw_event_ids) as id from group_events where promoted_id = ${promotedId}`,
  );
  return rows.map(({ id }) => id);
}

async function readTexts(db: Db, deviceIds: readonly string[], segmentId: string): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ id: string; name: string }>(
    sql`select id, name from segments where id = any(${sql.param([...new Set([...deviceIds, segmentId])])}::text[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function readMessages(db: Db, siteId: string, { startMs, endMs }: { startMs: number; endMs: number }): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ segment_id: string; code: string; start_ms: string; message: string }>(sql`
    select segment_id, code, start_ms, message from raw_events
    where site_id = ${siteId} and message <> '' and start_ms < ${endMs} and (end_ms is null or end_ms > ${startMs})`);
  return new Map(rows.map(({ segment_id, code, start_ms, message }) => [`${segment_id} ${code} ${start_ms}`, message]));
}
