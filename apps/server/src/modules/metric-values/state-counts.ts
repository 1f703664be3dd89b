import type { DeviceState } from '@solvane/energy/events/device-state';
import { type CountDeps, countSiteStates } from '../device-states/count-states.ts';
import { readDeviceStates, type StateScope } from '../device-states/read-device-states.ts';
import type { MetricItem } from './metric-items.ts';

export interface StateCounts {
  /** Generators of a site, or a device itself, in a state now. */
  count(item: MetricItem, state: DeviceState): number;
}

/** @throws AppError signals.tooManyDevices where devices are asked for one by one; sites may have any number together */
export async function readStateCounts(deps: CountDeps, scope: StateScope, items: readonly MetricItem[]): Promise<StateCounts> {
  const counts = new Map<string, number>();
  const keyOf = (id: string, state: DeviceState) => `${id} ${state}`;
  const siteIds = [...new Set(items.flatMap(({ isSite, segment }) => (isSite ? [segment.siteId] : [])))];
  const ofSites = await countSiteStates(deps, scope, siteIds);
  for (const [siteId, found] of ofSites) for (const { state, count } of found) counts.set(keyOf(siteId, state), count);
  const segmentIds = items.flatMap(({ isSite, segment }) => (isSite ? [] : [segment.segmentId]));
  const devices = segmentIds.length === 0 ? [] : (await readDeviceStates(deps, scope, { segmentIds, detail: 'devices' })).items;
  for (const { segmentId, state } of devices) counts.set(keyOf(segmentId, state), 1);
  return { count: ({ segment, isSite }, state) => counts.get(keyOf(isSite ? segment.siteId : segment.segmentId, state)) ?? 0 };
}
