import type { EventDetails } from '@solvane/contract/events';
import type { Period } from '@solvane/energy/time/local-day';

type RawEvent = EventDetails['rawEvents'][number];

/** Raw events of one code on one device. */
export interface RawLane {
  key: string;
  code: string;
  message: string;
  /** Named only where several devices take part. */
  deviceName: string;
  events: readonly RawEvent[];
}

export interface RawLanes {
  shown: readonly RawLane[];
  /** Lanes for which there is no room: the list of raw events has them. */
  hiddenCount: number;
}

const MOST_LANES = 8;
const LANE_PX = 20;

/** Lanes of what was reported in a period: the code that caused the event first, the others in the order they began. */
export function toLanes(rawEvents: readonly RawEvent[], { period, cause }: { period: Period; cause: string }): RawLanes {
  const inside = rawEvents.filter(({ startMs, endMs }) => startMs < period.endMs && (endMs ?? Number.POSITIVE_INFINITY) > period.startMs);
  const isOneDevice = new Set(inside.map(({ segmentId }) => segmentId)).size < 2;
  const lanes = [...Map.groupBy(inside, ({ segmentId, code }) => JSON.stringify([segmentId, code]))].map(([key, events]): RawLane => {
    const [first] = events;
    return {
      key,
      code: first?.code ?? '',
      message: events.find(({ message }) => message !== '')?.message ?? '',
      deviceName: isOneDevice ? '' : (first?.deviceName ?? ''),
      events,
    };
  });
  lanes.sort((a, b) => Number(b.code === cause) - Number(a.code === cause));
  return { shown: lanes.slice(0, MOST_LANES), hiddenCount: Math.max(0, lanes.length - MOST_LANES) };
}

export function laneHeight({ shown, hiddenCount }: RawLanes): number {
  return (shown.length + (hiddenCount > 0 ? 1 : 0)) * LANE_PX;
}
