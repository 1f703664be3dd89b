import type { EventLane } from '@solvane/contract/event-overview';
import type { RemoteReset } from '@solvane/contract/plant-commands';

/** Pixels. */
export const LANE_HEIGHT = 20;

export interface LaneRow {
  id: string;
  label: string;
  bars: EventLane['bars'];
  resets: readonly RemoteReset[];
}

/** Rows for the devices of the chart in their order, then those of what is above or below them; a device without an event or a reset has none. */
export function laneRows(
  lanes: readonly EventLane[],
  resets: readonly RemoteReset[],
  order: readonly string[],
  labelOf: (lane: EventLane) => string,
): LaneRow[] {
  const rows = new Map<string, LaneRow>();
  for (const lane of lanes) {
    const known = rows.get(lane.segmentId);
    if (!known) rows.set(lane.segmentId, { id: lane.segmentId, label: labelOf(lane), bars: lane.bars, resets: [] });
  }
  for (const [segmentId, own] of Map.groupBy(resets, (reset) => reset.segmentId)) {
    const row = rows.get(segmentId) ?? { id: segmentId, label: own[0]?.deviceName ?? segmentId, bars: [], resets: [] };
    rows.set(segmentId, { ...row, resets: own });
  }
  const place = (id: string): number => (order.includes(id) ? order.indexOf(id) : order.length);
  return [...rows.values()].sort((one, other) => place(one.id) - place(other.id));
}
