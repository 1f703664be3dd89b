import type { StateEvent } from '@solvane/contract/device-states';
import { eventIdSchema, type SegmentId, type SiteId } from '@solvane/contract/ids';
import { type EventType, eventTypeRank, isEventType, LOSS_BEARING_TYPES } from '@solvane/energy/events/event-types';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { SHOWN_COLUMNS, SHOWN_JOINS, type ShownEvent } from '../events/events.wire.ts';

/** An event of a device that means something for its state. */
export interface DeviceEvent extends StateEvent {
  segmentId: SegmentId;
  /** NaN: open */
  endMs: number;
}

const HOUR_MS = 3_600_000;

/** The decisive open event of each device of some sites. Index: group_events_open. */
export async function readOpenEvents(db: Db, siteIds: readonly SiteId[]): Promise<Map<SegmentId, DeviceEvent>> {
  const events = await readEvents(db, siteIds, sql`event.is_open`);
  const decisive = new Map<SegmentId, DeviceEvent>();
  for (const event of events) {
    const known = decisive.get(event.segmentId);
    if (!known || eventTypeRank(event.type) < eventTypeRank(known.type)) decisive.set(event.segmentId, event);
  }
  return decisive;
}

/** Events of devices that began or ended since an instant, oldest first. Index: group_events_site. */
export async function readEventsSince(db: Db, siteIds: readonly SiteId[], sinceMs: number): Promise<DeviceEvent[]> {
  return readEvents(
    db,
    siteIds,
    sql`(event.start_ms >= ${sinceMs} or (not event.is_open and event.end_ms >= ${sinceMs} and event.start_ms >= ${sinceMs - LONG_MS}) or event.is_open)`,
  );
}

/** Of longer events that ended the beginning of what follows says so. */
const LONG_MS = 7 * 24 * HOUR_MS;

/** When the newest event of each device ended that is over, those of the last month. Index: group_events_segment. */
export async function readLastEnds(db: Db, segmentIds: readonly SegmentId[], nowMs: number): Promise<Map<SegmentId, number>> {
  const { rows } = await db.execute<{ segment_id: SegmentId; end_ms: string }>(sql`
    select device.id as segment_id, last.end_ms from unnest(${sql.param([...segmentIds])}::text[]) as device (id) cross join lateral (
      select event.end_ms from group_events as event
      where event.segment_id = device.id and event.start_ms > ${nowMs - 31 * 24 * HOUR_MS} and not event.is_open and not event.is_promoted
        and event.event_type <> 'Informational' order by event.start_ms desc limit 1) as last`);
  return new Map(rows.map((row) => [row.segment_id, Number(row.end_ms)]));
}

async function readEvents(db: Db, siteIds: readonly SiteId[], condition: ReturnType<typeof sql>): Promise<DeviceEvent[]> {
  if (siteIds.length === 0) return [];
  const { rows } = await db.execute<ShownEvent>(sql`
    select ${SHOWN_COLUMNS} from group_events as event ${SHOWN_JOINS}
    where event.site_id = any(${sql.param([...siteIds])}::text[]) and ${condition} and not event.is_promoted and event.event_type <> 'Informational'
    order by event.start_ms`);
  return rows.map(toDeviceEvent);
}

function toDeviceEvent(row: ShownEvent): DeviceEvent {
  const type: EventType = isEventType(row.event_type) ? row.event_type : 'Unknown';
  const [startMs, endMs] = [Number(row.start_ms), Number(row.end_ms)];
  const hours = (endMs - startMs) / HOUR_MS;
  const canLose = LOSS_BEARING_TYPES.includes(type) && hours > 0;
  return {
    segmentId: row.segment_id,
    eventId: eventIdSchema.parse(row.id),
    type,
    code: row.code,
    codeText: row.code_text,
    startMs,
    endMs: row.is_open ? Number.NaN : endMs,
    isAcknowledged: row.acknowledged_at_ms !== null,
    lostEnergyKwh: row.lost_energy_kwh,
    lostKwhPerHour: canLose && row.lost_energy_kwh !== null ? row.lost_energy_kwh / hours : null,
    costPerHour: canLose && row.revenue_loss !== null ? row.revenue_loss / hours : null,
  };
}
