import type { DeviceStateItem, StateChange } from '@solvane/contract/device-states';
import { type DeviceState, stateOfEvent } from '@solvane/energy/events/device-state';
import type { DeviceEvent } from './state-events.ts';

/** Changes, the newest first. */
export const MOST_CHANGES = 500;

/**
 * When devices changed their state: where their events began and ended, and where data, light or wind ran out or came back.
 *
 * @param items - the states now
 * @param events - that began, ended or are open since then, oldest first
 */
export function stateChanges(items: readonly DeviceStateItem[], events: readonly DeviceEvent[], sinceMs: number): StateChange[] {
  const ofDevices = Map.groupBy(events, ({ segmentId }) => segmentId);
  const changes = items.flatMap((item) => changesOf(item, ofDevices.get(item.segmentId) ?? []));
  return changes
    .filter(({ atMs, from, to }) => atMs >= sinceMs && from !== to)
    .sort((a, b) => b.atMs - a.atMs)
    .slice(0, MOST_CHANGES);
}

function changesOf(item: DeviceStateItem, events: readonly DeviceEvent[]): StateChange[] {
  const changes: StateChange[] = [];
  let current: DeviceState = 'Running';
  const change = (atMs: number, to: DeviceState, event?: DeviceEvent) => {
    const { code = '', codeText = '', lostKwhPerHour = null, costPerHour = null } = event ?? {};
    const last = changes.at(-1);
    current = last?.to ?? current;
    // Who is silent is reported as silent, too: one change.
    if (last?.atMs === atMs && to === 'NoData') last.to = to;
    else changes.push({ segmentId: item.segmentId, atMs, from: current, to, code, codeText, lostKwhPerHour, costPerHour });
    current = to;
  };
  for (const [at, event] of events.entries()) {
    const state = stateOfEvent(event.type);
    if (!state) continue;
    change(event.startMs, state, event);
    const isFollowed = events[at + 1]?.startMs === event.endMs;
    if (!Number.isNaN(event.endMs) && !isFollowed) change(event.endMs, 'Running');
  }
  const isOfEvent = item.event !== null && stateOfEvent(item.event.type) === item.state;
  // Between two events a device runs or rests: what it does now is known.
  const last = changes.at(-1);
  if (!isOfEvent && last && last.to === 'Running' && item.sinceMs !== null && item.sinceMs <= last.atMs) last.to = item.state;
  else if (!isOfEvent && item.sinceMs !== null && item.state !== 'Disabled') {
    if (item.state === 'Running' && current === 'Running') current = 'Standby';
    change(item.sinceMs, item.state);
  }
  return changes;
}
