import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import type { EventLane, eventOverviewEndpoints } from '@solvane/contract/event-overview';
import { eventIdSchema, type SegmentId, type SiteId } from '@solvane/contract/ids';
import { isEventType } from '@solvane/energy/events/event-types';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import type { Caller } from '../../../http/caller.ts';
import { eventConditions } from './event-conditions.ts';
import { SUMS, type SumsRow, toSums } from './event-totals.ts';

interface LaneRow extends SumsRow {
  segment_id: SegmentId;
  device_name: string;
  site_id: SiteId;
  site_name: string;
  lane_count: number;
}

interface BarRow extends Record<string, unknown> {
  segment_id: SegmentId;
  event_type: string;
  /** The driver reads bigints as texts. */
  start_ms: string;
  end_ms: string;
  is_open: boolean;
  count: number;
  unacknowledged: number;
  event_id: string;
  energy: number | null;
}

/** Devices that cost most, and along the view their events; what is shorter than a step is drawn together with its neighbours of the same type. */
export async function eventLanes(
  db: Db,
  caller: Pick<Caller, 'siteIds'>,
  { filter, view, steps, limit }: BodyOf<typeof eventOverviewEndpoints.lanes>,
): Promise<ResponseOf<typeof eventOverviewEndpoints.lanes>> {
  const { source, where } = await eventConditions(db, caller, filter);
  const lanes = await db.execute<LaneRow>(sql`
    with lanes as (
      select event.segment_id, ${SUMS}, (count(*) over ())::int as lane_count from ${source} where ${where} group by event.segment_id
      order by energy desc nulls last, duration desc, event.segment_id limit ${limit})
    select lanes.*, device.name as device_name, device.site_id, site.name as site_name
    from lanes join segments as device on device.id = lanes.segment_id join sites as site on site.id = device.site_id
    order by energy desc nulls last, duration desc, lanes.segment_id`);
  const bars = await readBars(db, caller, { filter, view, steps, segmentIds: lanes.rows.map(({ segment_id }) => segment_id) });
  return { lanes: lanes.rows.map((row) => toLane(row, bars.get(row.segment_id) ?? [])), laneCount: lanes.rows[0]?.lane_count ?? 0 };
}

type BarQuery = Pick<BodyOf<typeof eventOverviewEndpoints.lanes>, 'filter' | 'view' | 'steps'> & { segmentIds: SegmentId[] };

async function readBars(
  db: Db,
  caller: Pick<Caller, 'siteIds'>,
  { filter, view, steps, segmentIds }: BarQuery,
): Promise<Map<SegmentId, BarRow[]>> {
  if (segmentIds.length === 0 || view.endMs <= view.startMs) return new Map();
  const stepMs = Math.max(1, Math.ceil((view.endMs - view.startMs) / steps));
  const { source, where } = await eventConditions(db, caller, { ...filter, ...view });
  const { rows } = await db.execute<BarRow>(sql`
    select event.segment_id, event.event_type, min(event.start_ms) as start_ms, max(event.end_ms) as end_ms, bool_or(event.is_open) as is_open,
      count(*)::int as count, (count(*) filter (where event.acknowledged_at_ms is null))::int as unacknowledged,
      min(event.id::text) as event_id, sum(event.lost_energy_kwh) as energy
    from ${source} where ${where} and event.segment_id = any(${sql.param(segmentIds)}::text[])
    group by event.segment_id, event.event_type,
      case when event.end_ms - event.start_ms >= ${stepMs}::bigint then event.id::text else ((event.start_ms - ${view.startMs}::bigint) / ${stepMs}::bigint)::text end
    order by start_ms`);
  return Map.groupBy(rows, (row) => row.segment_id);
}

function toLane(row: LaneRow, bars: readonly BarRow[]): EventLane {
  return {
    segmentId: row.segment_id,
    deviceName: row.device_name,
    siteId: row.site_id,
    siteName: row.site_name,
    ...toSums(row),
    bars: bars.map((bar) => ({
      type: isEventType(bar.event_type) ? bar.event_type : 'Unknown',
      startMs: Number(bar.start_ms),
      endMs: Number(bar.end_ms),
      isOpen: bar.is_open,
      count: bar.count,
      unacknowledged: bar.unacknowledged,
      eventId: bar.count === 1 ? eventIdSchema.parse(bar.event_id) : null,
      lostEnergyKwh: bar.energy,
    })),
  };
}
