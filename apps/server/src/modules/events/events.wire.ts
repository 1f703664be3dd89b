import type { Event } from '@solvane/contract/events';
import type { EnergyType } from '@solvane/contract/fleet';
import { eventIdSchema, type SegmentId, type SiteId } from '@solvane/contract/ids';
import { getSegmentType, isSegmentType } from '@solvane/energy/devices/segment-types';
import { LOW_CONFIDENCE_ID_END } from '@solvane/energy/events/detected-events';
import { isEventType } from '@solvane/energy/events/event-types';
import { SYSTEM_CODES } from '@solvane/energy/events/system-codes';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import type { Caller } from '../../http/caller.ts';
import { eventAbilities } from './events.policy.ts';

/** A stored event together with what is shown of its device and site. */
export interface ShownEvent extends Record<string, unknown> {
  id: string;
  version: number;
  site_id: SiteId;
  site_name: string;
  timezone: string | null;
  site_energy_type: EnergyType;
  segment_id: SegmentId;
  device_name: string;
  segment_type: string;
  code: string;
  code_text: string;
  event_type: string;
  category: string;
  priority: number;
  /** The driver reads bigints as texts. */
  start_ms: string;
  end_ms: string;
  is_open: boolean;
  is_locked: boolean;
  is_promoted: boolean;
  lost_energy_kwh: number | null;
  revenue_loss: number | null;
  loss_days: number;
  unpriced_days: number;
  is_loss_pending: boolean;
  loss_left_out: number;
  acknowledged_at_ms: string | null;
  acknowledged_by: string | null;
  comment_count: number;
  promoted_id: string | null;
  affected_count: number;
  is_manual: boolean;
  is_low_confidence: boolean;
  reset_state: 'pending' | 'succeeded' | 'failed' | null;
  is_settled: boolean;
}

/** Of an event on a parent the codes are those of a device it stands for. */
const SENDER = sql`(case when event.is_promoted
  then (select member.segment_id from group_events as member where member.promoted_id = event.id limit 1) else event.segment_id end)`;

/** The description in the code set of the device's manufacturer, an enterprise's own set first, else what the device sent last with the code. */
const CODE_TEXT = sql`coalesce(
  (select described.description from event_codes as described join event_code_sets as code_set on code_set.id = described.set_id
    where described.code = event.code and described.description <> '' and (code_set.enterprise_id is null or code_set.enterprise_id = site.enterprise_id)
      and lower(code_set.manufacturer) = (select lower(maker.value #>> '{}') from segment_metadata as maker
        where maker.segment_id = ${SENDER} and maker.attribute = 'manufacturer' order by maker.valid_from desc limit 1)
    order by code_set.enterprise_id nulls last limit 1),
  (select seen.message from seen_event_codes as seen where seen.segment_id = ${SENDER} and seen.code = event.code), '')`;

/** Columns of a `ShownEvent`, for a query that names its events `event`. */
export const SHOWN_COLUMNS = sql`event.id, event.version, event.site_id, site.name as site_name, site.timezone, site.energy_type as site_energy_type,
  event.segment_id, device.name as device_name, device.segment_type, event.code, ${CODE_TEXT} as code_text, event.event_type, event.category, event.priority, event.start_ms,
  event.end_ms, event.is_open, event.is_locked, event.is_promoted, event.lost_energy_kwh, event.revenue_loss, event.loss_days, event.unpriced_days, event.is_loss_pending, event.loss_left_out,
  event.acknowledged_at_ms, event.acknowledged_by, event.comment_count, event.promoted_id,
  case when event.is_promoted then (select count(*)::int from group_events as member where member.promoted_id = event.id) else 0 end as affected_count,
  exists (select from unnest(event.raw_event_ids) as raw (id) where raw.id like 'manual %') as is_manual,
  exists (select from group_events as part, unnest(part.raw_event_ids) as raw (id)
    where (part.id = event.id or event.is_promoted and part.promoted_id = event.id) and raw.id like ${`SYS-%${LOW_CONFIDENCE_ID_END}`}) as is_low_confidence,
  (select state from plant_commands as reset where reset.event_id = event.id order by requested_at_ms desc limit 1) as reset_state,
  coalesce(event.start_ms < lock.locked_until_ms, false) as is_settled`;

export const SHOWN_JOINS = sql`join segments as device on device.id = event.segment_id join sites as site on site.id = event.site_id
  left join event_locks as lock on lock.site_id = event.site_id`;

/** Events by their ids, in that order; those out of scope are left out as if they did not exist. */
export async function readShownEvents(db: Db, caller: Pick<Caller, 'siteIds'>, ids: readonly string[]): Promise<ShownEvent[]> {
  if (ids.length === 0) return [];
  const order: SQL = sql`${sql.param([...ids])}::uuid[]`;
  const { rows } = await db.execute<ShownEvent>(sql`
    select ${SHOWN_COLUMNS} from unnest(${order}) with ordinality as wanted (id, place) join group_events as event on event.id = wanted.id ${SHOWN_JOINS}
    where event.site_id = any(${sql.param([...caller.siteIds])}::text[]) order by wanted.place`);
  return rows;
}

export function toEvent(row: ShownEvent, caller: Pick<Caller, 'scopeFor'>): Event {
  const [startMs, endMs] = [Number(row.start_ms), Number(row.end_ms)];
  return {
    eventId: eventIdSchema.parse(row.id),
    version: row.version,
    siteId: row.site_id,
    siteName: row.site_name,
    timezone: row.timezone ?? 'UTC',
    segmentId: row.segment_id,
    deviceName: row.device_name,
    segmentType: row.segment_type,
    energyType: energyTypeOf(row),
    code: row.code,
    codeText: row.code_text,
    type: isEventType(row.event_type) ? row.event_type : 'Unknown',
    category: row.category,
    priority: row.priority,
    startMs,
    endMs: row.is_open ? null : endMs,
    durationMs: endMs - startMs,
    lostEnergyKwh: row.lost_energy_kwh,
    revenueLoss: row.revenue_loss,
    lossDays: row.loss_days,
    unpricedDays: row.unpriced_days,
    isLossPending: row.is_loss_pending,
    isLowConfidence: row.is_low_confidence,
    leftOutIntervals: row.loss_left_out,
    acknowledged: row.acknowledged_at_ms === null ? null : { atMs: Number(row.acknowledged_at_ms), by: row.acknowledged_by ?? '' },
    commentCount: row.comment_count,
    origin: originOf(row),
    resetState: row.reset_state,
    promotedEventId: row.promoted_id === null ? null : eventIdSchema.parse(row.promoted_id),
    affectedDeviceCount: row.affected_count,
    isSettled: row.is_settled,
    can: eventAbilities(row, caller),
  };
}

function originOf({ is_promoted, is_manual, is_locked, code }: ShownEvent): Event['origin'] {
  if (is_promoted) return 'promoted';
  if (is_manual) return 'manual';
  if (is_locked) return 'edited';
  return Object.hasOwn(SYSTEM_CODES, code) ? 'detected' : 'reported';
}

function energyTypeOf({ segment_type, site_energy_type }: ShownEvent): EnergyType {
  if (!isSegmentType(segment_type)) return site_energy_type;
  const [only, ...others] = getSegmentType(segment_type).energyTypes;
  return only && others.length === 0 ? only : site_energy_type;
}
