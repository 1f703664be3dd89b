import type { DeviceState } from '@solvane/energy/events/device-state';
import { type DeviceStateDeps, readDeviceStates, type StateScope } from '../device-states/read-device-states.ts';
import type { MetricItem } from './metric-items.ts';

export interface StateCounts {
  /** Generators of a site, or a device itself, in a state now. */
  count(item: MetricItem, state: DeviceState): number;
}

/** Sites one by one: however many devices they have together, each is counted by itself. @throws AppError signals.tooManyDevices */
export async function readStateCounts(deps: DeviceStateDeps, scope: StateScope, items: readonly MetricItem[]): Promise<StateCounts> {
  const counts = new Map<string, number>();
  const keyOf = (id: string, state: DeviceState) => `${id} ${state}`;
  for (const siteId of new Set(items.flatMap(({ isSite, segment }) => (isSite ? [segment.siteId] : [])))) {
    const found = await readDeviceStates(deps, scope, { siteIds: [siteId], detail: 'counts' });
    for (const { state, count } of found.counts) counts.set(keyOf(siteId, state), count);
  }
  const segmentIds = items.flatMap(({ isSite, segment }) => (isSite ? [] : [segment.segmentId]));
  const devices = segmentIds.length === 0 ? [] : (await readDeviceStates(deps, scope, { segmentIds, detail: 'devices' })).items;
  for (const { segmentId, state } of devices) counts.set(keyOf(segmentId, state), 1);
  return { count: ({ segment, isSite }, state) => counts.get(keyOf(isSite ? segment.siteId : segment.segmentId, state)) ?? 0 };
}
