import type { DeviceStateItem } from '@solvane/contract/device-states';
import type { DeviceState } from '@solvane/energy/events/device-state';
import { expect, test } from 'vitest';
import { widgetText } from '../../testing/widget-text.ts';
import { type StatusGridProps, stateGroups } from './status-grid.ts';
import { statusGridWidget } from './status-grid.widget.tsx';

function inverter(name: string, state: DeviceState, own: Partial<DeviceStateItem> = {}): DeviceStateItem {
  const device = { segmentId: name, siteId: 'A', name, segmentType: 'Inverter', parentId: 'A', parentName: 'Alpha', state, sinceMs: 0 };
  const power = { powerKw: 50, powerAtMs: 0, expectedKw: 60, peerMedianKw: 40, peerCount: 3, ratedPowerKw: 100 };
  return { ...device, ...power, reading: null, dataToMs: 0, event: null, ...own } as unknown as DeviceStateItem;
}

function grid(items: DeviceStateItem[], own: Partial<StatusGridProps['settings']> = {}): StatusGridProps {
  const read = statusGridWidget.settings.read({ version: 1, settings: own });
  if (read.status !== 'complete') throw new Error('incomplete');
  const page = {
    sites: [
      { siteId: 'A', name: 'Alpha' },
      { siteId: 'B', name: 'Beta' },
    ],
    period: { startMs: 0, endMs: 1 },
    zone: 'UTC',
    nowMs: 600_000,
  };
  return {
    settings: read.settings,
    page,
    data: { states: { nowMs: 600_000, items, counts: [], changes: [] } },
  } as unknown as StatusGridProps;
}

test('a site with one of four equal inverters stopped is degraded, with three it is stopped', () => {
  const four = (stopped: number) => Array.from({ length: 4 }, (_, at) => inverter(`INV-${at}`, at < stopped ? 'Stopped' : 'Running'));
  expect(stateGroups(grid(four(1)))).toMatchObject([{ state: 'Degraded', name: undefined }]);
  expect(stateGroups(grid(four(3)))).toMatchObject([{ state: 'Stopped' }]);
});

test('devices are grouped by site, and sorted by state or by how far they are from their peers', () => {
  const items = [inverter('a', 'Running'), inverter('b', 'Stopped', { powerKw: 0 }), inverter('c', 'Running', { siteId: 'B' as never })];
  expect(stateGroups(grid(items)).map(({ name }) => name)).toEqual(['Alpha', 'Beta']);
  const names = (sort: 'name' | 'state' | 'deviation') =>
    stateGroups(grid(items, { sort, groupBy: 'none' }))[0]?.items.map(({ name }) => name);
  expect([names('name'), names('state'), names('deviation')]).toEqual([
    ['a', 'b', 'c'],
    ['b', 'a', 'c'],
    ['b', 'a', 'c'],
  ]);
});

test('the table says how far a device is from its peers, how old its data are, and how long it has been silent', () => {
  const items = [inverter('a', 'Running'), inverter('b', 'NoData', { powerKw: null })];
  const { columns, rows } = statusGridWidget.table(grid(items), widgetText());
  expect(columns.map(({ header }) => header)).toEqual([
    ...['Device', 'Site', 'Type', 'State', 'Since', 'Power', 'Expected', 'Peer median', 'Deviation', 'Rating', 'Data age', 'Event'],
  ]);
  expect(rows).toMatchObject([
    { values: { Device: 'a', State: 'Running', deviation: 25, age: 10 }, reason: undefined },
    { values: { Device: 'b', State: 'No data', Power: null, deviation: null }, reason: 'No data for 10 min' },
  ]);
});
