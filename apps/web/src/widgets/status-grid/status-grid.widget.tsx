import { statusGridQueries, statusGridSettings } from '@solvane/contract/widgets/status-grid';
import { lazy } from 'react';
import { StateLegend } from '../../shared/device-states/state-chips.tsx';
import { peerShare } from '../../shared/device-states/state-order.ts';
import { stateTexts } from '../../shared/device-states/use-state-texts.ts';
import { defineWidget } from '../../shared/widgets/define-widget.ts';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';
import { type StatusGridProps, stateGroups } from './status-grid.ts';

export const statusGridWidget = defineWidget({
  settings: statusGridSettings,
  catalogue: { name: 'Widget_Type_statusGrid', about: 'Widget_About_statusGrid' },
  size: { least: [3, 3], initial: [6, 6] },
  frame: 'panel',
  marks: () => 'devices',
  title: () => 'StatusGrid_Title',
  queries: statusGridQueries,
  state: ({ data: { states } }) => {
    const silent = states.items.filter(({ state }) => state === 'NoData');
    return { partial: { have: states.items.length - silent.length, of: states.items.length, missing: silent.map(({ name }) => name) } };
  },
  View: lazy(() => import('./status-grid-view.tsx')),
  Head: ({ data }: StatusGridProps) => <StateLegend items={data.states.items} />,
  table: statusGridTable,
});

function statusGridTable(props: StatusGridProps, { intl }: WidgetText): WidgetTable {
  const { formatMessage } = intl;
  const texts = stateTexts(intl);
  const { nowMs } = props.data.states;
  const siteNames = new Map<string, string>(props.page.sites.map(({ siteId, name }) => [siteId, name]));
  const text = (id: 'Device' | 'Type' | 'State' | 'Event') => ({ id, header: formatMessage({ id: `DeviceState_Column_${id}` }) });
  const power = (id: 'Power' | 'Expected') => ({ id, header: formatMessage({ id: `DeviceState_Column_${id}` }), unit: 'kW' });
  return {
    columns: [
      text('Device'),
      { id: 'site', header: formatMessage({ id: 'Home_Column_Site' }) },
      text('Type'),
      text('State'),
      { id: 'since', header: formatMessage({ id: 'DeviceState_Column_Since' }), isTime: true },
      power('Power'),
      power('Expected'),
      { id: 'peers', header: formatMessage({ id: 'DeviceState_Column_PeerMedian' }), unit: 'kW' },
      { id: 'deviation', header: formatMessage({ id: 'DeviceState_Column_Deviation' }), unit: '%' },
      { id: 'rating', header: formatMessage({ id: 'DeviceState_Column_Rating' }), unit: 'kW' },
      { id: 'age', header: formatMessage({ id: 'DeviceState_Column_Age' }), unit: 'min' },
      text('Event'),
    ],
    rows: stateGroups(props).flatMap(({ items }) =>
      items.map((item) => {
        const share = peerShare(item);
        const age = item.dataToMs === null ? null : Math.max(0, (nowMs - item.dataToMs) / 60_000);
        const isSilent = item.state === 'NoData' && item.dataToMs !== null;
        return {
          id: item.segmentId,
          values: {
            Device: item.name,
            site: siteNames.get(item.siteId) ?? item.siteId,
            Type: item.segmentType,
            State: texts.state(item.state),
            since: item.sinceMs,
            Power: item.powerKw,
            Expected: item.expectedKw,
            peers: item.peerMedianKw,
            deviation: share === null ? null : 100 * (share - 1),
            rating: item.ratedPowerKw,
            age,
            Event: texts.cause(item.event),
          },
          reason: isSilent
            ? formatMessage({ id: 'DeviceState_NoDataFor' }, { age: texts.duration({ sinceMs: item.dataToMs }, nowMs) })
            : undefined,
        };
      }),
    ),
  };
}
