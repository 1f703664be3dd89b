import type { Lane } from '@solvane/charts/options/lanes';
import type { EventLane } from '@solvane/contract/event-overview';
import type { Event } from '@solvane/contract/events';
import { LANE_KINDS } from './lane-marks.ts';

/** Lanes as the chart draws them. */
export function toLanes(lanes: readonly EventLane[], selected: readonly Event[], energyText: (kwh: number | null) => string): Lane[] {
  const chosen = new Set<string>(selected.map(({ eventId }) => eventId));
  return lanes.map(({ segmentId, siteName, deviceName, lostEnergyKwh, bars }) => ({
    id: segmentId,
    label: siteName,
    detail: deviceName === siteName ? '' : deviceName,
    amount: energyText(lostEnergyKwh),
    bars: bars.map(({ type, startMs, endMs, isOpen, count, eventId, lostEnergyKwh: lost }) => ({
      ...LANE_KINDS[type],
      startMs,
      endMs,
      isOpen,
      label: count > 1 ? `${count}` : energyText(lost),
      isSelected: eventId !== null && chosen.has(eventId),
    })),
  }));
}
