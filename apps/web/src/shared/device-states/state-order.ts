import type { DeviceStateItem } from '@solvane/contract/device-states';
import type { DeviceState } from '@solvane/energy/events/device-state';

/** The worst first, running ones last. */
export const STATE_ORDER: readonly DeviceState[] = [
  'Stopped',
  'Curtailed',
  'Degraded',
  'NoCommunication',
  'Unknown',
  'Warning',
  'NoData',
  'Standby',
  'Disabled',
  'Running',
];

/** States that stand out by colour. */
export const TINTED: ReadonlySet<DeviceState> = new Set(['Stopped', 'Curtailed', 'Degraded', 'NoCommunication', 'Unknown', 'Warning']);

/** How many devices are in each state, the worst first; states without a device are left out. */
export function stateCounts(items: readonly Pick<DeviceStateItem, 'state'>[]): { state: DeviceState; count: number }[] {
  return STATE_ORDER.map((state) => ({ state, count: items.filter((item) => item.state === state).length })).filter(
    ({ count }) => count > 0,
  );
}

/** Power as a share of what peers have. null: one of them is not known, or the peers make nothing */
export function peerShare({ powerKw, peerMedianKw }: Pick<DeviceStateItem, 'powerKw' | 'peerMedianKw'>): number | null {
  return powerKw === null || peerMedianKw === null || peerMedianKw <= 0 ? null : powerKw / peerMedianKw;
}

/** What a device is held against: what is expected of it, else what its peers have. */
export function referenceKw({
  expectedKw,
  peerMedianKw,
  state,
}: Pick<DeviceStateItem, 'expectedKw' | 'peerMedianKw' | 'state'>): number | null {
  if (state === 'Standby' || state === 'Disabled') return null;
  return expectedKw ?? peerMedianKw;
}

export type StateSort = 'name' | 'state' | 'deviation';

/** Devices in an order; those that are alike stay as they are. */
export function sortedStates(items: readonly DeviceStateItem[], sort: StateSort): readonly DeviceStateItem[] {
  if (sort === 'state') return items.toSorted((a, b) => STATE_ORDER.indexOf(a.state) - STATE_ORDER.indexOf(b.state));
  if (sort === 'name') return items;
  const deviation = (item: DeviceStateItem) => peerShare(item) ?? Number.POSITIVE_INFINITY;
  return items.toSorted((a, b) => deviation(a) - deviation(b) || 0);
}
