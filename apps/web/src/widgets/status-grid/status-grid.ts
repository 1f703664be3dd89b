import type { DeviceStateItem } from '@solvane/contract/device-states';
import type { StatusGridSettings, statusGridQueries } from '@solvane/contract/widgets/status-grid';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { type DeviceState, parentState } from '@solvane/energy/events/device-state';
import { sortedStates } from '../../shared/device-states/state-order.ts';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';

export type StatusGridProps = WidgetProps<CommonSettings & StatusGridSettings, ReturnType<typeof statusGridQueries>>;

/** Devices below one head, with the state of what they stand below. */
export interface StateGroup {
  id: string;
  /** undefined: the only group has none */
  name: string | undefined;
  state: DeviceState;
  items: readonly DeviceStateItem[];
}

/** From more devices than this each is a shape alone. */
export const DENSE_ABOVE = 60;

/** Devices as the settings order and group them. */
export function stateGroups({ settings, page, data }: StatusGridProps): StateGroup[] {
  const { groupBy, sort } = settings;
  const items = data.states.items.map((item) => compared(item, settings));
  if (items.length === 0) return [];
  const siteNames = new Map<string, string>(page.sites.map(({ siteId, name }) => [siteId, name]));
  const nameOf = ({ siteId, parentName }: DeviceStateItem) => (groupBy === 'site' ? (siteNames.get(siteId) ?? siteId) : parentName);
  const keyOf = ({ siteId, parentId }: DeviceStateItem) => (groupBy === 'site' ? siteId : groupBy === 'parent' ? parentId : '');
  const groups = [...Map.groupBy(items, keyOf)];
  return groups.map(([id, members]) => {
    const [first] = members;
    return {
      id,
      name: groups.length > 1 && first ? nameOf(first) : undefined,
      state: parentState(members.map(({ state, ratedPowerKw }) => ({ state, capacity: ratedPowerKw ?? 1 }))),
      items: sortedStates(members, sort),
    };
  });
}

const READINGS = { windSpeed: ['NacelleWindSpeed', 'WindSpeed'], irradiance: ['IrradiancePOA', 'IrradianceGHI'] } as const;

/** A device with what the settings hold it against, and the second value that they want. */
function compared(item: DeviceStateItem, { peers, second }: Pick<StatusGridSettings, 'peers' | 'second'>): DeviceStateItem {
  const wanted: readonly string[] | undefined = second === 'windSpeed' || second === 'irradiance' ? READINGS[second] : undefined;
  const isWanted = !wanted || item.reading === null || wanted.includes(item.reading.apCode);
  if (peers && isWanted) return item;
  return { ...item, ...(!peers && { peerMedianKw: null }), ...(!isWanted && { reading: null }) };
}
